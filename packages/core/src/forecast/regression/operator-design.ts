import { type DayNumber, weekdayOf } from '../../calendar/holiday-calendar.js';
import { dayOfYear } from '../climatology/calendar-features.js';
import type { ModelSeries } from '../climatology/model-series.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { LoadDesign, type LoadDesignOptions } from './load-design.js';
import type { MemberDesign } from './member.js';

/** Days in the mean error of the operator's forecast, by hour. */
const DEBIAS_DAYS = 28;
const FEWEST_DEBIAS_DAYS = 10;
/**
 * Hours of a day that may be missing in the operator's forecast. Its days may follow another clock than the area's, so
 * that the last hour of tomorrow belongs to a day not yet forecast. Missing hours are filled in.
 */
export const MOST_FILLED_HOURS = 2;
const RECENT_DAYS = 7;
const ERROR_CLIP = 0.3;

/** Parameters of an operator regression. */
export interface OperatorDesignOptions extends LoadDesignOptions {
  /** Last lead day whose operator forecast is read: 0 today, 1 tomorrow. */
  readonly operatorDays: 0 | 1;
  /** Ridge strength of the operator's features, in units of the load features'. */
  readonly errorPenalty: number;
  readonly anomalyPenalty: number;
}

/**
 * The load, given the operator's own forecast of today and perhaps tomorrow.
 *
 * On the days that the operator forecasts, the target is the operator's error minus its mean error of the hour in the last
 * four weeks. On later days the target is the load's residual, and the operator's forecast gives features.
 */
export class OperatorDesign implements MemberDesign {
  readonly size: number;
  readonly penalties: Float64Array;
  readonly lastLeadDay: number;
  readonly firstDay: DayNumber;
  private readonly load: LoadDesign;
  private readonly operator: SeriesInputs;
  private readonly options: OperatorDesignOptions;
  private readonly bias = new Float64Array(24);
  private biasOf: DayNumber = Number.NaN;
  private trainingCutoff: DayNumber = 0;
  private readonly climatology = new Float64Array(24);

  constructor(
    own: ModelSeries,
    operator: SeriesInputs,
    neighbours: readonly ModelSeries[],
    options: OperatorDesignOptions,
  ) {
    this.load = new LoadDesign(own, neighbours, options);
    this.operator = operator;
    this.options = options;
    this.lastLeadDay = options.lastLeadDay;
    this.firstDay = this.load.firstDay + DEBIAS_DAYS;
    const groups = this.groups();
    this.penalties = Float64Array.from([
      ...this.load.penalties,
      ...groups.flatMap(([count, penalty]) => new Array<number>(count).fill(penalty)),
    ]);
    this.size = this.penalties.length;
  }

  get state(): 'trainingView' | 'issueView' {
    return this.load.state;
  }

  set state(state: 'trainingView' | 'issueView') {
    this.load.state = state;
  }

  get ownFeatures(): number {
    return this.load.ownFeatures;
  }

  get loadFeatures(): number {
    return this.load.size;
  }

  get remainderKind(): MemberDesign['remainderKind'] {
    return 'operator';
  }

  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    this.load.writeClimatology(day, trainingCutoff, out, at);
  }

  /** Operator's feature groups, in the order written: how many, and their penalty. */
  private groups(): readonly (readonly [count: number, penalty: number])[] {
    const { knownHours, operatorDays, errorPenalty, anomalyPenalty } = this.options;
    return [
      [knownHours, 0.5 * errorPenalty], // errors of today's known hours
      [24, errorPenalty], // yesterday's errors
      [6, errorPenalty], // the day before's, by four hours
      [24, errorPenalty], // mean error of the last week, by hour
      [24, errorPenalty], // the mean error of four weeks, by hour: subtracting all of it may be too much
      [24 * (operatorDays + 1), anomalyPenalty], // its forecast minus climatology
      [6, anomalyPenalty], // the change it forecasts from the day before to its last day, by four hours
      [6, anomalyPenalty], // the size of that change
      [7, 2 * errorPenalty], // weekday of the last day it forecasts
      [2, errorPenalty], // season
    ];
  }

  ridge(leadDay: number): number {
    return this.load.ridge(leadDay);
  }

  open(trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): void {
    this.load.open(trainingCutoff, from, to);
    this.trainingCutoff = trainingCutoff;
    this.biasOf = Number.NaN;
  }

  isUsable(day: DayNumber): boolean {
    if (!this.load.isUsable(day)) return false;
    this.prepareBias(day);
    return !Number.isNaN(this.bias[0]!) && this.isForecast(day);
  }

  /** Whether the operator's forecast of every day that is read is known. */
  private isForecast(day: DayNumber): boolean {
    const table = this.operator[this.state];
    for (let lead = 0; lead <= this.options.operatorDays; lead++)
      if (table.filledOn(day + lead) > MOST_FILLED_HOURS) return false;
    return true;
  }

  writeRow(day: DayNumber, out: Float64Array, at: number): void {
    this.prepareBias(day);
    this.load.writeRow(day, out, at);
    const { knownHours, operatorDays } = this.options;
    let next = at + this.load.size;
    for (let hour = 0; hour < knownHours; hour++) out[next++] = this.error(day, hour);
    for (let hour = 0; hour < 24; hour++) out[next++] = this.error(day - 1, hour);
    for (let hour = 0; hour < 24; hour += 4) out[next++] = this.meanError(day - 2, hour);
    for (let hour = 0; hour < 24; hour++) {
      let sum = 0;
      for (let back = 1; back <= RECENT_DAYS; back++) sum += this.error(day - back, hour);
      out[next++] = sum / RECENT_DAYS;
    }
    for (let hour = 0; hour < 24; hour++) out[next++] = clipped(this.bias[hour]!, ERROR_CLIP);
    const anomalies = next;
    for (let lead = 0; lead <= operatorDays; lead++) {
      this.load.own.climatology.writeLogs(day + lead, this.trainingCutoff, this.climatology, 0);
      for (let hour = 0; hour < 24; hour++) {
        out[next++] = clipped(this.debiased(day + lead, hour) - this.climatology[hour]!, this.options.clip);
      }
    }
    const last = day + operatorDays;
    for (let hour = 0; hour < 24; hour += 4) {
      let change = 0;
      for (let i = hour; i < hour + 4; i++) {
        const before = operatorDays > 0 ? out[anomalies + i]! : this.load.residual(day - 1, i);
        change += out[anomalies + 24 * operatorDays + i]! - before;
      }
      out[next] = change / 4;
      out[next + 6] = Math.abs(change / 4);
      next++;
    }
    next += 6;
    for (let weekday = 0; weekday < 7; weekday++) out[next++] = weekdayOf(last) === weekday ? 0.02 : 0;
    const angle = (2 * Math.PI * dayOfYear(last)) / 365.25;
    out[next++] = 0.02 * Math.sin(angle);
    out[next++] = 0.02 * Math.cos(angle);
  }

  writeTargets(day: DayNumber, out: Float64Array, at: number): void {
    this.load.writeTargets(day, out, at);
    this.prepareBias(day);
    for (let lead = 0; lead <= this.options.operatorDays; lead++) {
      for (let hour = 0; hour < 24; hour++) out[at + lead * 24 + hour] = this.error(day + lead, hour);
    }
  }

  addBaseline(day: DayNumber, trainingCutoff: DayNumber, logs: Float64Array): void {
    const isForecast = this.isForecast(day);
    this.prepareBias(day);
    const residuals = logs.slice();
    this.load.addBaseline(day, trainingCutoff, logs);
    for (let lead = 0; lead <= this.options.operatorDays; lead++) {
      for (let hour = 0; hour < 24; hour++) {
        logs[lead * 24 + hour] = residuals[lead * 24 + hour]! + this.debiased(day + lead, hour);
      }
    }
    if (!isForecast || Number.isNaN(this.bias[0]!)) logs.fill(Number.NaN);
  }

  /** Computes the operator's mean error of each hour over the four weeks before a day; NaN with too few days. */
  private prepareBias(day: DayNumber): void {
    if (this.biasOf === day) return;
    this.biasOf = day;
    for (let hour = 0; hour < 24; hour++) {
      let sum = 0;
      let count = 0;
      for (let back = 1; back <= DEBIAS_DAYS; back++) {
        const error = this.rawError(day - back, hour);
        if (Number.isNaN(error)) continue;
        sum += error;
        count++;
      }
      this.bias[hour] = count < FEWEST_DEBIAS_DAYS ? Number.NaN : sum / count;
    }
    if (this.bias.some(Number.isNaN)) this.bias.fill(Number.NaN);
  }

  private rawError(day: DayNumber, hour: number): number {
    const { state } = this;
    return clippedOrNaN(this.load.own[state].measured(day, hour) - this.operator[state].measured(day, hour));
  }

  /** Log error of the operator minus its mean error; 0 where it is missing. */
  private error(day: DayNumber, hour: number): number {
    const error = this.rawError(day, hour) - this.bias[hour]!;
    return Number.isNaN(error) ? 0 : clipped(error, ERROR_CLIP);
  }

  private meanError(day: DayNumber, from: number): number {
    let sum = 0;
    for (let hour = from; hour < from + 4; hour++) sum += this.error(day, hour);
    return sum / 4;
  }

  private debiased(day: DayNumber, hour: number): number {
    const table = this.operator[this.state];
    return table.has(day) ? table.logs[(day - table.firstDay) * 24 + hour]! + this.bias[hour]! : Number.NaN;
  }
}

function clipped(value: number, limit: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-limit, Math.min(limit, value));
}

function clippedOrNaN(value: number): number {
  return Number.isNaN(value) ? value : clipped(value, ERROR_CLIP);
}
