import { type EpochMs, MINUTE_MS } from './instant.js';
import { isDayNumber } from './read-day-number.js';

/** A time as it was written. */
export interface WrittenInstant {
  readonly instant: EpochMs;
  /** The offset it was written with, minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** Why a text is not a time: the expected form, in words that follow "expected". */
export interface NotATime {
  readonly expected: string;
}

const EXPECTED = 'an ISO 8601 time with a UTC offset, as in 2026-07-01T07:00:00Z';
const NO_EPOCH = `${EXPECTED}: a number could count seconds or milliseconds`;
const NO_DAY_NUMBER = `${EXPECTED}: a spreadsheet's day number has none, so format the column as text`;
const NO_OFFSET = 'a UTC offset after the time (Z, -0000 or -08:00): without one the instant is not known';
const NO_ZONE =
  'a UTC offset after the time (Z, -0000 or -08:00) instead of the name of a clock, which can mean several';

const TIME =
  /^(\d{4})(-?)(\d\d)\2(\d\d)[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?(?: ?(?:([a-z]+)|([+-])(\d\d)(?::?(\d\d))?)(?:\[[^[\]]*\])?)?$/i;
const LONGEST = 80;

/**
 * Reads a time, the one way for every caller, file and upstream: every spelling of ISO 8601 and RFC 3339 that names one
 * instant. `T`, `t` or a space; `Z`, `z`, `UTC`, `GMT` or an offset with or without colon; dashes, colons, minutes,
 * seconds and fractions may be absent. The name of a zone in brackets after the offset (RFC 9557) says nothing more. Dates and clock times must exist (no 30 February, 24:00 or :60), and the offset is required.
 *
 * @example
 * readInstant('2026-07-01 00:00:00-0700').instant === Date.UTC(2026, 6, 1, 7) // => true
 */
export function readInstant(text: string): WrittenInstant | NotATime {
  const [whole, year, , month, day, hour, minute, second, fraction, zone, sign, offsetHour, offsetMinute] =
    (text.length <= LONGEST && TIME.exec(text)) || [];
  if (whole === undefined) {
    if (isDayNumber(text)) return { expected: NO_DAY_NUMBER };
    return { expected: /^[+-]?\d{9,}(\.\d*)?$/.test(text) ? NO_EPOCH : EXPECTED };
  }
  const milliseconds = (fraction ?? '').padEnd(3, '0').slice(0, 3);
  const wall = `${year}-${month}-${day}T${hour}:${minute ?? '00'}:${second ?? '00'}.${milliseconds}Z`;
  const wallMs = Date.parse(wall);
  // `Date.parse` carries 30 February over to March.
  const isOnTheClock = !Number.isNaN(wallMs) && new Date(wallMs).toISOString() === wall && !wall.startsWith('0');
  if (!isOnTheClock) return { expected: 'a date and a time that exist' };
  if (zone !== undefined && !/^(z|utc|gmt)$/i.test(zone)) return { expected: NO_ZONE };
  if (zone === undefined && sign === undefined) return { expected: NO_OFFSET };
  const [hours, minutes] = [Number(offsetHour ?? 0), Number(offsetMinute ?? 0)];
  if (hours > 23 || minutes > 59) return { expected: 'a UTC offset up to 23:59' };
  const offsetMinutes = (sign === '-' ? -1 : 1) * (hours * 60 + minutes) || 0;
  return { instant: wallMs - offsetMinutes * MINUTE_MS, offsetMinutes };
}

/**
 * The instant that a text names; see `readInstant`.
 *
 * @returns NaN where it names none
 * @example
 * parseEpochMs('2026-02-30T00:00Z') // => NaN
 */
export function parseEpochMs(text: string): EpochMs {
  const read = readInstant(text);
  return 'instant' in read ? read.instant : Number.NaN;
}
