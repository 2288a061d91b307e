import type { Vintage } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import type pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeVintage } from '../codec/vintage-row.js';
import type { BulkVintageStore } from '../store-contents.js';
import { databaseAnswers, emptyPostgresStore, freshSchema } from '../testing/test-database.js';
import type { PostgresStore } from './postgres-store.js';
import { addMonths } from './run-months.js';
import { vintageChanges } from './vintage-changes.js';

const answers = await databaseAnswers();

const run = (areaId: string, issuedAt: number) => buildVintage({ areaId, issuedAt, availableAt: issuedAt });

/** A transaction that has kept a run, and is not committed. */
async function began(store: PostgresStore, areaId: string, issuedAt: number): Promise<pg.Client> {
  const client = await begun(store);
  await keepIn(client, areaId, issuedAt);
  return client;
}

/** A transaction that has its number, and is not committed. */
async function begun(store: PostgresStore): Promise<pg.Client> {
  const client = await store.connections.dedicated();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}

async function keepIn(client: pg.Client, areaId: string, issuedAt: number): Promise<void> {
  const row = encodeVintage(run(areaId, issuedAt));
  const places = Object.keys(row).map((_, column) => `$${column + 1}`);
  await client.query(`insert into vintage (${Object.keys(row)}) values (${places})`, Object.values(row));
}

const keepAll = ({ vintages }: PostgresStore, runs: readonly Vintage[]) =>
  (vintages as BulkVintageStore).appendAll(runs);

/** Other tests of this server have transactions too: the changes are read until an area is among them. */
async function open() {
  const store = await emptyPostgresStore({ schema: freshSchema() });
  await addMonths(store.connections, [0]);
  const read = store.vintageChanges();
  await expect.poll(read, { timeout: 60_000 }).toBeDefined();
  return { store, read };
}

const SETTLES = { timeout: 60_000 };

describe.skipIf(!answers)('changes of runs', () => {
  test('areas that were kept since are given with their newest run, and others are not', async () => {
    const { store, read } = await open();
    await keepAll(store, [run('pjm', 1_000), run('pjm', 3_000), run('miso', 2_000)]);
    expect(await read()).toEqual(new Map([['pjm', 3_000], ['miso', 2_000]])); // biome-ignore format: pairs
    await expect.poll(read, SETTLES).toEqual(new Map());
    await store.vintages.append(run('miso', 5_000));
    expect(await read()).toEqual(new Map([['miso', 5_000]]));
  });

  test('the first call has nothing to compare with', async () => {
    const store = await emptyPostgresStore();
    await store.vintages.append(run('pjm', 1_000));
    expect(await store.vintageChanges()()).toBeUndefined();
  });

  test('of two transactions the one that took the lower number and commits last is given', async () => {
    const { store, read } = await open();
    const first = await began(store, 'pjm', 1_000);
    const second = await began(store, 'miso', 2_000);
    await second.query('commit');
    expect(await read()).toEqual(new Map([['miso', 2_000]]));
    expect(await read()).toEqual(new Map([['miso', 2_000]]));
    await first.query('commit');
    expect((await read())?.get('pjm')).toBe(1_000);
    await expect.poll(read, SETTLES).toEqual(new Map());
  });

  test('a transaction that began last and took the lower number is given when it commits last', async () => {
    const { store, read } = await open();
    const [first, last] = [await begun(store), await begun(store)];
    await keepIn(last, 'pjm', 1_000);
    await keepIn(first, 'miso', 2_000);
    await first.query('commit');
    for (const _ of [1, 2, 3]) expect(await read()).toEqual(new Map([['miso', 2_000]]));
    await last.query('commit');
    expect((await read())?.get('pjm')).toBe(1_000);
    await expect.poll(read, SETTLES).toEqual(new Map());
  });

  test('a transaction that was open at the first call is not passed over', async () => {
    const store = await emptyPostgresStore({ schema: freshSchema() });
    await addMonths(store.connections, [0]);
    const open = await began(store, 'pjm', 1_000);
    await store.vintages.append(run('miso', 2_000));
    const read = store.vintageChanges();
    for (const _ of [1, 2, 3]) expect(await read()).toBeUndefined();
    await open.query('commit');
    expect(await read()).toBeUndefined();
    await expect.poll(read, SETTLES).toEqual(new Map());
  });

  test('numbers that a refused run and one rolled back took are no news, and hide none', async () => {
    const { store, read } = await open();
    const back = await began(store, 'pjm', 1_000);
    await back.query('rollback');
    await store.vintages.append(run('miso', 2_000));
    await store.vintages.append(run('miso', 2_000));
    await store.vintages.append(run('nyiso', 3_000));
    expect(await read()).toEqual(new Map([['miso', 2_000], ['nyiso', 3_000]])); // biome-ignore format: pairs
  });

  test('in a database that was restored any area may have changed', async () => {
    const { store, read } = await open();
    await store.vintages.append(run('pjm', 1_000));
    await expect.poll(read, SETTLES).toEqual(new Map());
    await store.connections.query('delete from vintage');
    expect(await read()).toBeUndefined();
  });

  test('a transaction begins before its row is numbered', async () => {
    const { store } = await open();
    const texts: string[] = [];
    const { connections } = store;
    const transaction: typeof connections.transaction = (work, isKept) =>
      connections.transaction(async (client) => {
        const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
        const spied = Object.assign(Object.create(client), {
          async query(text: string, values?: unknown[]) {
            if (!text.includes('insert into vintage')) return query(text, values);
            const { rows } = await query(`explain (costs off) ${text}`, values);
            texts.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
            return query(text, values);
          },
        });
        return work(spied);
      }, isKept);
    const { vintagesPostgres } = await import('./vintages-postgres.js');
    const vintages = vintagesPostgres({ ...connections, transaction }, 'none', {
      ...{ take: async () => undefined, release: () => undefined, check: async () => undefined },
    });
    expect(await vintages.append(run('pjm', 1_000))).toBe(true);
    expect(texts.join()).toContain('One-Time Filter: (pg_current_xact_id() IS NOT NULL)');
  });

  test('rows of 1,100 areas are one statement', async () => {
    const { store } = await open();
    await keepAll(
      store,
      Array.from({ length: 1_100 }, (_, area) => run(`area-${area}`, 1_000)),
    );
    let asked = 0;
    const query: PostgresStore['connections']['query'] = (sql, values) => {
      asked++;
      return store.connections.query(sql, values);
    };
    const read = vintageChanges({ ...store.connections, query });
    await expect.poll(read, SETTLES).toBeDefined();
    await keepAll(
      store,
      Array.from({ length: 1_100 }, (_, area) => run(`area-${area}`, 2_000)),
    );
    asked = 0;
    expect((await read())?.size).toBe(1_100);
    expect(asked).toBe(1);
  });
});
