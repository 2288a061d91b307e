import { HOUR_MS } from '../../time/wall-clock.js';
import { type ColumnsAnswer, numbers, texts } from '../columns.js';
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

/** The parts that add up to the forecast, by hour. */
export interface Drivers {
  readonly forecast: Values;
  /** Values in the order of `DRIVERS`. */
  readonly parts: readonly Values[];
}

/** `/v1/demand/drivers?format=columns` of one grid, on `count` hours from `startMs`; an hour without drivers is null. */
export function driversOf(answer: ColumnsAnswer, startMs: number, count: number): Drivers {
  const rows = texts(answer, 'time_utc').map((text) => Math.round((Date.parse(text ?? '') - startMs) / HOUR_MS));
  const placed = (column: string): Values => {
    const values = numbers(answer, column);
    const series = new Array<number | null>(count).fill(null);
    for (const [row, at] of rows.entries()) if (at >= 0 && at < count) series[at] = values[row] ?? null;
    return series;
  };
  return { forecast: placed('value_mw'), parts: DRIVERS.map(({ column }) => placed(column)) };
}
