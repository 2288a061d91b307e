import type { ChartLine } from '../../charts/plot.js';
import type { ColumnsAnswer } from '../../data/columns.js';
import { comparePath, type HourRange } from '../../data/compare-path.js';
import { comparisonsOf } from '../../data/comparison.js';
import { DAY_MS, HOUR_MS } from '../../time/wall-clock.js';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** The horizon that every reader of past days has. */
const REACH_DAYS = 7;

/** The calls for the forecasts made one to seven days before an hour, as far as these forecasts reach. */
export function ghostPaths(code: string, { startMs, endMs }: HourRange, hourMs: number): readonly string[] {
  return DAYS.map((days) => {
    const asOfMs = hourMs - days * DAY_MS;
    const range = { startMs: Math.max(startMs, asOfMs), endMs: Math.min(endMs, asOfMs + REACH_DAYS * DAY_MS) };
    return comparePath({ codes: [code], ...range, asOfMs, format: 'columns' });
  });
}

/** Lines of the ghosts that are known, the oldest first and faintest, on the hours of a chart. */
export function ghostLines(bodies: readonly (ColumnsAnswer | undefined)[], range: HourRange): readonly ChartLine[] {
  return bodies
    .flatMap((body, i) => {
      const [of] = body ? comparisonsOf(body, range.startMs, Math.max(range.endMs, range.startMs + HOUR_MS)) : [];
      return of?.forecast.some((value) => value !== null)
        ? [{ kind: `past past-${(DAYS[i] ?? 1) > 3 ? 'far' : 'near'}`, values: of.forecast }]
        : [];
    })
    .toReversed();
}
