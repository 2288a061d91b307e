import { dayPlus } from '../../time/market-day.js';
import { wallTime } from '../../time/wall-clock.js';
import type { ColumnsAnswer } from '../columns.js';
import type { Grid } from '../facts.js';
import { peakDays } from './peak-days.js';

/** The path of the odds of tomorrow's peaks; about midnight tomorrow is not the same day in all grids. */
export function oddsPath(grids: readonly Grid[], nowMs: number): string | undefined {
  if (grids.length === 0) return undefined;
  const days = grids.map(({ marketZone }) => dayPlus(wallTime(nowMs, marketZone).day, 1)).sort();
  const codes = grids.map(({ code }) => code).join(',');
  return `/demand/peaks?region=${codes}&start=${days[0]}&end=${days.at(-1)}&format=columns`;
}

/** Odds in percent that the highest hour of its day is the one that begins then; null where they are not known. */
export function hourOdds(answer: ColumnsAnswer, { code, marketZone }: Grid, startMs: number): number | null {
  const rows = (answer.data['region'] ?? []).flatMap((region, row) => (region === code ? [row] : []));
  const data = Object.fromEntries(
    Object.entries(answer.data).map(([name, values]) => [name, rows.map((row) => values[row])]),
  );
  const { day, hour } = wallTime(startMs, marketZone);
  return peakDays({ ...answer, data }, marketZone).find((each) => each.day === day)?.hourPcts[hour] ?? null;
}
