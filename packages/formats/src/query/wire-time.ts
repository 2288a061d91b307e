import { type EpochMs, MINUTE_MS } from '@loadcast/core';

/** A time as a caller wrote it. */
export interface WireInstant {
  readonly instant: EpochMs;
  /** The offset it was written with, minutes east of UTC; answers may be written in it. */
  readonly offsetMinutes: number;
  /** The text as sent, after percent-decoding, with an unescaped `+` restored. */
  readonly asSent: string;
}

/** Why a text is not a time: the expected form, in words that follow "expected". */
export interface NotATime {
  readonly expected: string;
}

const COMPACT = 'YYYYMMDDTHH:MM and a UTC offset, as in 20260701T07:00-0000';
const ISO = 'an ISO 8601 time with a UTC offset, as in 2026-07-01T07:00:00Z';

const OFFSET = '(?<offset>Z|(?<sign>[+\\- ])(?<offsetHours>\\d\\d)(?::?(?<offsetMinutes>\\d\\d))?)?';
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d)';
const COMPACT_TIME = new RegExp(`^(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)T${TIME}${OFFSET}$`);
const ISO_TIME = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)T${TIME}(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?${OFFSET}$`,
);
const LONGEST = 40;

/**
 * Reads a time strictly.
 *
 * Dates and clock times must exist (no 30 February, 24:00 or :60), the offset is required, and a space in the place of
 * a sign is a `+` that was not escaped in a URL.
 *
 * @param form `compact`: `YYYYMMDDTHH:MM` + `Z`, `±hhmm`, `±hh:mm`; `iso`: also `YYYY-MM-DDTHH:MM[:SS[.fff]]` + the same
 * @example
 * parseInstant('20260701T07:00-0000', 'compact').instant === Date.UTC(2026, 6, 1, 7) // => true
 */
export function parseInstant(text: string, form: 'iso' | 'compact'): WireInstant | NotATime {
  const shape = form === 'iso' ? ISO : COMPACT;
  if (text.length > LONGEST) return { expected: shape };
  const groups = (COMPACT_TIME.exec(text) ?? (form === 'iso' ? ISO_TIME.exec(text) : null))?.groups;
  if (!groups) return { expected: shape };

  const part = (name: string): number => Number(groups[name] ?? 0);
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  if (!isOnTheClock(wallMs, groups)) return { expected: 'a date and a time that exist' };
  if (groups['offset'] === undefined) {
    return { expected: 'a UTC offset after the time (Z, -0000 or -08:00): without one the instant is not known' };
  }
  if (part('offsetHours') > 23 || part('offsetMinutes') > 59) return { expected: 'a UTC offset up to 23:59' };

  const offsetMinutes = (groups['sign'] === '-' ? -1 : 1) * (part('offsetHours') * 60 + part('offsetMinutes')) || 0;
  const millisecond = Math.trunc(Number(`0.${groups['fraction'] ?? 0}`) * 1000);
  return {
    instant: wallMs + millisecond - offsetMinutes * MINUTE_MS,
    offsetMinutes,
    asSent: groups['sign'] === ' ' ? text.replace(' ', '+') : text,
  };
}

/** Whether a wall time is the very one that was written: `Date.UTC` carries 30 February over to March. */
function isOnTheClock(wallMs: number, written: Record<string, string | undefined>): boolean {
  const wall = new Date(wallMs);
  return (
    wall.getUTCFullYear() === Number(written['year']) &&
    wall.getUTCMonth() + 1 === Number(written['month']) &&
    wall.getUTCDate() === Number(written['day']) &&
    wall.getUTCHours() === Number(written['hour']) &&
    wall.getUTCMinutes() === Number(written['minute']) &&
    wall.getUTCSeconds() === Number(written['second'] ?? 0)
  );
}

/**
 * Reads a date, `YYYY-MM-DD`, strictly.
 *
 * @example
 * 'date' in parseDate('2026-02-29') // => false
 */
export function parseDate(text: string): { readonly date: string } | NotATime {
  const expected = 'a date that exists, YYYY-MM-DD';
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return { expected };
  const midnight = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text) return { expected };
  return { date: text };
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
