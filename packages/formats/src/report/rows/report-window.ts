import { type Area, isRangeAllowed, LONGEST_RANGE_DAYS, type Window } from '@loadcast/core';
import { ceilToHour } from '@loadcast/core/time';
import { refused } from '../../query/query.js';
import type { WireInstant } from '../../query/wire-time.js';

/** `details.expected` of a range that is too long. */
export const RANGE_TOO_LONG = `at most ${LONGEST_RANGE_DAYS} days from startdatetime to enddatetime`;

/** Calendars of four-digit years end here, a day early for every clock. */
const LAST_INSTANT = Date.UTC(9999, 11, 30);

/** A failure of the range is a failure of both. */
const PARAMETER = 'startdatetime, enddatetime';

/**
 * The hours whose start lies in `[startdatetime, enddatetime)`.
 *
 * @param areas whose clocks define how long 31 local days are
 * @returns both ends on whole UTC hours; empty when no hour starts in the range
 * @throws {ServiceError} `invalid_parameter`: the range is empty, reversed, longer than 31 days, or in no four-digit year
 */
export function reportWindow(start: WireInstant, end: WireInstant, areas: readonly Area[]): Window {
  if (end.instant <= start.instant) throw refused(PARAMETER, 'startdatetime earlier than enddatetime');
  if (end.instant > LAST_INSTANT) throw refused(PARAMETER, 'times before 9999-12-30');
  const range = { start: start.instant, end: end.instant };
  const zones = areas.flatMap((area) => [area.marketTimezone, area.timezone]);
  if (!isRangeAllowed(range, zones)) throw refused(PARAMETER, RANGE_TOO_LONG);
  return { start: ceilToHour(range.start), end: ceilToHour(range.end) };
}
