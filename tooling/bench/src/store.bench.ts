import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, HOUR_MS, type Vintage } from '@loadcast/core';
import { buildBatch, buildVintage } from '@loadcast/core/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { afterAll, bench, describe } from 'vitest';

/*
 * Ten years of 100 series from twenty half-year files, and vintages of eleven areas: 11,000 of them, or as many as
 * STORE_VINTAGES says (96,360 is a year of hourly issues).
 */
const VINTAGES = Number(process.env['STORE_VINTAGES'] ?? 11_000);
const FIRST = Date.parse('2016-01-01T00:00Z');
const FILE_HOURS = 4_380;
const DEMAND = AREAS.map(({ series }) => ({ series, measure: 'demand' as const }));
const OTHERS = Array.from({ length: 100 - DEMAND.length }, (_, i) => ({ series: `S${i}`, measure: 'demand' as const }));

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-bench-'));
const store = await openSqliteStore({ dataDir });
for (let file = 0; file < 20; file++) {
  const start = FIRST + file * FILE_HOURS * HOUR_MS;
  await store.actuals.append(
    buildBatch(
      [...DEMAND, ...OTHERS].map((key, i) => ({
        key,
        start,
        values: Float64Array.from({ length: FILE_HOURS }, (_, hour) => Math.round(load(hour + i * 7 + file * 31))),
        known: { kind: 'lag', lagMs: 2 * HOUR_MS },
      })),
    ),
  );
}
// The benchmark does not measure filling, so filling need not wait for the disk.
store.database.exec('pragma synchronous = off');
let issues = 0;
const begun = performance.now();
while (issues * AREAS.length < VINTAGES) {
  for (const { id } of AREAS) await store.vintages.append(vintageOf(id, issues));
  issues++;
}
store.database.exec('pragma synchronous = full');
const { pages } = store.database.prepare('select sum(pgsize) as pages from dbstat where name like ?').get('vintage%');
console.log(
  `${issues * AREAS.length} vintages appended at ${(((performance.now() - begun) * 1e3) / (issues * AREAS.length)).toFixed(0)} us each, ` +
    `${Math.round(pages / (issues * AREAS.length))} bytes each with headers and index`,
);
const middle = FIRST + (issues / 2) * HOUR_MS;

afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

describe('actuals, SQLite', () => {
  bench('load ten years of the 11 areas', async () => {
    for (const key of DEMAND) await store.actuals.read(key);
  });
  let poll = 0;
  bench('append a live poll of 100 series, one hour each, synced', async () => {
    poll++;
    await store.actuals.append(
      buildBatch(
        [...DEMAND, ...OTHERS].map((key) => ({
          key,
          start: FIRST + 20 * FILE_HOURS * HOUR_MS,
          values: Float64Array.of(poll),
          known: { kind: 'at', at: poll },
        })),
      ),
    );
  });
});

describe('vintages, SQLite', () => {
  bench('the newest of an area', async () => {
    await store.vintages.newest('caiso', Infinity);
  });
  bench('as of the middle of all', async () => {
    await store.vintages.newest('nyiso', middle);
  });
  bench('headers of a week', async () => {
    await store.vintages.headers('caiso', { start: middle, end: middle + 168 * HOUR_MS });
  });
  bench('append one, synced', async () => {
    await store.vintages.append(vintageOf('caiso', issues++));
  });
});

function vintageOf(areaId: Vintage['areaId'], issue: number): Vintage {
  const valueMw = Float64Array.from({ length: 384 }, (_, hour) => cents(load(hour + issue)));
  const spread = (hour: number): number => 300 + 3 * hour + 50 * Math.sin(hour * 1.7 + issue);
  return buildVintage({
    areaId,
    issuedAt: FIRST + issue * HOUR_MS,
    valueMw,
    p10Mw: valueMw.map((mw, hour) => cents(mw - spread(hour))),
    p90Mw: valueMw.map((mw, hour) => cents(mw + spread(hour + 0.5))),
  });
}

/** A daily shape with noise. */
function load(hour: number): number {
  const noise = ((hour * 48_271) % 65_537) / 65_537;
  return 25_000 + 6_000 * Math.sin((hour / 24) * 2 * Math.PI) + 700 * noise;
}

function cents(mw: number): number {
  return Math.round(mw * 100) / 100;
}
