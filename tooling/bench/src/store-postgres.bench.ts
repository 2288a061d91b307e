import { AREAS, HOUR_MS, type Vintage } from '@loadcast/core';
import { buildBatch, buildVintage } from '@loadcast/core/testing';
import { openPostgresStore } from '@loadcast/storage/postgres';
import { afterAll, bench, describe } from 'vitest';

/* The same questions as store.bench.ts, asked of the PostgreSQL at TEST_DATABASE_URL, with ten days of issues. */
const URL_OF_DATABASE = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const FIRST = Date.parse('2016-01-01T00:00Z');
const FILE_HOURS = 4_380;
const ISSUES = 240;
const DEMAND = AREAS.map(({ series }) => ({ series, measure: 'demand' as const }));

const schema = `bench_${process.pid}`;
const store = await openPostgresStore({ connectionString: URL_OF_DATABASE, schema });
for (let file = 0; file < 20; file++) {
  await store.actuals.append(
    buildBatch(
      DEMAND.map((key, i) => ({
        key,
        start: FIRST + file * FILE_HOURS * HOUR_MS,
        values: Float64Array.from({ length: FILE_HOURS }, (_, hour) => Math.round(load(hour + i * 7 + file * 31))),
        known: { kind: 'lag', lagMs: 2 * HOUR_MS },
      })),
    ),
  );
}
for (let issue = 0; issue < ISSUES; issue++) {
  await Promise.all(AREAS.map(({ id }) => store.vintages.append(vintageOf(id, issue))));
}
let issues = ISSUES;

afterAll(async () => {
  await store.connections.query(`drop schema ${schema} cascade`);
  await store.close();
});

describe('PostgreSQL', () => {
  bench('load ten years of the 11 areas', async () => {
    await Promise.all(DEMAND.map((key) => store.actuals.read(key)));
  });
  bench('the newest vintage of an area', async () => {
    await store.vintages.newest('caiso', Infinity);
  });
  bench('a vintage as of the middle of all', async () => {
    await store.vintages.newest('nyiso', FIRST + (ISSUES / 2) * HOUR_MS);
  });
  bench('append a vintage', async () => {
    await store.vintages.append(vintageOf('caiso', issues++));
  });
});

function vintageOf(areaId: Vintage['areaId'], issue: number): Vintage {
  const valueMw = Float64Array.from({ length: 384 }, (_, hour) => Math.round(load(hour + issue) * 100) / 100);
  return buildVintage({ areaId, issuedAt: FIRST + issue * HOUR_MS, valueMw });
}

/** A daily shape with noise. */
function load(hour: number): number {
  const noise = ((hour * 48_271) % 65_537) / 65_537;
  return 25_000 + 6_000 * Math.sin((hour / 24) * 2 * Math.PI) + 700 * noise;
}
