import { type EpochMs, HOUR_MS, readNumber } from '@loadcast/core';
import { parseEpochMs, readDayNumber, readWallTime } from '@loadcast/core/time';

const ZERO = 48;
const NINE = 57;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const SPACE = 32;

/** A time that cannot be read: no epoch ms is this small. */
export const BAD_TIME = Number.NEGATIVE_INFINITY;

/** A number that cannot be read. NaN is a blank: missing. */
export const BAD_NUMBER = Number.NEGATIVE_INFINITY;

/**
 * Reads a load cell: blank (NaN), `1234`, `-5`, `12.5`, `"1,060"`.
 *
 * @returns MW, NaN for a blank, BAD_NUMBER for anything else
 */
export function readMw(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  let end = to;
  while (start < end && bytes[start] === SPACE) start++;
  while (end > start && bytes[end - 1] === SPACE) end--;
  if (end - start >= 2 && bytes[start] === QUOTE && bytes[end - 1] === QUOTE) {
    start++;
    end--;
  }
  if (start === end) return Number.NaN;
  let whole = 0;
  let digits = 0;
  let sinceComma = -1;
  let at = bytes[start] === MINUS ? start + 1 : start;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) {
      whole = whole * 10 + (byte - ZERO);
      digits++;
      if (sinceComma >= 0) sinceComma++;
    } else if (byte === COMMA && (sinceComma < 0 ? digits >= 1 && digits <= 3 : sinceComma === 3)) {
      sinceComma = 0;
    } else break;
  }
  const isGrouped = sinceComma < 0 || sinceComma === 3;
  if (at === end && digits > 0 && digits < 16 && isGrouped) return bytes[start] === MINUS ? -whole : whole;
  return readUnusualMw(bytes, start, end);
}

/** Decimals and exponents, and the words that spreadsheets write for nothing. */
function readUnusualMw(bytes: Uint8Array, start: number, end: number): number {
  return readNumber(Buffer.from(bytes.subarray(start, end)).toString('latin1'), { thousands: true }) ?? BAD_NUMBER;
}

/**
 * Reads `MM/DD/YYYY h:00:00 AM`, quoted or not, as the UTC instant it names; also `M/D/YYYY H:00` or a day number as Excel saves it,
 * and ISO 8601 as pandas does.
 *
 * @returns epoch ms, or BAD_TIME: another form, no real date, or not on the hour
 */
export function readUtcHour(field: string): EpochMs {
  const text = field.replaceAll('"', '').trim();
  const wall = text.includes(':') ? readWallTime(text) : readDayNumber(text);
  const instant = Number.isNaN(wall) ? parseEpochMs(text) : wall;
  return instant % HOUR_MS === 0 ? instant : BAD_TIME;
}
