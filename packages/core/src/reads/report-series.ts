import type { MarketRun } from '../horizons/horizon.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { ceilToHour, HOUR_MS } from '../time/instant.js';
import { readActualHours } from './beside/hours-beside.js';
import { noData } from './missing/no-data.js';
import { whyNoActuals } from './missing/why-no-actuals.js';
import { type RunQuery, whyNoRun, whyNoScore } from './missing/why-no-run.js';
import { copyInto, emptyRun, type RunDeps, type RunForecast, vintageReader } from './runs-forecast.js';
import { issuesIn, operatingDaysOf } from './runs-issues.js';
import { readMarketRun } from './runs-market.js';

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

/**
 * What the real-time run (RTM) says of a window: for each hour the newest vintage available before that hour began.
 *
 * Hours that begin after `asOf` are read from the newest vintage available then. With a `version`, each day's hours
 * come from that day's n-th issue alone: the first was current when the day began, the others came during the day, and an
 * issue says nothing of hours that had begun when it came.
 *
 * @returns a run over exactly `query.window`
 */
export async function readRealTimeRun(deps: RunDeps, query: RunQuery): Promise<RunForecast> {
  const { area, window, asOf, version } = query;
  const result = emptyRun(window);
  if (version === undefined) {
    const newestAt = vintageReader(deps, area.id);
    for (let hour = window.start; hour < window.end; hour += HOUR_MS) {
      const vintage = await newestAt(Math.min(hour - 1, asOf));
      if (vintage) copyInto(result, vintage, { start: hour, end: hour + HOUR_MS });
    }
    return result;
  }
  for (const { hours } of operatingDaysOf(area, window)) {
    const issue = (await issuesIn(deps, area, hours, asOf, { standing: true }))[version - 1];
    const vintage = issue === undefined ? undefined : await deps.vintages.newest(area.id, issue);
    if (!vintage) continue;
    const firstHour = ceilToHour(vintage.availableAt + 1);
    copyInto(result, vintage, { start: Math.max(hours.start, firstHour), end: hours.end });
  }
  return result;
}
