import { ceilToHour, HOUR_MS } from '../time/instant.js';
import type { RunQuery } from './missing/why-no-run.js';
import { copyInto, emptyRun, type RunDeps, type RunForecast, vintageReader } from './runs-forecast.js';
import { issuesIn, operatingDaysOf } from './runs-issues.js';

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
