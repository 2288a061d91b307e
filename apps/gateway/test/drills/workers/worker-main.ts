import { AREAS, CONTRACT_AREAS } from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { openForecastRunner } from '@loadcast/service';
import { workOnForecasts } from '../../../../../packages/service/src/jobs/work-on-forecasts.js';
import { openPostgres } from '../../../../../packages/service/src/wiring/store.js';

/** A worker of the drill: the loop of `loadcast work` with a quick model. It prints every run that it kept. */
export async function run(url: string): Promise<void> {
  const store = await openPostgres(url, 'writer');
  const jobs = await store.openIssueJobs!(() => {});
  const runner = await openForecastRunner(sameHourLastWeek, store.actuals, AREAS);
  console.log(`ready ${CONTRACT_AREAS.list.length}`);
  await workOnForecasts({
    jobs,
    runner,
    clock: { now: Date.now },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    atATime: 2,
    signal: new AbortController().signal,
  });
}
