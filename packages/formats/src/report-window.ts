import { type Area, ceilToHour, isRangeAllowed, LONGEST_RANGE_DAYS, ServiceError, type Window } from '@loadcast/core';
import type { WireInstant } from './wire-time.js';

/**
 * The hours whose start lies in `[startdatetime, enddatetime)`.
 *
 * @param areas whose clocks say how long 31 local days are
 * @returns both ends on whole UTC hours; empty when no hour starts in the range
 * @throws {ServiceError} `invalid_parameter`: the range is empty, reversed or longer than 31 days
 */
export function reportWindow(start: WireInstant, end: WireInstant, areas: readonly Area[]): Window {
  if (end.instant <= start.instant) {
    throw refused('a time after startdatetime', 'startdatetime must be earlier than enddatetime');
  }
  const range = { start: start.instant, end: end.instant };
  const zones = areas.flatMap((area) => [area.marketTimezone, area.timezone]);
  if (!isRangeAllowed(range, zones)) {
    const longest = `at most ${LONGEST_RANGE_DAYS} days`;
    throw refused(`${longest} after startdatetime`, `startdatetime to enddatetime may span ${longest}`);
  }
  return { start: ceilToHour(range.start), end: ceilToHour(range.end) };
}

function refused(expected: string, message: string): ServiceError<'invalid_parameter'> {
  return new ServiceError('invalid_parameter', message, { parameter: 'enddatetime', expected });
}
