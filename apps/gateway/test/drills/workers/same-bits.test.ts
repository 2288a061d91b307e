import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, cachedActualsStore, engine } from '@loadcast/core';
import { calendarLagRegression } from '@loadcast/core/forecast';
import { openForecastRunner } from '@loadcast/service';
import { expect, onTestFinished, test } from 'vitest';
import { makeByQueue } from '../../../../../packages/service/src/jobs/make-by-queue.js';
import { workOnForecasts } from '../../../../../packages/service/src/jobs/open-worker.js';
import { openPostgres, openSqlite, type Store } from '../../../../../packages/service/src/wiring/store.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from '../../test-database.js';
import { fillPast, steppedService } from '../stepped-service.js';

/** `WEEK_MODEL=engine` issues with the models of the service (long). */
const model = process.env['WEEK_MODEL'] === 'engine' ? engine : calendarLagRegression;
/** A step every eight hours and twenty minutes, through a change of the clocks and the gates of a week. */
const STEPS = Array.from({ length: 20 }, (_, step) => 25 * step);
const silent = { info() {}, warn() {}, error: (fields: object) => console.error(fields) };

/** The chain of digests of each area after the week. */
const chainsOf = ({ vintages }: Store) =>
  Promise.all(AREAS.map(({ id }) => vintages.links(id, { start: 0, end: Number.POSITIVE_INFINITY })));

async function embedded() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-bits-'));
  const store = await openSqlite(dataDir, 'writer');
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  await fillPast(store.actuals);
  const service = await steppedService({ ...store, actuals: cachedActualsStore(store.actuals) }, {}, undefined, {
    model,
  });
  for (const step of STEPS) await service.step(step);
  return chainsOf(store);
}

async function byWorkers(count: number) {
  const url = freshDatabaseUrl();
  const store = await openPostgres(url, 'writer');
  const jobs = await store.openIssueJobs!(() => undefined);
  const queue = makeByQueue(jobs, silent);
  const stop = new AbortController();
  const working: Promise<void>[] = [];
  onTestFinished(async () => {
    stop.abort();
    await Promise.all(working);
    await queue.close();
    await store.close();
    await dropSchema(url);
  });
  await fillPast(store.actuals);
  const stores = { ...store, actuals: cachedActualsStore(store.actuals) };
  const service = await steppedService(stores, {}, undefined, { model, makeForecast: queue.make });
  for (let worker = 0; worker < count; worker++) {
    const runner = await openForecastRunner(model, store.actuals, AREAS);
    const { signal } = stop;
    working.push(workOnForecasts({ jobs, runner, clock: { now: service.now }, log: silent, atATime: 2, signal }));
  }
  for (const step of STEPS) await service.step(step);
  return chainsOf(store);
}

test.skipIf(!(await databaseAnswers()))(
  'a replayed week has the same chains of digests embedded, from one worker and from three',
  async () => {
    const chains = await embedded();
    for (const chain of chains) expect(chain.length).toBeGreaterThan(STEPS.length / 2);
    expect(await byWorkers(1)).toEqual(chains);
    expect(await byWorkers(3)).toEqual(chains);
  },
  900_000,
);
