import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dailyError, type ForecastsByDay, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { VolatilityState } from '../fitted-states.js';
import type { DayTable } from '../inputs/day-table.js';
import { VOLATILITY } from '../settings.data.js';

const FADES = Float64Array.from({ length: VOLATILITY.days }, (_, back) => 0.5 ** (back / VOLATILITY.halfLifeDays));

/**
 * Recent size of errors, by lead day and issue day: a weighted mean of the daily mean absolute log errors of the ninety
 * target days before the issue day; the weight halves every ten days back.
 */
export class Volatility {
  private readonly firstDay: DayNumber;
  /** Errors of target days from `firstDay`, and levels of issue days from `firstDay`, by lead. */
  private readonly errors: number[][];
  private readonly levels: number[][];
  private readonly power: number;

  /**
   * @param firstDay first issue day with forecasts
   * @param power of the area: `ForecastTarget.volatilityPower`
   * @param known errors and levels from that day on, where some are known
   */
  constructor(firstDay: DayNumber, power: number = VOLATILITY.power, known?: VolatilityState) {
    const byLead = (lists: readonly Float64Array[] | undefined, first: readonly number[]) =>
      Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) => Array.from(lists?.[lead] ?? first));
    this.firstDay = firstDay;
    this.power = power;
    this.errors = byLead(known?.errors, []);
    this.levels = byLead(known?.levels, [VOLATILITY.assumedLevel]);
  }

  /** The days from `from` on that an issue at or after the training cutoff reads. */
  stateFrom(from: DayNumber, trainingCutoff: DayNumber): VolatilityState {
    const firstDay = Math.max(from, this.firstDay);
    const days = (list: readonly number[], end: DayNumber) =>
      Float64Array.from(list.slice(firstDay - this.firstDay, end - this.firstDay));
    return {
      firstDay,
      errors: this.errors.map((errors) => days(errors, trainingCutoff)),
      levels: this.levels.map((levels) => days(levels, trainingCutoff + 1)),
    };
  }

  /** Level of an issue day. */
  at(lead: number, day: DayNumber): number {
    return this.levels[lead]![day - this.firstDay]!;
  }

  /** What the errors of an issue day are divided by: quantiles of all days are of one size then. */
  scaleAt(lead: number, day: DayNumber): number {
    return this.at(lead, day) ** this.power;
  }

  /** The assumed level, divided by its own scale. */
  get assumedScaledLevel(): number {
    return VOLATILITY.assumedLevel ** (1 - this.power);
  }

  /** Computes issue days after `from` up to `to`, whose targets lie before them. */
  extend(past: ForecastsByDay, actual: DayTable, from: DayNumber, to: DayNumber): void {
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const errors = this.errors[lead]!;
      for (let day = from; day < to; day++) {
        errors[day - this.firstDay] = dailyError(past, actual, day, lead);
        this.levels[lead]![day + 1 - this.firstDay] = fadingMean(errors, day - this.firstDay);
      }
    }
  }
}

/** Weighted mean of the errors up to `last`; recent ones have larger weights. */
function fadingMean(errors: readonly number[], last: number): number {
  let sum = 0;
  let total = 0;
  for (let back = 0; back < VOLATILITY.days && back <= last; back++) {
    const error = errors[last - back]!;
    if (Number.isNaN(error)) continue;
    sum += FADES[back]! * error;
    total += FADES[back]!;
  }
  return sum > 0 ? sum / total : VOLATILITY.assumedLevel;
}
