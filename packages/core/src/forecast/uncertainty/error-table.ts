import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import { ERROR_QUANTILES, TABLE_LEVELS } from '../settings.data.js';
import { type WeightedSample, writeQuantiles } from './quantile.js';
import type { HourErrors, ScaledErrors } from './scaled-errors.js';

const LEVELS = TABLE_LEVELS.length;
/** A logistic spread whose mean absolute value is 1. */
const ASSUMED_QUANTILES = TABLE_LEVELS.map((level) => Math.log(level / (1 - level)) / (2 * Math.LN2));

/**
 * Quantiles of an ensemble's out-of-sample log errors of three years, lead day by hour.
 *
 * Errors are divided by the scale of their time (`Volatility.scaleAt`); near seasons and recent years have larger weights. An
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
   * The tables of some training cutoffs.
   *
   * @param errors of the issue days of all tables, and perhaps others
   * @param past out-of-sample forecasts, by issue day
   * @param cutoffs target days from each of them on are not in its table
   */
  static over(errors: ScaledErrors, past: PastForecasts, cutoffs: readonly DayNumber[]): ErrorTable[] {
    const tables = cutoffs.map((trainingCutoff) => new TableDays(errors.days, past, trainingCutoff));
    const merged = new MergedHours(errors.days.length);
    const sample = new UsedErrors(3 * errors.days.length);
    const assumed = ASSUMED_QUANTILES.map((quantile) => quantile * errors.volatility.assumedScaledLevel);
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const byHour = errors.ofLead(lead);
      for (const table of tables) table.setLead(lead);
      for (let hour = 0; hour < 24; hour++) {
        merged.set(byHour[hour - 1] ?? NO_ERRORS, byHour[hour]!, byHour[hour + 1] ?? NO_ERRORS);
        for (const { quantiles, weights, isUsed } of tables) {
          const at = (lead * 24 + hour) * LEVELS;
          sample.set(merged, weights, isUsed);
          if (sample.count < ERROR_QUANTILES.fewestErrors) quantiles.set(assumed, at);
          else writeQuantiles(sample, TABLE_LEVELS, quantiles, at);
        }
      }
    }
    return tables.map(({ quantiles }) => new ErrorTable(quantiles));
  }

  /**
   * The scaled error quantile of an hour, to be multiplied by the scale of the issue day.
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

/** The days of the table of one training cutoff, by index, at one lead day after the other. */
class TableDays {
  readonly quantiles = new Float64Array((LAST_LEAD_DAY + 1) * 24 * LEVELS);
  /** Of each day; 0 of those that are not in the table. */
  readonly weights: Float64Array;
  /** 1 for each day that is in the table. */
  readonly isUsed: Uint8Array;
  private readonly all: readonly DayNumber[];
  private readonly days: readonly DayNumber[];
  private readonly past: PastForecasts;
  private readonly trainingCutoff: DayNumber;
  private readonly weightsOfAll: Float64Array;

  constructor(all: readonly DayNumber[], past: PastForecasts, trainingCutoff: DayNumber) {
    const firstDay = firstTableDay(trainingCutoff);
    this.all = all;
    this.days = all.filter((day) => day < trainingCutoff && day >= firstDay);
    this.past = past;
    this.trainingCutoff = trainingCutoff;
    this.weightsOfAll = Float64Array.from(all, (day) => weightOf(day, trainingCutoff));
    this.weights = new Float64Array(all.length);
    this.isUsed = new Uint8Array(all.length);
  }

  setLead(lead: number): void {
    const { all, days, past, trainingCutoff, weights, weightsOfAll, isUsed } = this;
    const used = new Set(representativeDays(past, days, lead).filter((day) => day + lead < trainingCutoff));
    for (let i = 0; i < all.length; i++) {
      isUsed[i] = used.has(all[i]!) ? 1 : 0;
      weights[i] = isUsed[i]! * weightsOfAll[i]!;
    }
  }
}

const NO_ERRORS: HourErrors = { days: new Uint16Array(), values: new Float64Array() };

/** The errors of three hours in one order, in one pass over them; of equal errors that of the earlier hour is first. */
class MergedHours {
  readonly days: Uint16Array;
  readonly values: Float64Array;
  count = 0;

  /** @param most errors of an hour */
  constructor(most: number) {
    this.days = new Uint16Array(3 * most);
    this.values = new Float64Array(3 * most);
  }

  set(before: HourErrors, own: HourErrors, after: HourErrors): void {
    const { days, values } = this;
    const [a, b, c] = [before.values, own.values, after.values];
    this.count = a.length + b.length + c.length;
    let [i, j, k] = [0, 0, 0];
    for (let at = 0; at < this.count; at++) {
      const nextA = i < a.length ? a[i]! : Number.POSITIVE_INFINITY;
      const nextB = j < b.length ? b[j]! : Number.POSITIVE_INFINITY;
      const nextC = k < c.length ? c[k]! : Number.POSITIVE_INFINITY;
      if (nextA <= nextB && nextA <= nextC && i < a.length) {
        values[at] = nextA;
        days[at] = before.days[i++]!;
      } else if (nextB <= nextC && j < b.length) {
        values[at] = nextB;
        days[at] = own.days[j++]!;
      } else {
        values[at] = nextC;
        days[at] = after.days[k++]!;
      }
    }
  }
}

/** The errors of the days of a table, still sorted, with the weights of their days. */
class UsedErrors implements WeightedSample {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly before: Float64Array;
  count = 0;

  /** @param most errors */
  constructor(most: number) {
    this.values = new Float64Array(most + 1);
    this.weights = new Float64Array(most + 1);
    this.before = new Float64Array(most + 1);
  }

  /** No branch for a day that is not used, which half of them may be: it is overwritten by the next, and weighs nothing. */
  set(merged: MergedHours, weightsOfDays: Float64Array, isUsed: Uint8Array): void {
    const { values, weights, before } = this;
    let [count, sum] = [0, 0];
    for (let i = 0; i < merged.count; i++) {
      const day = merged.days[i]!;
      const weight = weightsOfDays[day]!;
      values[count] = merged.values[i]!;
      weights[count] = weight;
      before[count] = sum;
      sum += weight;
      count += isUsed[day]!;
    }
    before[count] = sum;
    this.count = count;
  }
}
