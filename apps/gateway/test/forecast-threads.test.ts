import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, type AreaId, HOUR_MS } from '@loadcast/core';
import type { ForecastRunner } from '@loadcast/service';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workerForecastRunner } from '../../../packages/service/src/forecasting/worker-runner.js';

const ISSUED_AT = 1_000 * HOUR_MS;

let folder: string;
let goFile: string;
let runner: ForecastRunner;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-threads-'));
  goFile = join(folder, 'go');
  const settings = { LOADCAST_DATA_DIR: folder, FORECASTER: '', ENDED_FILE: join(folder, 'ended'), GO_FILE: goFile };
  runner = workerForecastRunner(
    { settings, count: 2, keepsFits: false },
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
