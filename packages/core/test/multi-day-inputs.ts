import type { MultiDayForecast, MultiDayInputs } from '../src/forecast/inputs/multi-day-inputs.js';
import { MULTI_DAY } from '../src/forecast/settings.data.js';

/** The log forecast that an operator made on an issue day of an hour of a lead day; NaN for none. */
export type MultiDayLogOf = (issueDay: number, leadDay: number, hour: number) => number;

/** An operator's forecasts of several days, each made on its issue day: what tests of features and faults need of them. */
export function madeUpMultiDayInputs(logOf: MultiDayLogOf, ageHoursOf = (_day: number) => 6): MultiDayInputs {
  const made = new Map<number, MultiDayForecast>(); // each is read thousands of times
  const make = (day: number): MultiDayForecast => ({
    logs: Float64Array.from({ length: 24 * (MULTI_DAY.lastLeadDay + 1) }, (_, at) =>
      logOf(day, Math.floor(at / 24), at % 24),
    ),
    ageHours: ageHoursOf(day),
  });
  const asOfIssueDay = (day: number): MultiDayForecast => {
    if (!made.has(day)) made.set(day, make(day));
    return made.get(day)!;
  };
  return { asOfIssueDay } as unknown as MultiDayInputs;
}
