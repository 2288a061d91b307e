import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { ForecastsByDay } from './ensemble.js';

/** Mean absolute log error of a target day forecast at a lead day; NaN when no hour of it was forecast and measured. */
export function dailyError(past: ForecastsByDay, actual: DayTable, target: DayNumber, leadDay: number): number {
  const logs = past.get(target - leadDay);
  if (!logs) return Number.NaN;
  let sum = 0;
  let count = 0;
  for (let hour = 0; hour < 24; hour++) {
    const error = Math.abs(actual.measured(target, hour) - logs[leadDay * 24 + hour]!);
    if (Number.isNaN(error)) continue;
    sum += error;
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}
