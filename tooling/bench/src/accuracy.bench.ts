import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AREAS,
  cachedActualsStore,
  cachedVintageStore,
  floorToHour,
  HOUR_MS,
  MARKET_RUNS,
  type VintageStore,
} from '@loadcast/core';
import { accuracyOf } from '@loadcast/core/accuracy';
import { buildBatch, buildVintage } from '@loadcast/core/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { afterAll, bench, describe } from 'vitest';

/*
 * Rolling 30 days of every area and run from a SQLite store: three years of load, hourly issues for 50 days, or as many as
 * ACCURACY_DAYS says (365 are 96,000 vintages). The target is 50 ms for all 44 together once they have been asked for.
 */
const NOW = Date.parse('2026-07-02T18:00Z');
const LOAD_HOURS = 3 * 8766;
const ISSUE_HOURS = Number(process.env['ACCURACY_DAYS'] ?? 50) * 24;

const loadMw = (hour: number, row: number): number =>
  Math.round(20_000 + 5000 * Math.sin((2 * Math.PI * hour) / 24) + 700 * Math.sin(hour / 31 + row) + (hour % 5));

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-bench-'));
const store = await openSqliteStore({ dataDir });
store.database.exec('pragma synchronous = off');
await store.actuals.append(
  buildBatch(
    AREAS.map(({ series }, row) => ({
      key: { series, measure: 'demand' as const },
      start: NOW - LOAD_HOURS * HOUR_MS,
      values: Float64Array.from({ length: LOAD_HOURS }, (_, hour) => loadMw(hour, row)),
      known: { kind: 'lag' as const, lagMs: 2 * HOUR_MS },
    })),
  ),
);
for (let back = ISSUE_HOURS; back >= 0; back--) await issueAll(store.vintages, NOW - back * HOUR_MS);

async function issueAll(vintages: VintageStore, issuedAt: number): Promise<void> {
  for (const { id } of AREAS) {
    const valueMw = Float64Array.from({ length: 384 }, (_, hour) => 20_000 + 100 * (hour % 24));
    await vintages.append(
      buildVintage({ areaId: id, issuedAt, availableAt: issuedAt, start: floorToHour(issuedAt), valueMw }),
    );
  }
}

/** Every area's load of yesterday's last hour, restated. */
function restateAll(mw: number): Promise<void> {
  const at = NOW + mw;
  return warm.actuals.append(
    buildBatch(
      AREAS.map(({ series }) => ({
        key: { series, measure: 'demand' as const },
        start: NOW - 14 * HOUR_MS,
        values: Float64Array.of(20_000 + mw),
        known: { kind: 'at' as const, at },
      })),
    ),
  );
}

afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const cold = () => ({ actuals: cachedActualsStore(store.actuals), vintages: cachedVintageStore(store.vintages) });
const warm = cold();

async function everything(deps: typeof warm, asOf: number): Promise<void> {
  for (const area of AREAS) {
    for (const run of MARKET_RUNS) {
      const { scores } = await accuracyOf(deps, { area, run, asOf });
      if (scores.hours < 700) throw new Error(`${area.id} ${run}: only ${scores.hours} hours`);
    }
  }
}
await everything(warm, NOW);

describe('rolling 30 days, 11 areas x 4 runs', () => {
  bench('asked before', () => everything(warm, NOW));
  let asOf = NOW;
  bench('a minute later each time', () => {
    asOf += 60_000;
    return everything(warm, asOf);
  });
  let news = 0;
  const writeNews = async (): Promise<void> => {
    news++;
    await issueAll(warm.vintages, NOW + news * 1_000);
    await restateAll(news);
  };
  bench('an hour of news written: a vintage and a restatement of each area', writeNews);
  bench('and asked after each', async () => {
    await writeNews();
    await everything(warm, NOW + HOUR_MS);
  });
  bench('for the first time', () => everything(cold(), NOW), {
    iterations: 3,
    time: 0,
    warmupIterations: 0,
    warmupTime: 0,
  });
});

describe('one answer', () => {
  bench('DAM', async () => void (await accuracyOf(warm, { area: AREAS[0]!, asOf: NOW })));
  bench('DAM against last week', async () => {
    await accuracyOf(warm, { area: AREAS[0]!, asOf: NOW, baseline: 'naive_168h' });
  });
});
