import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ForecastsByDay } from '../combination/ensemble.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Volatility } from './volatility.js';

/** The errors of one hour at one lead day, ascending. */
export interface HourErrors {
  /** Of which issue day each is, as an index of `ScaledErrors.days`. */
  readonly days: Uint16Array;
  readonly values: Float64Array;
}

/** Values are sorted as whole numbers that contain their index: a sort without a comparison function is much faster. */
const RESOLUTION = 1e8;
const MOST_DAYS = 4096;

/**
 * Past log errors, divided by the root of the volatility of their time, sorted once for all error tables that are made
 * from them.
 */
export class ScaledErrors {
  /** Issue days, ascending. */
  readonly days: readonly DayNumber[];
  /** The forecasts of each of them. */
  private readonly logs: readonly Float64Array[];
  private readonly actual: DayTable;
  private readonly volatility: Volatility;
  private readonly byLead: (readonly HourErrors[])[] = [];

  /**
   * @param past out-of-sample forecasts by issue day, ascending
   * @param actual the series as known at the refit
   * @param volatility of every issue day in `past`
   * @param from first issue day, inclusive, and last, exclusive
   */
  constructor(past: ForecastsByDay, actual: DayTable, volatility: Volatility, from: DayNumber, to: DayNumber) {
    this.days = [...past.keys()].filter((day) => day >= from && day < to).slice(-MOST_DAYS);
    this.logs = this.days.map((day) => past.get(day)!);
    this.actual = actual;
    this.volatility = volatility;
  }

  /** The errors of a lead day, by hour. */
  ofLead(lead: number): readonly HourErrors[] {
    this.byLead[lead] ??= this.sortedHours(lead);
    return this.byLead[lead];
  }

  private sortedHours(lead: number): HourErrors[] {
    const { days, volatility } = this;
    const scales = Float64Array.from(days, (day) => 1 / Math.sqrt(volatility.at(lead, day)));
    const scratch = { errors: new Float64Array(days.length), keys: new Float64Array(days.length) };
    return Array.from({ length: 24 }, (_, hour) => this.sorted(lead, hour, scales, scratch));
  }

  /**
   * @param scales what an issue day's errors are multiplied by
   * @param scratch overwritten
   */
  private sorted(
    lead: number,
    hour: number,
    scales: Float64Array,
    { errors, keys }: { readonly errors: Float64Array; readonly keys: Float64Array },
  ): HourErrors {
    const { days, logs, actual } = this;
    let count = 0;
    for (let i = 0; i < days.length; i++) {
      const error = actual.measured(days[i]! + lead, hour) - logs[i]![lead * 24 + hour]!;
      if (Number.isNaN(error)) continue;
      errors[i] = error * scales[i]!;
      keys[count++] = Math.round(errors[i]! * RESOLUTION) * MOST_DAYS + i;
    }
    const ascending = keys.subarray(0, count).sort();
    const sorted = { days: new Uint16Array(count), values: new Float64Array(count) };
    for (let i = 0; i < count; i++) {
      const day = ((ascending[i]! % MOST_DAYS) + MOST_DAYS) % MOST_DAYS;
      sorted.days[i] = day;
      sorted.values[i] = errors[day]!;
    }
    return sorted;
  }
}
