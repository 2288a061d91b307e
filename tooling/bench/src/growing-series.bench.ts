import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActualsStore, HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { openPostgresStore } from '@loadcast/storage/postgres';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { afterAll, bench, describe } from 'vitest';

/*
 * A series that was appended to hourly for a year, every tenth hour restated a day later: 9,600 blocks. How long it takes
 * to read it whole, with packs and from its blocks alone, and to read on after one more poll. PostgreSQL is the one at
 * TEST_DATABASE_URL.
 */
const URL_OF_DATABASE = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const FIRST = Date.parse('2025-01-01T00:00Z');
const DAYS = 365;
const KEY = { series: 'CISO', measure: 'demand' } as const;

function blockAt(hour: number, learntHour: number, mw: number) {
  const start = new Date(FIRST + hour * HOUR_MS).toISOString();
  return buildBlock(start, [mw], { known: { kind: 'at', at: FIRST + learntHour * HOUR_MS } });
}

function blocksOf(day: number) {
  return Array.from({ length: 24 }, (_, i) => {
    const hour = day * 24 + i;
    const isRestated = hour >= 26 && hour % 10 === 6;
    return [
      blockAt(hour, hour + 2, 20_000 + ((hour * 7919) % 9000)),
      ...(isRestated ? [blockAt(hour - 26, hour + 2, 20_000 + ((hour * 104_729) % 9000))] : []),
    ];
  }).flat();
}

/** A day's blocks in one batch: as many blocks as hourly polls write, in less time. */
async function fill(actuals: ActualsStore): Promise<void> {
  for (let day = 0; day < DAYS; day++) await actuals.append(buildBatch(blocksOf(day)));
}

const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-bench-'));
const openSqlite = async (name: string) => {
  const store = await openSqliteStore({ file: join(dataDir, name) });
  store.database.exec('pragma synchronous = off');
  await fill(store.actuals);
  return store;
};
const openPostgres = async (name: string) => {
  const schema = `bench_${process.pid}_${name}`;
  const store = await openPostgresStore({ connectionString: URL_OF_DATABASE, schema });
  await fill(store.actuals);
  const drop = () => store.connections.query(`drop schema ${schema} cascade`).then(store.close);
  return { ...store, drop };
};
const [sqlite, sqliteBlocks] = [await openSqlite('packed.db'), await openSqlite('blocks.db')];
const [postgres, postgresBlocks] = [await openPostgres('packed'), await openPostgres('blocks')];
sqliteBlocks.database.exec('delete from block_pack');
await postgresBlocks.connections.query('delete from block_pack');

const STORES = {
  'SQLite, from its blocks alone': sqliteBlocks.actuals,
  SQLite: sqlite.actuals,
  'PostgreSQL, from its blocks alone': postgresBlocks.actuals,
  PostgreSQL: postgres.actuals,
};
const whole = await sqlite.actuals.read(KEY);
for (const store of Object.values(STORES)) assert.deepEqual(await store.read(KEY), whole);

for (const store of [sqlite.actuals, postgres.actuals]) {
  await store.append(buildBatch([blockAt(DAYS * 24, DAYS * 24 + 2, 20_000)]));
  assert.deepEqual(await store.read(KEY, whole), await store.read(KEY));
}

afterAll(async () => {
  for (const store of [sqlite, sqliteBlocks]) await store.close();
  for (const store of [postgres, postgresBlocks]) await store.drop();
  rmSync(dataDir, { recursive: true });
});

describe('a year of hourly polls, read whole', () => {
  for (const [name, store] of Object.entries(STORES)) bench(name, async () => void (await store.read(KEY)));
});

describe('a year of hourly polls, read on after one more', () => {
  bench('SQLite', async () => void (await sqlite.actuals.read(KEY, whole)));
  bench('PostgreSQL', async () => void (await postgres.actuals.read(KEY, whole)));
});
