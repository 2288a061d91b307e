import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  AREAS,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  engine,
  findPlan,
  HOUR_MS,
  MARKET_RUNS,
  MINUTE_MS,
} from '@loadcast/core';
import { accuracyOf } from '@loadcast/core/accuracy';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import type { AuthedRequest } from '@loadcast/formats';
import { preparedOf } from '@loadcast/formats/testing';
import { openForecastRunner } from '@loadcast/service';
import { simulatedSource } from '@loadcast/sources/simulated';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { createSurfaceA } from '@loadcast/surface-a';
import { createMonitor } from '../../../../packages/service/src/monitors/monitor.js';
import { createService } from '../../../../packages/service/src/schedule/service.js';
import { fillWithDemoHistory } from '../../../../packages/service/src/wiring/demo-history.js';

/** What the process weighs after some days. */
export interface YearSample {
  readonly day: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly arraysMb: number;
  /** Hours of load and operators' forecasts in memory, all of them once, MB. */
  readonly seriesMb: number;
  readonly vintages: number;
  readonly storeMb: number;
  readonly tookSeconds: number;
}

const START = Date.UTC(2026, 0, 1);
const MB = 2 ** 20;
const REGIONS = ['CAISO', 'ERCOT', 'PJM', 'MISO', 'NYISO', 'ISONE', 'SPP'];

/**
 * Runs the service over simulated days, an hour a step, on a SQLite store: polls, issues, is monitored, and serves
 * forecasts, history and accuracy. Prints a `YearSample` as a line of JSON after every `everyDays` days.
 */
export async function run(days: string, everyDays: string, model: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-year-'));
  const store = await openSqliteStore({ dataDir });
  // A year of commits need not wait for the disk.
  store.database.exec('pragma synchronous = off');
  let now = START;
  await fillWithDemoHistory(store.actuals, simulatedSource(CONTRACT_AREAS), now);
  const actuals = cachedActualsStore(store.actuals);
  const vintages = cachedVintageStore(store.vintages);
  const forecaster = model === 'engine' ? engine : sameHourLastWeek;
  const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) };
  const clock = { now: () => now };
  const monitor = createMonitor({
    areas: () => CONTRACT_AREAS,
    actuals,
    vintages,
    backfillsGates: false,
    follows: true,
    now: clock.now,
    log,
    storeFailure: store.failure,
    inStepAt: clock.now,
    followsWeather: false,
  });
  const service = createService({
    areas: () => CONTRACT_AREAS,
    clock,
    actuals,
    vintages,
    runner: await openForecastRunner(forecaster, store.actuals, AREAS),
    source: simulatedSource(CONTRACT_AREAS),
    log,
    observer: { ...monitor.observer, issued() {} },
    withLeadership: (_name, work) => work(new AbortController().signal),
  });
  const surface = createSurfaceA({ actuals, vintages });
  const began = performance.now();

  const ask = async (path: string) => {
    const [route = '', query = ''] = path.split('?');
    const request: AuthedRequest = {
      method: 'GET',
      path: route,
      fullPath: `/v1${route}`,
      query,
      headers: new Map(),
      receivedAt: now,
      areas: CONTRACT_AREAS,
      requestId: 'year',
      baseUrl: 'http://127.0.0.1',
      principal: { accountId: 'a', keyId: 'k', plan: findPlan('a', 'enterprise')! },
    };
    const found = surface.route(request);
    const prepared = await preparedOf(found!, request);
    const { status } = await prepared.reply();
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };

  const sample = async (day: number) => {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    let [hours, count] = [0, 0];
    for (const key of await actuals.keys()) hours += (await actuals.read(key)).values.length;
    for (const { id } of AREAS) count += await vintages.count(id, now);
    const row: YearSample = {
      day,
      rssMb: rss / MB,
      heapMb: heapUsed / MB,
      arraysMb: arrayBuffers / MB,
      seriesMb: (hours * 16) / MB,
      vintages: count,
      storeMb: statSync(join(dataDir, 'loadcast.db')).size / MB,
      tookSeconds: (performance.now() - began) / 1e3,
    };
    console.log(JSON.stringify(row));
  };

  for (let hour = 1; hour <= Number(days) * 24; hour++) {
    for (const minute of [10, 58]) {
      now = START + hour * HOUR_MS + minute * MINUTE_MS;
      await service.poll();
      await service.issue();
    }
    if (hour % 6 === 0) await monitor.look();
    for (const region of hour % 3 === 0 ? REGIONS : []) {
      await ask(`/demand/forecast?region=${region}&horizon=15d`);
      await ask(`/demand/history?region=${region}`);
      await ask(`/demand/latest?region=${region}`);
    }
    if (hour % 24 === 0) {
      for (const area of AREAS)
        for (const run of MARKET_RUNS) await accuracyOf({ actuals, vintages }, { area, run, asOf: now });
      if ((hour / 24) % Number(everyDays) === 0) await sample(hour / 24);
    }
  }
  await service.stop();
  await store.close();
  rmSync(dataDir, { recursive: true });
}
