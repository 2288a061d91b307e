import { dayNumber } from '../../calendar/holiday-calendar.js';

/**
 * The plain regression. Its settings are separate, so the baseline stays the same when the engine's settings change:
 * scores of other years stay comparable.
 */
export const PLAIN_REGRESSION = {
  /** Days with load before the first forecast: two of each weekday. */
  fewestDays: 14,
  /** Hours. Older load would need lead days beyond the last. */
  latestLoadHours: 24,
  /** Local day of the first training row: half a year after the first load. */
  firstDay: dayNumber(2016, 1, 1),
  /** Penalty of each lagged mean and of the constant, in units of the ridge. */
  meanPenalty: 0.3,
  /** Larger residuals, as a difference of logs, count as this one: next to none. */
  clip: 1,
  ridge: { 0: 300, 1: 450, 2: 700, 5: 1300, 9: 2200 },
} as const;

/** The seasonal naive model. */
export const SAME_HOUR_LAST_WEEK = {
  /** Most weeks to go back for an hour with load. */
  mostWeeksBack: 5,
  /** Weeks of week-to-week changes from which the bounds are computed as quantiles. */
  errorWeeks: 8,
  /** Fewest known weeks among `errorWeeks`. */
  fewestErrorWeeks: 2,
  /** Levels of the bounds. */
  lowerLevel: 0.1,
  upperLevel: 0.9,
} as const;
