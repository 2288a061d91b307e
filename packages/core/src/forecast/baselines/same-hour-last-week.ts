import { dropFlagged, SCREEN_WARM_UP_MS } from '../../accuracy/screened-actuals.js';
import { ServiceError } from '../../errors/service-error.js';
import { newestHour, readAsOf } from '../../series/known-series.js';
import { ceilToHour, DAY_MS, HOUR_MS } from '../../time/instant.js';
import { toHundredths, VINTAGE_HOURS } from '../../vintages/vintage.js';
import type { Forecaster } from '../forecaster.js';

const WEEK_HOURS = 168;
/** Most weeks to go back for an hour with load. */
const MOST_WEEKS_BACK = 5;
/** Week-to-week changes from which the bounds are computed as quantiles, and the fewest that must be known. */
const ERROR_HOURS = 8 * WEEK_HOURS;
const FEWEST_ERRORS = 2 * WEEK_HOURS;
const MODEL = { name: 'same-hour-last-week', version: '1.0.0' } as const;

/**
 * The seasonal naive model: each hour repeats the newest known load of the same hour of the week. Bounds are the 10 and 90
 * percent quantiles of week-to-week changes over the last eight weeks. Other models are compared with it.
 *
 * @see Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 5.2 (seasonal naive)
 */
export const sameHourLastWeek: Forecaster = {
  ...MODEL,
  inputs: ['own'],
  series: ({ series }) => [{ series, measure: 'demand' }],
  forArea: (area, data) => ({
    async issue(issuedAt) {
      const load = data.load(area.series);
      const dataCutoff = load && newestHour(load, issuedAt);
      const start = ceilToHour(issuedAt);
      const first = start - (ERROR_HOURS + MOST_WEEKS_BACK * WEEK_HOURS) * HOUR_MS;
      const window = { start: first - SCREEN_WARM_UP_MS, end: start };
      if (load === undefined || dataCutoff === undefined || dataCutoff < start - 7 * DAY_MS) {
        throw new ServiceError('no_data', `${area.name}: no load in the last week`, { reason: 'source_late' });
      }
      const past = dropFlagged(area.screening, readAsOf(load, window, issuedAt)).valuesMw;
      const changes = weeklyChanges(past);
      if (changes.length < FEWEST_ERRORS) {
        throw new ServiceError('no_data', `${area.name}: less than three weeks of load`, { reason: 'before_history' });
      }
      const [low, high] = [quantile(changes, 0.1), quantile(changes, 0.9)];
      const valueMw = Float64Array.from({ length: VINTAGE_HOURS }, (_, hour) => newestSameHour(past, hour));
      if (valueMw.some(Number.isNaN)) {
        throw new ServiceError('no_data', `${area.name}: an hour of the week is missing for five weeks`, {
          reason: 'source_gap',
        });
      }
      return {
        start,
        valueMw: valueMw.map(toHundredths),
        p10Mw: valueMw.map((mw) => toHundredths(mw * Math.min(1, low))),
        p90Mw: valueMw.map((mw) => toHundredths(mw * Math.max(1, high))),
        dataCutoff,
        model: MODEL,
        excludedInputs: [],
      };
    },
  }),
};

/** The newest good load at a whole number of weeks before hour `hour` after the end of `past`; NaN without any. */
function newestSameHour(past: Float64Array, hour: number): number {
  const weeks = Math.floor(hour / WEEK_HOURS) + 1;
  for (let back = weeks; back <= weeks + MOST_WEEKS_BACK; back++) {
    const mw = past[past.length + hour - back * WEEK_HOURS]!;
    if (!Number.isNaN(mw)) return mw;
  }
  return Number.NaN;
}

/** Load over load a week before, sorted, of the hours of the last eight weeks. */
function weeklyChanges(past: Float64Array): Float64Array {
  const changes: number[] = [];
  for (let hour = past.length - ERROR_HOURS; hour < past.length; hour++) {
    const change = past[hour]! / past[hour - WEEK_HOURS]!;
    if (Number.isFinite(change)) changes.push(change);
  }
  return Float64Array.from(changes).sort();
}

function quantile(sorted: Float64Array, level: number): number {
  return sorted[Math.round(level * (sorted.length - 1))]!;
}
