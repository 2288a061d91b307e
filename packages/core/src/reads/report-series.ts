import type { MarketRun } from '../horizons/horizon.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { readActualHours } from './beside/hours-beside.js';
import { noData } from './missing/no-data.js';
import { whyNoActuals } from './missing/why-no-actuals.js';
import { type RunQuery, whyNoRun, whyNoScore } from './missing/why-no-run.js';
import { emptyRun, type RunDeps, type RunForecast } from './runs-forecast.js';
import { readMarketRun } from './runs-market.js';
import { readRealTimeRun } from './runs-real-time.js';

/** A market run, the real-time run, or actual load. */
export type ReportRun = MarketRun | 'RTM' | 'ACTUAL';

export interface ReportDeps extends RunDeps {
  /** `read` should be quick (actuals in memory). */
  readonly actuals: Pick<ActualsStore, 'read'>;
}

/**
 * One run of one area over a window, hourly.
 *
 * ACTUAL is the reported load as known at `asOf`, without bounds and without what screening finds cannot be load.
 *
 * @returns a run over exactly `query.window`; NaN where it says nothing
 */
export async function readReportSeries(deps: ReportDeps, run: ReportRun, query: RunQuery): Promise<RunForecast> {
  if (run !== 'ACTUAL') return run === 'RTM' ? readRealTimeRun(deps, query) : readMarketRun(deps, run, query);
  const { area, window, asOf } = query;
  return { ...emptyRun(window), valueMw: (await readActualHours(deps, area, window, asOf)).valuesMw };
}

/**
 * The failure for a report that has no row, with the reason that holds for the first of its areas.
 *
 * @param subject the request, in our own codes: it becomes part of a message
 */
export async function emptyReport(deps: ReportDeps, run: ReportRun, query: RunQuery, subject: string): Promise<Error> {
  const { area, window, asOf } = query;
  const missing = run === 'ACTUAL' ? await whyNoActuals(deps, area, window, asOf) : await whyNoRun(deps, run, query);
  return noData(subject, missing);
}

/**
 * The failure for an accuracy without a scored hour.
 *
 * @param query the window of the operating days that were to be scored
 * @param subject as for `emptyReport`
 */
export async function emptyScore(deps: ReportDeps, run: MarketRun, query: RunQuery, subject: string): Promise<Error> {
  return noData(subject, await whyNoScore(deps, run, query));
}
