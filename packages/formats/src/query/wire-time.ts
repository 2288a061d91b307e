import { type EpochMs, MINUTE_MS } from '@loadcast/core';
import { type NotATime, readInstant, type WrittenInstant } from '@loadcast/core/time';

/** A time as a caller wrote it. */
export interface WireInstant extends WrittenInstant {
  /** The text as sent, after percent-decoding, with an unescaped `+` restored. */
  readonly asSent: string;
}

const COMPACT = 'YYYYMMDDTHH:MM and a UTC offset, as in 20260701T07:00-0000';
const COMPACT_TIME = /^\d{8}T\d\d:\d\d(?:Z|[+\- ]\d\d(?::?\d\d)?)?$/;
/** A space in the place of a sign is a `+` that was not escaped in a URL. */
const UNESCAPED_PLUS = /(?<=[t ]\d\d:?\d\d\S*) (?=\d\d(?::?\d\d)?$)/i;

/**
 * Reads a time of a query strictly; see `readInstant` of core.
 *
 * @param form `compact`: `YYYYMMDDTHH:MM` + `Z`, `±hhmm`, `±hh:mm` alone, as OASIS; `iso`: every spelling that names one instant
 * @example
 * parseInstant('20260701T07:00-0000', 'compact').instant === Date.UTC(2026, 6, 1, 7) // => true
 */
export function parseInstant(text: string, form: 'iso' | 'compact'): WireInstant | NotATime {
  if (form === 'compact' && !COMPACT_TIME.test(text)) return { expected: COMPACT };
  const asSent = text.replace(UNESCAPED_PLUS, '+');
  const read = readInstant(asSent);
  return 'instant' in read ? { ...read, asSent } : read;
}

/**
 * Reads a date, `YYYY-MM-DD`, strictly.
 *
 * @example
 * 'date' in parseDate('2026-02-29') // => false
 */
export function parseDate(text: string): { readonly date: string } | NotATime {
  const expected = 'a date that exists, YYYY-MM-DD';
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && 'instant' in readInstant(`${text}T00:00Z`);
  return isDate ? { date: text } : { expected };
}

/**
 * The form of interval starts: `2026-11-21T03:00:00+00:00`. Milliseconds are cut off.
 *
 * @example
 * isoOffset(0) // => '1970-01-01T00:00:00+00:00'
 */
export function isoOffset(instant: EpochMs): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+00:00`;
}

/**
 * The form of every other time in JSON: `2026-11-21T03:00:00Z`. Milliseconds are cut off.
 *
 * @example
 * isoUtc(0) // => '1970-01-01T00:00:00Z'
 */
export function isoUtc(instant: EpochMs): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/**
 * The compact form at an offset: `20261121T03:00-0000`. UTC is written `-0000`, so that it needs no escaping in a URL.
 *
 * @param offsetMinutes minutes east of UTC
 * @example
 * compactTime(0, -480) // => '19691231T16:00-0800'
 */
export function compactTime(instant: EpochMs, offsetMinutes = 0): string {
  const wall = new Date(instant + offsetMinutes * MINUTE_MS).toISOString();
  const away = Math.abs(offsetMinutes);
  const digits = `${Math.floor(away / 60)}`.padStart(2, '0') + `${away % 60}`.padStart(2, '0');
  return `${wall.slice(0, 10).replaceAll('-', '')}T${wall.slice(11, 16)}${offsetMinutes > 0 ? '+' : '-'}${digits}`;
}
