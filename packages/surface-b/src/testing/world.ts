import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { type Answer, type Ask, ask } from '@loadcast/formats/testing';
import { createSurfaceB } from '../surface-b.js';

export type { ReportWorld } from '@loadcast/core/testing';

/** When the requests of the tests arrive. */
export const receivedAt = Date.parse('2026-07-10T18:00:30Z');
export const RANGE = 'startdatetime=20260710T07:00-0000&enddatetime=20260710T09:00-0000';
export const FORECAST = `queryname=SLD_FCST&market_run_id=DAM&${RANGE}`;

let filled: Promise<ReportWorld> | undefined;

/** Three weeks of made-up load and forecasts of all areas: filled once for all test files of a worker, which only read. */
export function openWorld(): Promise<ReportWorld> {
  filled ??= reportWorld('2026-06-20', '2026-07-10');
  return filled;
}

/** Sends a query to surface B; it arrives at `receivedAt` unless `at` is given. */
export type AskB = (
  query: string,
  options?: { readonly anonymous?: boolean; readonly at?: number; readonly path?: string },
) => ReturnType<Ask>;

export function askOf(world: ReportWorld): AskB {
  return (query, { at = receivedAt, ...options } = {}) =>
    ask(createSurfaceB(world), query, { receivedAt: at, ...options } satisfies Parameters<typeof ask>[2]);
}

/** The cells of the rows of a CSV answer, without its header. */
export const cellsOf = ({ text }: Answer): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
