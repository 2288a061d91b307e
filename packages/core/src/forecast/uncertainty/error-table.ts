import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import { ERROR_QUANTILES, TABLE_LEVELS } from '../settings.data.js';
import { type WeightedSamples, writeQuantiles } from './quantile.js';
import type { HourErrors, ScaledErrors } from './scaled-errors.js';

const LEVELS = TABLE_LEVELS.length;
/** A logistic spread whose mean absolute value is 1. */
const ASSUMED_QUANTILES = TABLE_LEVELS.map((level) => Math.log(level / (1 - level)) / (2 * Math.LN2));

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
   * @param errors of the issue days of all tables, and perhaps others
   * @param past out-of-sample forecasts, by issue day
   * @param cutoffs target days from each of them on are not in its table
   */
  static over(errors: ScaledErrors, past: PastForecasts, cutoffs: readonly DayNumber[]): ErrorTable[] {
    const tables = cutoffs.map((trainingCutoff) => new TableDays(errors.days, past, trainingCutoff));
    const merged = new MergedHours(errors.days.length);
    const groups: TablesTogether[] = [];
    for (let first = 0; first < tables.length; first += TOGETHER)
      groups.push(new TablesTogether(tables.slice(first, first + TOGETHER), merged));
    const assumed = ASSUMED_QUANTILES.map((quantile) => quantile * errors.volatility.assumedScaledLevel);
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const byHour = errors.ofLead(lead);
      for (const group of groups) group.setLead(lead, byHour);
      for (let hour = 0; hour < 24; hour++) {
        merged.set(byHour[hour - 1] ?? NO_ERRORS, byHour[hour]!, byHour[hour + 1] ?? NO_ERRORS);
        for (const group of groups) group.writeQuantiles(lead, hour, assumed);
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
  /** Weight of each day; 0 for days that are not in the table. */
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

/** The errors of three hours in one order, in one pass over them; of equal errors the earlier hour's is first. */
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

/** Tables whose weights are summed in one pass over the errors. */
const TOGETHER = 4;

/** Some tables, and the errors of their days, still sorted, with the weights of the days. */
class TablesTogether implements WeightedSamples {
  readonly samples = TOGETHER;
  readonly values: Float64Array;
  readonly owners: Uint16Array;
  readonly weights: Float64Array;
  readonly before: Float64Array;
  private readonly tables: readonly TableDays[];
  private readonly merged: MergedHours;
  /** 1 for each day that is in a table, table by table. */
  private readonly isUsed: Uint8Array;
  /** How many errors of each hour are in a table, table by table. */
  private readonly counts = new Int32Array(24 * TOGETHER);

  /** @param tables `TOGETHER` at most */
  constructor(tables: readonly TableDays[], merged: MergedHours) {
    const days = tables[0]!.weights.length;
    this.tables = tables;
    this.merged = merged;
    this.values = merged.values;
    this.owners = merged.days;
    this.weights = new Float64Array(TOGETHER * days);
    this.isUsed = new Uint8Array(TOGETHER * days);
    this.before = new Float64Array(TOGETHER * (3 * days + 1));
  }

  get count(): number {
    return this.merged.count;
  }

  setLead(lead: number, byHour: readonly HourErrors[]): void {
    const { tables, weights, isUsed, counts } = this;
    for (const [which, table] of tables.entries()) {
      table.setLead(lead);
      for (let day = 0; day < table.weights.length; day++) {
        weights[TOGETHER * day + which] = table.weights[day]!;
        isUsed[TOGETHER * day + which] = table.isUsed[day]!;
      }
    }
    for (const [hour, { days }] of byHour.entries()) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = 0; i < days.length; i++) {
        const day = TOGETHER * days[i]!;
        a += isUsed[day]!;
        b += isUsed[day + 1]!;
        c += isUsed[day + 2]!;
        d += isUsed[day + 3]!;
      }
      counts.set([a, b, c, d], TOGETHER * hour);
    }
  }

  /** Writes quantiles of the errors merged last. */
  writeQuantiles(lead: number, hour: number, assumed: readonly number[]): void {
    this.sumWeights();
    for (const [which, { quantiles }] of this.tables.entries()) {
      const at = (lead * 24 + hour) * LEVELS;
      if (this.countAround(hour, which) < ERROR_QUANTILES.fewestErrors) quantiles.set(assumed, at);
      else writeQuantiles(this, which, TABLE_LEVELS, quantiles, at);
    }
  }

  private countAround(hour: number, which: number): number {
    const of = (each: number) => this.counts[TOGETHER * each + which] ?? 0;
    return of(hour - 1) + of(hour) + of(hour + 1);
  }

  private sumWeights(): void {
    const { count, owners, weights, before } = this;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const [day, at] = [TOGETHER * owners[i]!, TOGETHER * i];
      before[at] = a;
      before[at + 1] = b;
      before[at + 2] = c;
      before[at + 3] = d;
      a += weights[day]!;
      b += weights[day + 1]!;
      c += weights[day + 2]!;
      d += weights[day + 3]!;
    }
    before.set([a, b, c, d], TOGETHER * count);
  }
}
