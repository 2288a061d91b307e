import type { DayNumber } from '../calendar/holidays.js';
import type { DayTable } from './day-table.js';
import { type ForecastsByDay, LAST_LEAD_DAY } from './ensemble.js';

/** Mean absolute log error of a day, assumed until there are errors to look at. */
export const ASSUMED_VOLATILITY = 0.06;
const HALF_LIFE_DAYS = 10;
const FADE = 0.5 ** (1 / HALF_LIFE_DAYS);
const FIRST_DAYS = 60;

/**
 * How large errors have lately been, lead day by issue day: an average of the mean absolute log errors of the target
 * days before the issue day, halving its memory every ten days.
 */
export class Volatility {
  private readonly firstDay: DayNumber;
  private readonly levels: number[][];

  /** Starts on the first issue day there are forecasts of, from the mean of the first sixty days. */
  constructor(past: ForecastsByDay, actual: DayTable, firstDay: DayNumber, cut: DayNumber) {
    this.firstDay = firstDay;
    this.levels = Array.from({ length: LAST_LEAD_DAY + 1 }, (_, lead) => {
      const errors = Array.from({ length: FIRST_DAYS }, (_, i) => firstDay + i)
        .filter((day) => day + lead < cut)
        .map((day) => dailyError(past, actual, day + lead, lead))
        .filter((error) => error > 0);
      return [errors.length === 0 ? ASSUMED_VOLATILITY : errors.reduce((sum, error) => sum + error, 0) / errors.length];
    });
    this.extend(past, actual, firstDay, cut);
  }

  /** Level of an issue day. */
  at(lead: number, day: DayNumber): number {
    return this.levels[lead]![day - this.firstDay]!;
  }

  /** Computes issue days after `from` up to `to`, whose targets lie before them. */
  extend(past: ForecastsByDay, actual: DayTable, from: DayNumber, to: DayNumber): void {
    for (let lead = 0; lead <= LAST_LEAD_DAY; lead++) {
      const levels = this.levels[lead]!;
      for (let day = from; day < to; day++) {
        const before = levels[day - this.firstDay]!;
        const error = dailyError(past, actual, day, lead);
        levels[day + 1 - this.firstDay] = Number.isNaN(error) ? before : FADE * before + (1 - FADE) * error;
      }
    }
  }
}

/** Mean absolute log error of a target day forecast at a lead; NaN when no hour of it was forecast and measured. */
export function dailyError(past: ForecastsByDay, actual: DayTable, target: DayNumber, lead: number): number {
  const logs = past.get(target - lead);
  if (!logs) return Number.NaN;
  let sum = 0;
  let count = 0;
  for (let hour = 0; hour < 24; hour++) {
    const error = Math.abs(actual.measured(target, hour) - logs[lead * 24 + hour]!);
    if (Number.isNaN(error)) continue;
    sum += error;
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}
