import { type Area, DAY_MS, type EpochMs, type Window } from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import { ceilToHour } from '@loadcast/core/time';
import { asOfInstant, type WireInstant } from '@loadcast/formats';
import { type DayOrInstant, rangeOf } from '../parameters/day-or-instant.js';

interface RangeValues {
  readonly region: readonly { readonly area: Area }[];
  readonly start?: DayOrInstant | undefined;
  readonly end?: DayOrInstant | undefined;
  readonly as_of?: WireInstant | undefined;
}

/** The window of each region from `start` to `end`, by default the last day. */
export function lastDayWindows(query: RangeValues, asOf: EpochMs, longestDays?: number): readonly Window[] {
  const end = ceilToHour(asOf);
  return query.region.map(({ area }) => rangeOf(query, area, { start: end - DAY_MS, end }, longestDays));
}

/** What a query over such a window shows. */
export const lastDaySight =
  (longestDays?: number) =>
  (query: RangeValues, { receivedAt }: { readonly receivedAt: EpochMs }): Sight => {
    const asOf = asOfInstant(query.as_of, receivedAt);
    return { asOf, from: Math.min(...lastDayWindows(query, asOf, longestDays).map(({ start }) => start)) };
  };
