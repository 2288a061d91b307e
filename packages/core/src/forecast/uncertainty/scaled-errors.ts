import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ForecastsByDay } from '../combination/ensemble.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Volatility } from './volatility.js';

/** The errors of one hour at one lead day, ascending. */
export interface HourErrors {
  /** The issue day of each error, as an index of `ScaledErrors.days`. */
  readonly days: Uint16Array;
  readonly values: Float64Array;
}

/** Errors are ordered by whole steps of 1 / `RESOLUTION`. */
const RESOLUTION = 1e8;
const MOST_DAYS = 4096;

/**
 * Past log errors, divided by the scale of their time, sorted once for all error tables that are made
 * from them.
 */
export class ScaledErrors {
  /** Issue days, ascending. */
  readonly days: readonly DayNumber[];
  /** The forecasts of each of them. */
  private readonly logs: readonly Float64Array[];
  private readonly actual: DayTable;
  readonly volatility: Volatility;
  private readonly order: ErrorOrder;

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
    this.order = new ErrorOrder(this.days.length);
  }

  /** The errors of a lead day, by hour. */
  ofLead(lead: number): readonly HourErrors[] {
    const { days, volatility } = this;
    const scales = Float64Array.from(days, (day) => 1 / volatility.scaleAt(lead, day));
    const errors = new Float64Array(days.length);
    return Array.from({ length: 24 }, (_, hour) => {
      this.writeErrors(lead, hour, scales, errors);
      const inOrder = this.order.of(errors);
      const values = new Float64Array(inOrder.length);
      for (let i = 0; i < values.length; i++) values[i] = errors[inOrder[i]!]!;
      return { days: inOrder, values };
    });
  }

  /**
   * @param scales what an issue day's errors are multiplied by
   * @param errors receives one a day, NaN where there is none
   */
  private writeErrors(lead: number, hour: number, scales: Float64Array, errors: Float64Array): void {
    const { days, logs, actual } = this;
    for (let i = 0; i < days.length; i++) {
      errors[i] = (actual.measured(days[i]! + lead, hour) - logs[i]![lead * 24 + hour]!) * scales[i]!;
    }
  }
}

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

/**
 * The order of errors, as indices: by whole steps of 1 / `RESOLUTION`, equal steps in input order. Sorted by digits,
 * lowest first, which costs a tenth of comparisons.
 */
class ErrorOrder {
  private readonly steps: Int32Array;
  private readonly counts = [new Int32Array(DIGITS), new Int32Array(DIGITS), new Int32Array(DIGITS)] as const;
  private readonly scratch: readonly [Uint16Array, Uint16Array];

  /** @param most errors, `MOST_DAYS` at most */
  constructor(most: number) {
    this.steps = new Int32Array(most);
    this.scratch = [new Uint16Array(most), new Uint16Array(most)];
  }

  /** @param errors NaN errors are left out */
  of(errors: Float64Array): Uint16Array {
    const { steps, counts, scratch } = this;
    const [first, second] = scratch;
    for (const ofDigit of counts) ofDigit.fill(0);
    let count = 0;
    for (let i = 0; i < errors.length; i++) {
      if (Number.isNaN(errors[i]!)) continue;
      const step = Math.round(errors[i]! * RESOLUTION);
      // A number of 32 bits whose order without its sign is the order with it.
      steps[i] = step ^ 0x8000_0000;
      if ((step | 0) !== step) return orderOfLarge(errors);
      for (let digit = 0; digit < 3; digit++) counts[digit]![digitOf(steps[i]!, digit)]!++;
      first[count++] = i;
    }
    for (const ofDigit of counts) toStarts(ofDigit);
    this.distribute(first, second, count, 0);
    this.distribute(second, first, count, 1);
    this.distribute(first, second, count, 2);
    return second.slice(0, count);
  }

  private distribute(from: Uint16Array, to: Uint16Array, count: number, digit: 0 | 1 | 2): void {
    const { steps } = this;
    const starts = this.counts[digit];
    for (let i = 0; i < count; i++) {
      const which = from[i]!;
      to[starts[digitOf(steps[which]!, digit)]!++] = which;
    }
  }
}

function digitOf(step: number, digit: number): number {
  return (step >>> (DIGIT_BITS * digit)) & (DIGITS - 1);
}

/** Counts become the sums of those before them. */
function toStarts(counts: Int32Array): void {
  let sum = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = counts[digit]!;
    counts[digit] = sum;
    sum += count;
  }
}

/** `ErrorOrder.of` of errors beyond 32 bits, which are sorted as whole numbers that contain their index. */
function orderOfLarge(errors: Float64Array): Uint16Array {
  const keys = Float64Array.from(errors, (error, i) => Math.round(error * RESOLUTION) * MOST_DAYS + i);
  const sorted = keys.filter((key) => !Number.isNaN(key)).sort();
  return Uint16Array.from(sorted, (key) => ((key % MOST_DAYS) + MOST_DAYS) % MOST_DAYS);
}
