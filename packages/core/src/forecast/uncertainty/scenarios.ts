import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { DayTable } from '../inputs/day-table.js';
import { type LocalHours, toHundredths } from '../inputs/local-hours.js';
import { SCENARIOS } from '../settings.data.js';
import type { DayCalibration } from './calibration.js';

/**
 * Equally likely paths of the load.
 *
 * Each path follows the errors of one past issue day: at every hour the past errors are ranked, and the path takes the
 * quantile of its day's rank. The hours of a path are therefore correlated as past errors were, and the spread of the
 * paths at each hour matches its quantiles.
 *
 * @param count paths wanted; fewer past days than that give as many paths as days, at least one
 * @param past out-of-sample forecasts by issue day
 * @param trainingView the series as known at the refit
 * @see Clark et al. 2004, "The Schaake shuffle", doi:10.1175/1525-7541(2004)005<0243:TSSAMF>2.0.CO;2
 */
export function scenarioPaths(
  { leadDays, hours }: LocalHours,
  logs: Float64Array,
  calibration: DayCalibration,
  past: ForecastsByDay,
  trainingView: DayTable,
  issueDay: DayNumber,
  count: number,
): Float64Array[] {
  const days = mostSimilarDays(past, trainingView, issueDay, count);
  const paths = Array.from({ length: Math.max(1, days.length) }, () => new Float64Array(leadDays.length));
  const errors = new Float64Array(paths.length);
  for (let i = 0; i < leadDays.length; i++) {
    const output = leadDays[i]! * 24 + hours[i]!;
    days.forEach((day, path) => {
      const error = trainingView.measured(day + leadDays[i]!, hours[i]!) - past.get(day)![output]!;
      errors[path] = Number.isNaN(error) ? 0 : error;
    });
    const order = Array.from(errors.keys()).sort((a, b) => errors[a]! - errors[b]! || a - b);
    order.forEach((path, rank) => {
      const error = calibration.errorQuantile(leadDays[i]!, hours[i]!, (rank + 0.5) / order.length);
      paths[path]![i] = toHundredths(Math.exp(logs[output]! + error));
    });
  }
  return paths;
}

/** Past issue days whose errors are known in full, near seasons and recent years first. */
function mostSimilarDays(
  past: ForecastsByDay,
  trainingView: DayTable,
  issueDay: DayNumber,
  count: number,
): DayNumber[] {
  const newest = trainingView.firstDay + trainingView.dayCount - 2 - LAST_LEAD_DAY;
  const weight = (day: DayNumber) =>
    Math.exp(-0.5 * (seasonDistance(dayOfYear(day), dayOfYear(issueDay)) / SCENARIOS.seasonWidthDays) ** 2) *
    0.5 ** ((issueDay - day) / SCENARIOS.halfLifeDays);
  return [...past.keys()]
    .filter((day) => day < newest && !past.get(day)!.some(Number.isNaN))
    .sort((a, b) => weight(b) - weight(a) || b - a)
    .slice(0, count);
}
