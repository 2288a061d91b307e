import { AREAS, type EpochMs, floorToHour, MINUTE_MS } from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { openForecastRunner } from '@loadcast/service';
import { openPostgresStore } from '@loadcast/storage/postgres';
import { expect, test } from 'vitest';
import { toVintage } from '../../../../../packages/service/src/forecasting/publish.js';
import { makeByQueue } from '../../../../../packages/service/src/jobs/make-by-queue.js';
import type { MakeForecast } from '../../../../../packages/service/src/schedule/make-forecast.js';
import { openPostgres, type Store } from '../../../../../packages/service/src/wiring/store.js';
import { type Child, startChild } from '../../../../../tooling/testing/child.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl, TEST_DATABASE_URL } from '../../test-database.js';
import { fillPast, stepAt } from '../stepped-service.js';

const WORKER = new URL('./worker-main.ts', import.meta.url);
/** How often to kill a worker or its connections. `WORKER_KILLS=200` is the long run. */
const KILLS = Number(process.env['WORKER_KILLS'] ?? 4);
const WORKERS = 2;
const RUNS = 3 * KILLS;
const POLLED = { timeout: 300_000, interval: 20 };

/** The known load is enough for a week of runs. */
const EVERY_MS = 10 * MINUTE_MS;
const issuedAtOf = (run: number): EpochMs => stepAt(0) + run * EVERY_MS;
/** A number from 0 to 1 that is the same in each run. */
const random = (seed: number): number => ((seed + 1) * 0.618_033_988_749_895) % 1;

test.skipIf(!(await databaseAnswers()))(
  `${WORKERS} workers killed ${KILLS} times in the middle of forecasts: no run is lost, none is there twice, each has its bits`,
  async () => {
    const url = freshDatabaseUrl();
    const schema = new URL(url).searchParams.get('schema')!;
    const store = await openPostgres(url, 'writer');
    const admin = await openPostgresStore({ connectionString: TEST_DATABASE_URL, poolSize: 1, schema });
    const jobs = await store.openIssueJobs!(() => {});
    const queue = makeByQueue(jobs, { warn: () => {} });
    const workers: Child[] = [];
    try {
      await fillPast(store.actuals, floorToHour(stepAt(0)));
      for (let worker = 0; worker < WORKERS; worker++) workers.push(startChild(WORKER, url));
      let planned = 0;
      const planning = Promise.all(AREAS.map((area) => planRuns(store, queue.make, area.id, () => (planned += 1))));
      for (let kill = 0; kill < KILLS; kill++) {
        const from = planned;
        const some = 1 + Math.floor(random(kill) * 2 * AREAS.length);
        await expect.poll(() => planned, POLLED).toBeGreaterThanOrEqual(from + some);
        if (kill % 2 === 0) {
          const at = Math.floor(kill / 2) % WORKERS;
          await workers[at]!.kill();
          workers[at] = startChild(WORKER, url);
        } else await admin.connections.query(TERMINATE_OTHERS);
        await admin.connections.query(expireJobs(schema));
      }
      await planning;
      await expectAllRuns(store);
    } finally {
      await Promise.all(workers.map((worker) => worker.kill().catch(() => undefined)));
      await queue.close();
      await store.close();
      await admin.connections.query(`drop schema ${schema}_jobs cascade`);
      await admin.close();
      await dropSchema(url);
    }
  },
  KILLS * 60_000 + 300_000,
);

/** Ends the connections of workers and planner, as a restarted server does. */
const TERMINATE_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and datname = current_database() and query ~ current_schema`;

/** Ages every job under way. A living worker then finds that another process has its job. */
const expireJobs = (schema: string): string =>
  `update ${schema}_jobs.job set started_on = now() - interval '1 hour' where state = 'active'`;

/** Plans an area run by run, each again until it is there, as the schedule does. */
async function planRuns(store: Store, make: MakeForecast, areaId: string, onMade: () => void): Promise<void> {
  let newestIssuedAt: EpochMs | undefined;
  for (let run = 0; run < RUNS; run++) {
    const issuedAt = issuedAtOf(run);
    const isThere = async (): Promise<boolean> => {
      const due = { areaId, reason: 'new_actuals', issuedAt, plannedAt: issuedAt, newestIssuedAt } as const;
      await make(due).catch(() => undefined);
      return (await store.vintages.issued(areaId, issuedAt).catch(() => undefined)) !== undefined;
    };
    await expect.poll(isThere, POLLED).toBe(true);
    newestIssuedAt = issuedAt;
    onMade();
  }
}

/** Compares what is kept with what one process forecasts, and each area's chain with its runs. */
async function expectAllRuns(store: Store): Promise<void> {
  const runner = await openForecastRunner(sameHourLastWeek, store.actuals, AREAS);
  for (const { id } of AREAS) {
    expect(await store.vintages.count(id, Number.POSITIVE_INFINITY)).toBe(RUNS);
    expect(await store.vintages.links(id, { start: 0, end: Number.POSITIVE_INFINITY })).toHaveLength(RUNS);
    for (let run = 0; run < RUNS; run++) {
      const issuedAt = issuedAtOf(run);
      const kept = (await store.vintages.issued(id, issuedAt))!;
      const alone = toVintage(id, issuedAt, kept.availableAt, await runner.issue(id, issuedAt));
      expect(kept).toEqual(alone);
    }
  }
}
