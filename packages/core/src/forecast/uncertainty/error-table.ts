import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import type { DayTable } from '../inputs/day-table.js';
import { ERROR_QUANTILES, TABLE_LEVELS } from '../settings.data.js';
import type { Volatility } from './volatility.js';

const LEVELS = TABLE_LEVELS.length;
/** A logistic spread whose mean absolute value is 1. */
const ASSUMED_QUANTILES = TABLE_LEVELS.map((level) => Math.log(level / (1 - level)) / (2 * Math.LN2));

/** Errors in ascending order, each with the index of its issue day. */
interface SortedErrors {
  readonly days: Uint16Array;
  readonly values: Float64Array;
}

/**
 * Quantiles of an ensemble's out-of-sample log errors of three years, lead day by hour.
 *
 * Errors are divided by the scale of their time (`Volatility.scaleAt`); near seasons and recent years have larger
 * weights. An hour's errors are merged with the errors of the hours before and after it on the same day, never across
 * midnight.
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
   * @param past out-of-sample forecasts by issue day, ascending
   * @param actual the series as known at the refit
   * @param volatility of every issue day in `past`
   * @param cutoffs target days from each of them on are not in its table
   */
  static over(
    past: PastForecasts,
    actual: DayTable,
    volatility: Volatility,
    cutoffs: readonly DayNumber[],
  ): ErrorTable[] {
    const [from, to] = [Math.min(...cutoffs.map(firstTableDay)), Math.max(...cutoffs)];
    const days = [...past.logs.keys()].filter((day) => day >= from && day < to);
    const tables = cutoffs.map(() => new Float64Array((LAST_LEAD_DAY + 1) * 24 * LEVELS));
    const assumed = ASSUMED_QUANTILES.map((quantile) => quantile * volatility.assumedScaledLevel);
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const weights = cutoffs.map((cutoff) => weightsOf(past, days, lead, cutoff));
      const byHour = errorsOfLead(past, actual, volatility, days, lead);
      for (let hour = 0; hour < 24; hour++) {
        const errors = byHour.slice(Math.max(0, hour - 1), hour + 2).reduce(merged);
        for (const [which, quantiles] of tables.entries())
          quantiles.set(quantilesOf(errors, weights[which]!) ?? assumed, (lead * 24 + hour) * LEVELS);
      }
    }
    return tables.map((quantiles) => new ErrorTable(quantiles));
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
function firstTableDay(trainingCutoff: DayNumber): DayNumber {
  return trainingCutoff - ERROR_QUANTILES.days - LAST_LEAD_DAY;
}

/**
 * The weight of each issue day in a table; 0 for days that are not in it. Once primary members have forecast a lead day
 * often enough, the days before their inputs began, when fallback members forecast it, are left out: they are not like today's.
 */
function weightsOf(past: PastForecasts, days: readonly DayNumber[], lead: number, cutoff: DayNumber): Float64Array {
  const inTable = days.filter((day) => day < cutoff && day >= firstTableDay(cutoff));
  const withPrimary = inTable.filter((day) => past.hasPrimaryForecast.get(day)![lead]);
  const used = new Set(withPrimary.length >= ERROR_QUANTILES.fewestPrimaryDays ? withPrimary : inTable);
  return Float64Array.from(days, (day) => (used.has(day) && day + lead < cutoff ? weightOf(day, cutoff) : 0));
}

function weightOf(day: DayNumber, trainingCutoff: DayNumber): number {
  const distance = seasonDistance(dayOfYear(day), dayOfYear(trainingCutoff + 16)) / ERROR_QUANTILES.seasonWidthDays;
  return (
    (ERROR_QUANTILES.seasonFloor + Math.exp(-0.5 * distance ** 2)) *
    0.5 ** ((trainingCutoff - day) / ERROR_QUANTILES.halfLifeDays)
  );
}

/** The scaled errors of a lead day, hour by hour; hours that were not measured have none. */
function errorsOfLead(
  { logs }: PastForecasts,
  actual: DayTable,
  volatility: Volatility,
  days: readonly DayNumber[],
  lead: number,
): SortedErrors[] {
  const scales = Float64Array.from(days, (day) => 1 / volatility.scaleAt(lead, day));
  const past = days.map((day) => logs.get(day)!);
  const errors = new Float64Array(days.length);
  return Array.from({ length: 24 }, (_, hour) => {
    for (let i = 0; i < days.length; i++)
      errors[i] = (actual.measured(days[i]! + lead, hour) - past[i]![lead * 24 + hour]!) * scales[i]!;
    return sorted(errors);
  });
}

/** Errors are ordered by whole steps of a hundred-millionth, equal steps by their index. */
const STEPS = 1e8;
const MOST_ERRORS = 4096;

/** All errors but NaN, sorted as whole numbers that contain their index: a tenth of the time that comparisons take. */
function sorted(errors: Float64Array): SortedErrors {
  const keys = errors.map((error, i) => Math.round(error * STEPS) * MOST_ERRORS + i).sort();
  let count = keys.length;
  while (count > 0 && Number.isNaN(keys[count - 1]!)) count--;
  const days = new Uint16Array(count);
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    days[i] = ((keys[i]! % MOST_ERRORS) + MOST_ERRORS) % MOST_ERRORS;
    values[i] = errors[days[i]!]!;
  }
  return { days, values };
}

/** The errors of two hours in one order; of equal errors the earlier hour's is first. */
function merged(a: SortedErrors, b: SortedErrors): SortedErrors {
  const count = a.values.length + b.values.length;
  const days = new Uint16Array(count);
  const values = new Float64Array(count);
  for (let at = 0, i = 0, j = 0; at < count; at++) {
    const isFromA = j >= b.values.length || (i < a.values.length && a.values[i]! <= b.values[j]!);
    const from = isFromA ? a : b;
    const which = isFromA ? i++ : j++;
    values[at] = from.values[which]!;
    days[at] = from.days[which]!;
  }
  return { days, values };
}

/**
 * Weighted quantiles of `TABLE_LEVELS`: each error is placed at the middle of its own share of the total weight; between
 * errors the quantile is linear, beyond the first and last it is flat. Undefined with too few errors.
 */
function quantilesOf({ days, values }: SortedErrors, weights: Float64Array): Float64Array | undefined {
  let total = 0;
  let count = 0;
  for (let i = 0; i < days.length; i++) {
    const weight = weights[days[i]!]!;
    total += weight;
    if (weight > 0) count++;
  }
  if (count < ERROR_QUANTILES.fewestErrors) return undefined;
  const quantiles = new Float64Array(LEVELS);
  let position = 0;
  let target = TABLE_LEVELS[0] * total;
  let before = 0;
  let lastMiddle = 0;
  let last = Number.NaN;
  for (let i = 0; i < days.length && position < LEVELS; i++) {
    const weight = weights[days[i]!]!;
    if (weight === 0) continue;
    const middle = before + weight / 2;
    const value = values[i]!;
    while (target <= middle) {
      const share = (target - lastMiddle) / (middle - lastMiddle);
      quantiles[position++] = before === 0 ? value : last + share * (value - last);
      target = (TABLE_LEVELS[position] ?? Number.POSITIVE_INFINITY) * total;
    }
    before += weight;
    lastMiddle = middle;
    last = value;
  }
  return quantiles.fill(last, position);
}
