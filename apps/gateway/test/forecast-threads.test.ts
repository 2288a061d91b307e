import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AREAS, type AreaId, CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { type ForecastRunner, openStore } from '@loadcast/service';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { workerForecastRunner } from '../../../packages/service/src/forecasting/start-runner.js';
import { killPrograms, QUICK_MODEL, startProgram } from './started-program.js';
import { readFamilyPriorities, readThreadPriorities } from './thread-priorities.js';

afterAll(killPrograms);

const ISSUED_AT = 1_000 * HOUR_MS;

/** `npm test` builds it. */
const COMPILED = new URL('../dist/bin/forecast-worker.js', import.meta.url);

let folder: string;
let goFile: string;
let runner: ForecastRunner;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-threads-'));
  goFile = join(folder, 'go');
  const settings = { LOADCAST_DATA_DIR: folder, FORECASTER: '', ENDED_FILE: join(folder, 'ended'), GO_FILE: goFile };
  runner = workerForecastRunner(
    { areas: CONTRACT_AREAS, settings, count: 2, keepsFits: false },
    new URL('./scripted-worker.mjs', import.meta.url),
  );
});
afterEach(async () => {
  await runner.close();
  rmSync(folder, { recursive: true });
});

const models = async (areaIds: readonly AreaId[]) =>
  (await Promise.all(areaIds.map((areaId) => runner.issue(areaId, ISSUED_AT)))).map(({ model }) => model.name);

test('fault 24: a forecast thread that ends fails what was asked of it and is started again; the other one goes on', async () => {
  const ids: AreaId[] = AREAS.map(({ id }) => id).filter((id) => id !== 'sdge');
  const first = await Promise.allSettled(ids.map((id) => runner.issue(id, ISSUED_AT)));
  const failed = ids.filter((_, i) => first[i]!.status === 'rejected');
  expect(failed).toContain('vea');
  const onOtherThread = AREAS.filter((_, row) => row % 2 !== AREAS.findIndex(({ id }) => id === 'vea') % 2);
  expect(onOtherThread.filter(({ id }) => failed.includes(id))).toEqual([]);

  await runner.refresh(); // while one thread is gone
  expect(await models(ids)).toEqual(ids);
});

test('fault 25: a request is answered while a forecast holds its thread and does not end before the request has', async () => {
  const server = createServer((_request, response) => response.end('well'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const forecast = runner.issue('sdge', ISSUED_AT);
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('well');
    writeFileSync(goFile, '');
    expect((await forecast).model.name).toBe('sdge');
  } finally {
    server.close();
  }
});

/** Counts the threads of this process that yield to requests. */
const yielding = (): number =>
  readThreadPriorities('self').filter((nice) => nice === constants.priority.PRIORITY_BELOW_NORMAL).length;

/** The newest forecast of each area, and the gates of tomorrow, today and yesterday. */
const AWAITED = AREAS.flatMap(({ id }) => [id, id, id, id]);

test.runIf(process.platform === 'linux').each([
  { name: 'has forecasts yields at once', held: 1, yieldsAfter: 0 },
  {
    name: 'is new yields once the forecasts are made that its first readers wait for',
    held: 0,
    yieldsAfter: AWAITED.length,
  },
])('a forecast thread on a store that $name', async ({ held, yieldsAfter }) => {
  const settings = { LOADCAST_DATA_DIR: folder, FORECASTER: 'same-hour-last-week' };
  const store = await openStore(settings);
  for (let i = 0; i < held; i++) await store.vintages.append(buildVintage({ areaId: 'pjm' }));
  await store.close();
  const before = yielding();
  const thread = workerForecastRunner({ areas: store.areas(), settings, count: 1, keepsFits: false }, COMPILED);
  await thread.refresh();
  const seen = [yielding() - before];
  for (const id of AWAITED) {
    await thread.issue(id, ISSUED_AT).catch(() => undefined); // it has no load
    await thread.refresh();
    seen.push(yielding() - before);
  }
  await thread.close();
  expect([seen.indexOf(1), seen.at(-1)]).toEqual([yieldsAfter, 1]);
});

test.runIf(process.platform === 'linux')('forecast threads, and no others, have a low priority', async () => {
  const env = { SOURCE: 'simulated', FORECASTER: QUICK_MODEL, FORECAST_WORKERS: '2', LOG_LEVEL: 'warn' };
  const program = await startProgram(['loadcast', 'serve'], env);
  const pid = program.process.pid!;
  const lowered = () =>
    readFamilyPriorities(pid).filter((priority) => priority === constants.priority.PRIORITY_BELOW_NORMAL).length;
  while (lowered() < 2) await sleep(20);
  expect(new Set(readFamilyPriorities(pid))).toEqual(
    new Set([getPriority(), constants.priority.PRIORITY_BELOW_NORMAL]),
  );
  expect(lowered()).toBe(2);
});
