import type { DayTable } from '../forecast/inputs/day-table.js';

/** The log load of an hour of a local day; NaN where nothing was measured. */
export type LogOf = (day: number, hour: number) => number;

/** A day table that was measured throughout: what tests of errors and bounds need of one. */
export function measuredDays(firstDay: number, dayCount: number, logOf: LogOf): DayTable {
  const isInside = (day: number) => day >= firstDay && day < firstDay + dayCount;
  const table = {
    firstDay,
    dayCount,
    logs: Float64Array.from({ length: dayCount * 24 }, (_, i) => logOf(firstDay + Math.floor(i / 24), i % 24)),
    measured: (day: number, hour: number) => (isInside(day) ? logOf(day, hour) : Number.NaN),
    has: isInside,
    filledOn: (day: number) => (isInside(day) ? 0 : 24),
  };
  return table as unknown as DayTable;
}

/** Forecasts of every issue day from `first` to before `end`: log load of each lead day and hour. */
export function forecastsOf(
  first: number,
  end: number,
  leadDays: number,
  logOf: (issueDay: number, lead: number, hour: number) => number,
): Map<number, Float64Array> {
  const days = Array.from({ length: end - first }, (_, i) => first + i);
  const logs = (day: number) =>
    Float64Array.from({ length: leadDays * 24 }, (_, i) => logOf(day, Math.floor(i / 24), i % 24));
  return new Map(days.map((day) => [day, logs(day)]));
}

/** A number in [0, 1) that looks random, the same at every run. */
export function pseudoRandom(n: number): number {
  const x = Math.sin(n * 12.9898 + 78.233) * 43758.5453;
  return x - Math.floor(x);
}
