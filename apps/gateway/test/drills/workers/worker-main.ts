import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, Areas, engine, MINUTE_MS } from '@loadcast/core';
import type { Clock } from '@loadcast/observe';
import { openForecastRunner } from '@loadcast/service';
import { openFittedStates } from '@loadcast/storage/fitted-states';
import { workOnForecasts } from '../../../../../packages/service/src/jobs/open-worker.js';
import { openPostgres } from '../../../../../packages/service/src/wiring/store.js';
import { printLine } from '../../../../../tooling/testing/print-line.js';

/** The areas of the drill: fits of all would take most of its time. */
export const DRILLED = new Areas(AREAS.slice(0, 5));

/** Runs are due so long after an hour begins, and scores a minute later, which leaves the machine to either. */
export const RUN_AFTER_MS = 10 * MINUTE_MS;

/** The clock of all processes of a drill, which its test sets by a file. */
export const clockOf = (folder: string): Clock => ({ now: () => Number(readFileSync(join(folder, 'now'), 'utf8')) });

/** A worker of the drill: the loop of `loadcast work` with the models of the service, and an empty folder for its fits. */
export async function run(url: string, folder: string): Promise<void> {
  const store = await openPostgres(url, 'writer');
  const jobs = await store.openIssueJobs!(() => {});
  const dataDir = join(folder, `worker-${process.pid}`);
  const states = openFittedStates({ dataDir, version: 'drill', now: Date.now(), table: store.fits });
  const runner = await openForecastRunner(engine, store.actuals, DRILLED.list, undefined, states);
  printLine('ready');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { signal } = new AbortController();
  await workOnForecasts({ jobs, runner, clock: clockOf(folder), log, atATime: 2, signal });
}
