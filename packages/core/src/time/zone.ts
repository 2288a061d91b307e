import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from './instant.js';

/** Wall-clock fields of an instant in some zone. `month` and `day` count from 1, `weekday` from 0 = Sunday. */
export interface LocalDateTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly weekday: number;
}

interface Transitions {
  /** Instants at which the offset changes, ascending. */
  readonly at: Float64Array;
  /** Offset before `at[0]`, then from each `at[i]` on; length `at.length + 1`. */
  readonly offsetMs: Float64Array;
  /** Where the offset was found last: most instants are near the one before. */
  found: number;
}

const TABLE_START = Date.UTC(2000, 0, 1);
const TABLE_END = Date.UTC(2060, 0, 1);
const tables = new Map<string, Transitions>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `GMT-04:00`, or of old local times `GMT-04:56:02`; `GMT` alone is no offset. */
const LONG_OFFSET = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/;

/** The offset as Intl gives it: right for every instant, some microseconds a call. */
function intlOffsetMs(zone: string, instant: EpochMs): number {
  const formatter =
    formatters.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, formatter);
  const [, sign, hours, minutes, seconds] = LONG_OFFSET.exec(formatter.format(instant))!;
  if (sign === undefined) return 0;
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds ?? 0) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Every change of offset from 2000 to 2059: sampled monthly, then halved to the minute. */
function buildTransitions(zone: string): Transitions {
  const at: number[] = [];
  const offsets = [intlOffsetMs(zone, TABLE_START)];
  for (let low = TABLE_START; low < TABLE_END; low += 30 * DAY_MS) {
    const high = low + 30 * DAY_MS;
    const after = intlOffsetMs(zone, high);
    const before = offsets.at(-1)!;
    if (after === before) continue;
    let [left, right] = [low, high];
    while (right - left > MINUTE_MS) {
      const middle = Math.floor((left + right) / 2 / MINUTE_MS) * MINUTE_MS;
      if (intlOffsetMs(zone, middle) === before) left = middle;
      else right = middle;
    }
    at.push(right);
    offsets.push(after);
  }
  return { at: Float64Array.from(at), offsetMs: Float64Array.from(offsets), found: 0 };
}

/**
 * Local time minus UTC, in ms, at an instant.
 *
 * Looked up in a table of the zone's transitions from 2000 to 2059 (built once per zone from Intl); outside those
 * years Intl is asked directly.
 *
 * @param zone IANA name, or `EST` for fixed UTC-5
 * @param instant epoch ms
 * @throws {RangeError} the zone is unknown
 * @example
 * offsetMs('America/New_York', Date.UTC(2026, 6, 1)) / HOUR_MS // => -4
 */
export function offsetMs(zone: string, instant: EpochMs): number {
  if (instant < TABLE_START || instant >= TABLE_END) return intlOffsetMs(zone, instant);
  let table = tables.get(zone);
  if (!table) {
    table = buildTransitions(zone);
    tables.set(zone, table);
  }
  if (!isIn(table, table.found, instant)) table.found = transitionsUntil(table, instant);
  return table.offsetMs[table.found]!;
}

/** Whether there were `count` transitions until an instant. */
function isIn({ at }: Transitions, count: number, instant: EpochMs): boolean {
  return (count === 0 || at[count - 1]! <= instant) && (count === at.length || instant < at[count]!);
}

function transitionsUntil({ at }: Transitions, instant: EpochMs): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The wall clock of a zone at an instant.
 *
 * @example
 * localDateTime('America/Chicago', Date.UTC(2026, 0, 1)).hour // => 18
 */
export function localDateTime(zone: string, instant: EpochMs): LocalDateTime {
  const wall = new Date(instant + offsetMs(zone, instant));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

/**
 * The instant at which a zone's clock shows a wall time.
 *
 * A wall time that the spring change skips is read with the offset before the change (02:30 becomes 03:30 daylight
 * time); one that the autumn change repeats is the first of the two.
 *
 * @param wallMs the wall time written as if it were UTC, epoch ms (`Date.UTC(2026, 2, 8, 9)` is 09:00)
 * @example
 * instantOfLocal('America/New_York', Date.UTC(2026, 6, 1, 9)) === Date.UTC(2026, 6, 1, 13) // => true
 */
export function instantOfLocal(zone: string, wallMs: number): EpochMs {
  const before = offsetMs(zone, wallMs - DAY_MS);
  const first = wallMs - before;
  if (offsetMs(zone, first) === before) return first;
  const after = offsetMs(zone, wallMs + DAY_MS);
  const second = wallMs - after;
  return offsetMs(zone, second) === after ? second : first;
}

/**
 * The instants at which a clock shows a wall time: one, two in the hour that the autumn change repeats, none in the one
 * that the spring change skips.
 *
 * @param wallMs the wall time written as if it were UTC, epoch ms
 * @example
 * findInstants('America/New_York', Date.UTC(2026, 10, 1, 1)).length // => 2
 */
export function findInstants(zone: string, wallMs: number): readonly EpochMs[] {
  const offsets = new Set([offsetMs(zone, wallMs - DAY_MS), offsetMs(zone, wallMs + DAY_MS)]);
  const instants = [...offsets].map((offset) => wallMs - offset);
  return instants.filter((instant) => instant + offsetMs(zone, instant) === wallMs).sort((a, b) => a - b);
}
