import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import type { DayTable } from '../inputs/day-table.js';
import { ERROR_QUANTILES, VOLATILITY } from '../settings.data.js';
import { writeQuantiles } from './quantile.js';
import type { Volatility } from './volatility.js';

/** Levels at which residual quantiles are kept; others are interpolated. */
export const TABLE_LEVELS = [
  0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.875,
  0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995,
] as const;

const LEVELS = TABLE_LEVELS.length;
/** A logistic spread whose mean absolute value is `VOLATILITY.assumedLevel`, scaled like the errors. */
const ASSUMED_QUANTILES = TABLE_LEVELS.map(
  (level) => (Math.sqrt(VOLATILITY.assumedLevel) * Math.log(level / (1 - level))) / (2 * Math.LN2),
);

/**
 * Quantiles of an ensemble's out-of-sample log errors of two years, lead day by hour.
 *
 * Errors are divided by the root of the volatility of their time; near seasons and recent years have larger weights. An
 * hour's errors are merged with those of the hours before and after it on the same day, never across midnight.
 */
export class ErrorTable {
  /** Scaled error quantiles: lead day by hour by level. */
  private readonly quantiles = new Float64Array((LAST_LEAD_DAY + 1) * 24 * LEVELS);

  /**
   * @param past out-of-sample forecasts, by issue day
   * @param actual the series as known at the refit
   * @param volatility of every issue day in `past`
   * @param trainingCutoff target days from here on are not used
   */
  constructor(past: PastForecasts, actual: DayTable, volatility: Volatility, trainingCutoff: DayNumber) {
    const allDays = [...past.logs.keys()].filter(
      (day) => day < trainingCutoff && day >= trainingCutoff - ERROR_QUANTILES.days - LAST_LEAD_DAY,
    );
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const issueDays = representativeDays(past, allDays, lead);
      const byHour = Array.from({ length: 24 }, () => ({ values: [] as number[], weights: [] as number[] }));
      for (const day of issueDays) {
        if (day + lead >= trainingCutoff) continue;
        const scale = 1 / Math.sqrt(volatility.at(lead, day));
        const weight = weightOf(day, trainingCutoff);
        const logs = past.logs.get(day)!;
        for (let hour = 0; hour < 24; hour++) {
          const error = actual.measured(day + lead, hour) - logs[lead * 24 + hour]!;
          if (Number.isNaN(error)) continue;
          byHour[hour]!.values.push(error * scale);
          byHour[hour]!.weights.push(weight);
        }
      }
      writeHours(byHour, this.quantiles, lead);
    }
  }

  /**
   * The scaled error quantile of an hour, to be multiplied by the root of the volatility of the issue day.
   *
   * @param level 0.005 to 0.995; nearer to 0 or 1 gives the outermost
   */
  quantile(lead: number, hour: number, level: number): number {
    const at = (lead * 24 + hour) * LEVELS;
    let upper = 1;
    while (upper < LEVELS - 1 && TABLE_LEVELS[upper]! < level) upper++;
    const low = TABLE_LEVELS[upper - 1]!;
    const share = Math.max(0, Math.min(1, (level - low) / (TABLE_LEVELS[upper]! - low)));
    return this.quantiles[at + upper - 1]! * (1 - share) + this.quantiles[at + upper]! * share;
  }
}

/**
 * The days whose errors are like today's: once primary members have forecast a lead day often enough, the days before
 * their inputs began, when fallback members forecast it, are left out.
 */
function representativeDays(past: PastForecasts, days: readonly DayNumber[], lead: number): readonly DayNumber[] {
  const withPrimary = days.filter((day) => past.hasPrimaryForecast.get(day)![lead]);
  return withPrimary.length >= ERROR_QUANTILES.fewestPrimaryDays ? withPrimary : days;
}

function weightOf(day: DayNumber, trainingCutoff: DayNumber): number {
  const distance = seasonDistance(dayOfYear(day), dayOfYear(trainingCutoff + 16)) / ERROR_QUANTILES.seasonWidthDays;
  return (
    (ERROR_QUANTILES.seasonFloor + Math.exp(-0.5 * distance ** 2)) *
    0.5 ** ((trainingCutoff - day) / ERROR_QUANTILES.halfLifeDays)
  );
}

const EMPTY: Sorted = { values: new Float64Array(), weights: new Float64Array() };

interface Hour {
  readonly values: number[];
  readonly weights: number[];
}

function writeHours(byHour: readonly Hour[], table: Float64Array, lead: number): void {
  const sorted = byHour.map(sortedSample);
  for (let hour = 0; hour < 24; hour++) {
    const merged = sorted.slice(Math.max(0, hour - 1), hour + 2).reduce<Sorted>(merge, EMPTY);
    const at = (lead * 24 + hour) * LEVELS;
    if (merged.values.length < ERROR_QUANTILES.fewestErrors) table.set(ASSUMED_QUANTILES, at);
    else writeQuantiles(merged, TABLE_LEVELS, table, at);
  }
}

/** Values are sorted as whole numbers that contain their index: a sort without a comparison function is much faster. */
const RESOLUTION = 1e8;
const MOST_VALUES = 2048;

function sortedSample({ values, weights }: Hour): Sorted {
  const count = values.length;
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = Math.round(values[i]! * RESOLUTION) * MOST_VALUES + i;
  keys.sort();
  const sorted = { values: new Float64Array(count), weights: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const from = ((keys[i]! % MOST_VALUES) + MOST_VALUES) % MOST_VALUES;
    sorted.values[i] = values[from]!;
    sorted.weights[i] = weights[from]!;
  }
  return sorted;
}

interface Sorted {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

function merge(a: Sorted, b: Sorted): Sorted {
  const length = a.values.length + b.values.length;
  const values = new Float64Array(length);
  const weights = new Float64Array(length);
  let i = 0;
  let j = 0;
  for (let k = 0; k < length; k++) {
    const takeA = j >= b.values.length || (i < a.values.length && a.values[i]! <= b.values[j]!);
    values[k] = takeA ? a.values[i]! : b.values[j]!;
    weights[k] = takeA ? a.weights[i++]! : b.weights[j++]!;
  }
  return { values, weights };
}
