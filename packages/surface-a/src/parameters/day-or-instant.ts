import { type Area, type EpochMs, isRangeAllowed, LONGEST_RANGE_DAYS, type Window } from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';
import { isoUtc, parseDate, parseInstant, refused, textParameter } from '@loadcast/formats';
import type * as z from 'zod';

/** An end of a range: an instant, or a market day of the area. */
export type DayOrInstant = { readonly instant: EpochMs } | { readonly date: string };

const EXPECTED =
  'an ISO 8601 time with a UTC offset, as in 2026-07-01T07:00:00Z, or a date, as in 2026-07-01: the market day of the region';

/** `start` and `end` of a range. */
export function dayOrInstantParameter(): z.ZodType<DayOrInstant, string> {
  const schema = textParameter((text) => {
    const day = parseDate(text);
    if ('date' in day) return day;
    const read = parseInstant(text, 'iso');
    if ('instant' in read) return { instant: read.instant };
    return /^\d{4}-?\d\d-?\d\d[Tt ]\d|^-?\d{9,}/.test(text) ? read : { expected: EXPECTED };
  });
  return schema.meta({ examples: ['2026-11-20', '2026-11-20T16:00:00Z'] });
}

/** The ends of a range, each of which may be left out. */
export const rangeParameters = { start: dayOrInstantParameter().optional(), end: dayOrInstantParameter().optional() };

/**
 * The range of a query, `[start, end)`. A date as `start` begins with that market day, one as `end` ends with it.
 *
 * @param defaults ends that are not given
 * @param longestDays default 31
 * @throws {ServiceError} `invalid_parameter` for an empty range, and for one that is too long
 */
export function rangeOf(
  given: { readonly start?: DayOrInstant | undefined; readonly end?: DayOrInstant | undefined },
  area: Pick<Area, 'timezone' | 'marketTimezone'>,
  defaults: Window,
  longestDays: number = LONGEST_RANGE_DAYS,
): Window {
  const start = readEnd('start', given.start, area) ?? defaults.start;
  const end = readEnd('end', given.end, area) ?? defaults.end;
  if (start >= end && !given.start) {
    const expected = `a time after ${isoUtc(start)}, where the range starts unless start is given`;
    throw refused('end', expected, `end: expected ${expected}; got ${isoUtc(end)}`);
  }
  if (start >= end) {
    const expected = 'a start before the end';
    throw refused('start', expected, `start and end: expected ${expected}; got ${isoUtc(start)} and ${isoUtc(end)}`);
  }
  if (!isRangeAllowed({ start, end }, [area.timezone, area.marketTimezone], longestDays)) {
    const expected = `at most ${longestDays} days from start to end`;
    throw refused('end', expected, `start and end: expected ${expected}`);
  }
  return { start, end };
}

function readEnd(
  side: 'start' | 'end',
  given: DayOrInstant | undefined,
  { marketTimezone }: Pick<Area, 'marketTimezone'>,
): EpochMs | undefined {
  if (given === undefined || 'instant' in given) return given?.instant;
  return operatingDayWindow(marketTimezone, given.date)[side];
}
