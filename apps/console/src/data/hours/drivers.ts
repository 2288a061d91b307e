import { type ColumnsAnswer, numbers, placer } from '../columns.js';
import type { Values } from '../values.js';

/** Parts of a forecast, in the order of reading: the first is the normal load, the others change it. */
export const DRIVERS = [
  { column: 'climatology_mw', text: 'normal for the season and hour' },
  { column: 'holiday_mw', text: 'holidays' },
  { column: 'recent_load_mw', text: 'recent load here' },
  { column: 'neighbours_mw', text: 'recent load in neighboring grids' },
  { column: 'operator_mw', text: 'the operator’s forecast' },
  { column: 'weather_mw', text: 'weather' },
] as const;

export interface Drivers {
  readonly forecast: Values;
  /** Values in the order of `DRIVERS`. */
  readonly parts: readonly Values[];
}

/** `/v1/demand/drivers?format=columns` of one grid, on `count` hours from `startMs`; an hour without drivers is null. */
export function driversOf(answer: ColumnsAnswer, startMs: number, count: number): Drivers {
  const placed = placer(answer, startMs, count);
  const [forecast = [], ...parts] = ['value_mw', ...DRIVERS.map(({ column }) => column)].map((column) =>
    placed(numbers(answer, column)),
  );
  return { forecast, parts };
}
