import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import { ERROR_QUANTILES, TABLE_LEVELS, VOLATILITY } from '../settings.data.js';
import { writeQuantiles } from './quantile.js';
import type { HourErrors, ScaledErrors } from './scaled-errors.js';

const LEVELS = TABLE_LEVELS.length;
/** A logistic spread whose mean absolute value is `VOLATILITY.assumedLevel`, scaled like the errors. */
const ASSUMED_QUANTILES = TABLE_LEVELS.map(
  (level) => (Math.sqrt(VOLATILITY.assumedLevel) * Math.log(level / (1 - level))) / (2 * Math.LN2),
);

/**
 * Quantiles of an ensemble's out-of-sample log errors of three years, lead day by hour.
 *
 * Errors are divided by the root of the volatility of their time; near seasons and recent years have larger weights. An
 * hour's errors are merged with those of the hours before and after it on the same day, never across midnight.
 */
export class ErrorTable {
  /** Scaled error quantiles: lead day by hour by level. */
  readonly quantiles: Float64Array;

  /** @param quantiles of a table */
  constructor(quantiles: Float64Array) {
    this.quantiles = quantiles;
  }

  /**
   * @param errors of the issue days of the table, and perhaps others
   * @param past out-of-sample forecasts, by issue day
   * @param trainingCutoff target days from here on are not used
   */
  static of(errors: ScaledErrors, past: PastForecasts, trainingCutoff: DayNumber): ErrorTable {
    const quantiles = new Float64Array((LAST_LEAD_DAY + 1) * 24 * LEVELS);
    const firstDay = firstTableDay(trainingCutoff);
    const days = errors.days.filter((day) => day < trainingCutoff && day >= firstDay);
    const weights = Float64Array.from(errors.days, (day) => weightOf(day, trainingCutoff));
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const used = new Set(representativeDays(past, days, lead).filter((day) => day + lead < trainingCutoff));
      const isUsed = Uint8Array.from(errors.days, (day) => (used.has(day) ? 1 : 0));
      const byHour = errors.ofLead(lead).map((hour) => sampleOf(hour, isUsed, weights));
      writeHours(byHour, quantiles, lead);
    }
    return new ErrorTable(quantiles);
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

/** The first issue day in the table of a training cutoff. */
export function firstTableDay(trainingCutoff: DayNumber): DayNumber {
  return trainingCutoff - ERROR_QUANTILES.days - LAST_LEAD_DAY;
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

function writeHours(sorted: readonly Sorted[], table: Float64Array, lead: number): void {
  const merged = new MergedHours(Math.max(...sorted.map(({ values }) => values.length)));
  for (let hour = 0; hour < 24; hour++) {
    const at = (lead * 24 + hour) * LEVELS;
    const sample = merged.of(sorted[hour - 1] ?? NO_ERRORS, sorted[hour]!, sorted[hour + 1] ?? NO_ERRORS);
    if (sample.values.length < ERROR_QUANTILES.fewestErrors) table.set(ASSUMED_QUANTILES, at);
    else writeQuantiles(sample, TABLE_LEVELS, table, at);
  }
}

/** The errors of the days in use, still sorted. */
function sampleOf({ days, values }: HourErrors, isUsed: Uint8Array, weights: Float64Array): Sorted {
  const sample = { values: new Float64Array(days.length), weights: new Float64Array(days.length) };
  let count = 0;
  for (let i = 0; i < days.length; i++) {
    if (isUsed[days[i]!] === 0) continue;
    sample.values[count] = values[i]!;
    sample.weights[count++] = weights[days[i]!]!;
  }
  return { values: sample.values.subarray(0, count), weights: sample.weights.subarray(0, count) };
}

interface Sorted {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

const NO_ERRORS: Sorted = { values: new Float64Array(), weights: new Float64Array() };

/** The errors of three hours in one order, in one pass over them; of equal errors that of the earlier hour is first. */
class MergedHours {
  private readonly values: Float64Array;
  private readonly weights: Float64Array;

  /** @param most errors of an hour */
  constructor(most: number) {
    this.values = new Float64Array(3 * most);
    this.weights = new Float64Array(3 * most);
  }

  /** Holds until the next call. */
  of(before: Sorted, own: Sorted, after: Sorted): Sorted {
    const { values, weights } = this;
    const [a, b, c] = [before.values, own.values, after.values];
    const length = a.length + b.length + c.length;
    let [i, j, k] = [0, 0, 0];
    for (let at = 0; at < length; at++) {
      const nextA = i < a.length ? a[i]! : Number.POSITIVE_INFINITY;
      const nextB = j < b.length ? b[j]! : Number.POSITIVE_INFINITY;
      const nextC = k < c.length ? c[k]! : Number.POSITIVE_INFINITY;
      if (nextA <= nextB && nextA <= nextC && i < a.length) {
        values[at] = nextA;
        weights[at] = before.weights[i++]!;
      } else if (nextB <= nextC && j < b.length) {
        values[at] = nextB;
        weights[at] = own.weights[j++]!;
      } else {
        values[at] = nextC;
        weights[at] = after.weights[k++]!;
      }
    }
    return { values: values.subarray(0, length), weights: weights.subarray(0, length) };
  }
}
