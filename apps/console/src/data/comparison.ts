import { DAY_MS, HOUR_MS, wallTime } from '../time/wall-clock.js';
import { type ColumnsAnswer, numbers, texts } from './columns.js';
import type { Values } from './values.js';

/** One grid's hours, without a gap in the axis; missing values are null. */
export interface Comparison {
  readonly code: string;
  /** Start of the first hour. */
  readonly startMs: number;
  readonly count: number;
  readonly actual: Values;
  readonly forecast: Values;
  readonly p10: Values;
  readonly p90: Values;
  readonly operator: Values;
  readonly lastWeek: Values;
  /** Issue time of each hour's forecast. */
  readonly issuedMs: Values;
}

const COLUMNS = {
  actual: 'actual_mw',
  forecast: 'loadcast_mw',
  p10: 'p10',
  p90: 'p90',
  operator: 'operator_mw',
  lastWeek: 'naive_168h_mw',
} as const;

/** `/v1/demand/compare?format=columns` by grid, on the hours `[startMs, endMs)`. */
export function comparisonsOf(answer: ColumnsAnswer, startMs: number, endMs: number): readonly Comparison[] {
  const count = Math.round((endMs - startMs) / HOUR_MS);
  const codes = texts(answer, 'region');
  const at = texts(answer, 'time_utc').map((text) => Math.round((Date.parse(text ?? '') - startMs) / HOUR_MS));
  const issued = texts(answer, 'issued_at').map((text) => (text === undefined ? null : Date.parse(text)));
  const columns = Object.entries(COLUMNS).map(([name, column]) => [name, numbers(answer, column)] as const);
  return [...new Set(codes)].flatMap((code) => {
    if (code === undefined) return [];
    const rows = codes.flatMap((each, row) => (each === code ? [row] : []));
    const placed = (values: Values): Values => {
      const series = new Array<number | null>(count).fill(null);
      for (const row of rows) if (at[row]! >= 0 && at[row]! < count) series[at[row]!] = values[row] ?? null;
      return series;
    };
    const series = Object.fromEntries(columns.map(([name, values]) => [name, placed(values)]));
    return [{ code, startMs, count, ...(series as Record<keyof typeof COLUMNS, Values>), issuedMs: placed(issued) }];
  });
}

/** Whether one of some grids has an operator's forecast in the hours that are shown. */
export const hasOperator = (all: readonly Pick<Comparison, 'operator'>[]): boolean =>
  all.some(({ operator }) => operator.some((value) => value !== null));

/** The highest hour of a forecast. */
export interface Peak {
  readonly index: number;
  readonly startMs: number;
  readonly mw: number;
  readonly p10: number | null;
  readonly p90: number | null;
}

/** The highest forecast hour of a calendar day of the grid; undefined where any hour of the day has no forecast. */
export function peakOf({ startMs, forecast, p10, p90 }: Comparison, day: string, zone: string): Peak | undefined {
  let peak: Peak | undefined;
  let hours = 0;
  for (let index = 0; index < forecast.length; index++) {
    const at = startMs + index * HOUR_MS;
    if (wallTime(at, zone).day !== day) continue;
    const mw = forecast[index] ?? null;
    if (mw === null) continue;
    hours += 1;
    if (!peak || mw > peak.mw) peak = { index, startMs: at, mw, p10: p10[index] ?? null, p90: p90[index] ?? null };
  }
  return hours >= 23 ? peak : undefined; // a day of the clock change in spring has 23 hours
}

/** The day after an instant's day, on a wall clock. */
export function dayAfter(atMs: number, zone: string): string {
  const { day } = wallTime(atMs, zone);
  for (let hours = 1; hours <= 26; hours++) {
    const later = wallTime(atMs + hours * HOUR_MS, zone).day;
    if (later !== day) return later;
  }
  return wallTime(atMs + DAY_MS, zone).day;
}

/** The newest hour with a value; -1 where there is none. */
export const newestIndex = (values: Values): number => values.findLastIndex((value) => value !== null);
