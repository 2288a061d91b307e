import { dayPlus } from '../../time/market-day.js';
import { wallTime } from '../../time/wall-clock.js';
import { type ColumnsAnswer, ofRegion } from '../columns.js';
import type { Grid } from '../facts.js';
import { type PeakDay, peakDays } from './peak-days.js';

export const tomorrowOf = ({ marketZone }: Pick<Grid, 'marketZone'>, nowMs: number): string =>
  dayPlus(wallTime(nowMs, marketZone).day, 1);

/**
 * The path of tomorrow's peaks; about midnight tomorrow is not the same day in all grids.
 *
 * @param asOfMs the instant of knowledge; omitted: now
 */
export function peaksPath(grids: readonly Grid[], nowMs: number, asOfMs?: number): string | undefined {
  if (grids.length === 0) return undefined;
  const days = grids.map((grid) => tomorrowOf(grid, nowMs)).sort();
  const codes = grids.map(({ code }) => code).join(',');
  const asOf = asOfMs === undefined ? '' : `&as_of=${new Date(asOfMs).toISOString().slice(0, 19)}Z`;
  return `/demand/peaks?region=${codes}&start=${days[0]}&end=${days.at(-1)}${asOf}&format=columns`;
}

/** Tomorrow's row of a grid in an answer about several; undefined where there is none. */
export function tomorrowsPeak(answer: ColumnsAnswer, grid: Grid, nowMs: number): PeakDay | undefined {
  return peakDays(ofRegion(answer, grid.code), grid.marketZone).find(({ day }) => day === tomorrowOf(grid, nowMs));
}
