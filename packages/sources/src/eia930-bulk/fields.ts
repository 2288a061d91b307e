import { type EpochMs, HOUR_MS, readNumber } from '@loadcast/core';
import { parseEpochMs, readDayNumber, readWallTime } from '@loadcast/core/time';

const ZERO = 48;
const NINE = 57;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const SPACE = 32;
const SLASH = 47;
const COLON = 58;

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
export function readUtcHour(bytes: Uint8Array, from: number, to: number): EpochMs {
  const hour = readEiaHour(bytes, from, to);
  return hour === BAD_TIME ? readOtherHour(Buffer.from(bytes.subarray(from, to)).toString('latin1')) : hour;
}

function readOtherHour(field: string): EpochMs {
  const text = field.replaceAll('"', '').trim();
  const wall = text.includes(':') ? readWallTime(text) : readDayNumber(text);
  const instant = Number.isNaN(wall) ? parseEpochMs(text) : wall;
  return instant % HOUR_MS === 0 ? instant : BAD_TIME;
}

function readEiaHour(bytes: Uint8Array, from: number, to: number): EpochMs {
  let at = from;
  let end = to;
  if (bytes[at] === QUOTE && end - at >= 2 && bytes[end - 1] === QUOTE) {
    at++;
    end--;
  }
  const digits = (most: number): number => {
    let value = 0;
    const first = at;
    while (at < end && at - first < most && bytes[at]! >= ZERO && bytes[at]! <= NINE)
      value = value * 10 + bytes[at++]! - ZERO;
    return at === first ? -1 : value;
  };
  const month = digits(2);
  if (bytes[at++] !== SLASH) return BAD_TIME;
  const day = digits(2);
  if (bytes[at++] !== SLASH) return BAD_TIME;
  const year = digits(4);
  if (bytes[at++] !== SPACE) return BAD_TIME;
  const hour = digits(2);
  if (bytes[at++] !== COLON) return BAD_TIME;
  const minute = digits(2);
  if (bytes[at++] !== COLON) return BAD_TIME;
  const second = digits(2);
  if (bytes[at++] !== SPACE || end - at !== 2 || (bytes[at + 1]! | 32) !== 109) return BAD_TIME;
  const half = (bytes[at]! | 32) === 97 ? 0 : (bytes[at]! | 32) === 112 ? 12 : -1;
  if (half < 0 || hour < 1 || hour > 12 || minute !== 0 || second !== 0 || !isDate(year, month, day)) return BAD_TIME;
  return Date.UTC(year, month - 1, day, (hour % 12) + half);
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= MONTH_DAYS[month - 1]! + (month === 2 && isLeap ? 1 : 0);
}
