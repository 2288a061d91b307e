import { type ReportWorld, reportWorld } from '@loadcast/core/testing';
import { type Answer, ask } from '@loadcast/formats/testing';
import { createSurfaceC } from '../surface-c.js';

export type { ReportWorld } from '@loadcast/core/testing';

/** When the requests of the tests arrive. */
export const receivedAt = Date.parse('2026-07-10T18:00:30Z');
export const RANGE = 'startdatetime=20260710T00:00-0700&enddatetime=20260710T03:00-0700';
export const DEMAND = `tac_area=PGE&${RANGE}`;

let filled: Promise<ReportWorld> | undefined;

/** Two weeks of made-up load and forecasts of the four utilities: filled once for all test files of a worker, which only read. */
export function openWorld(): Promise<ReportWorld> {
  filled ??= reportWorld('2026-06-25', '2026-07-10', { areas: ['pge', 'sce', 'sdge', 'vea'], runsPerDay: 3 });
  return filled;
}

/** Sends a query to a path of surface C. */
export type AskC = (path: string, query: string, at?: number) => Promise<Answer>;

export function askOf(world: ReportWorld): AskC {
  return (path, query, at = receivedAt) => ask(createSurfaceC(world), query, { receivedAt: at, path });
}
