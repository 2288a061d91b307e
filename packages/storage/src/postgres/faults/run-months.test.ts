import { HOUR_MS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeVintage } from '../../codec/vintage-row.js';
import { MIGRATIONS } from '../../migrations/migrations.data.js';
import type { BulkVintageStore } from '../../store-contents.js';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../../testing/test-database.js';
import { verifyRuns } from '../../verify-runs.js';
import { type Connections, openConnections } from '../connections.js';
import { migrate } from '../migrate.js';
import { openPostgresStore, type PostgresStore } from '../postgres-store.js';
import { restoreInto } from '../restore-into.js';

const at = (text: string): number => Date.parse(`${text}Z`);
const run = (text: string, areaId = 'pjm') => buildVintage({ areaId, issuedAt: at(text), availableAt: at(text) });
const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
const issues = async ({ vintages }: Pick<PostgresStore, 'vintages'>, areaId = 'pjm') =>
  (await vintages.headers(areaId, all)).map(({ issuedAt }) => new Date(issuedAt).toISOString().slice(0, 16));

/** The tables of runs, with how many each has. */
async function tables({ connections }: Pick<PostgresStore, 'connections'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await connections.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'vintage'::regclass order by 1",
  ))
    counts[name] = (await connections.query<{ n: number }>(`select count(*) as n from ${name}`))[0]!.n;
  return counts;
}

const filled = async (store: PostgresStore) =>
  Object.fromEntries(Object.entries(await tables(store)).filter(([, runs]) => runs > 0));

/** The name of the table of a month from now on. */
const ahead = (months: number): string => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
  return `vintage_${month.toISOString().slice(0, 7).replace('-', '_')}`;
};

/** What a gateway of format 28 that is still running writes and reads. */
const FORMAT_28 = {
  write: `insert into vintage (area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc, left_out, crc, payload)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (area_id, issued_at) do nothing returning area_id`,
  read: 'select issued_at from vintage where area_id = $1 and issued_at <= $2 order by issued_at desc limit 1',
};
const valuesOf = (text: string) => Object.values(encodeVintage(run(text)));

describe.skipIf(!(await databaseAnswers()))('months of runs', () => {
  test('a new store has the tables of this month and the next two', async () => {
    const store = await emptyPostgresStore();
    expect(await tables(store)).toEqual({ [ahead(0)]: 0, [ahead(1)]: 0, [ahead(2)]: 0 });
  });

  test.each([
    { name: 'the first instant of a month is in it', text: '2020-02-01T00:00:00.000', table: 'vintage_2020_02' },
    { name: 'the last instant of a month is in it', text: '2020-02-29T23:59:59.999', table: 'vintage_2020_02' },
    { name: 'the last instant of a year is in it', text: '2019-12-31T23:59:59.999', table: 'vintage_2019_12' },
    { name: 'a month before 1970 has a table', text: '1969-06-01T00:00:00.000', table: 'vintage_1969_06' },
  ])('$name', async ({ text, table }) => {
    const store = await emptyPostgresStore();
    expect(await store.vintages.append(run(text))).toBe(true);
    expect(await store.vintages.append(run(text))).toBe(false);
    expect(await filled(store)).toEqual({ [table]: 1 });
    expect((await store.vintages.newest('pjm', Number.POSITIVE_INFINITY))?.issuedAt).toBe(at(text));
    expect((await store.vintages.newest('pjm', at(text)))?.issuedAt).toBe(at(text));
    expect(await store.vintages.newest('pjm', at(text) - 1)).toBeUndefined();
    expect((await store.vintages.issued('pjm', at(text)))?.issuedAt).toBe(at(text));
  });

  test('two processes that keep runs of months without tables at the same time keep all', async () => {
    const schema = freshSchema();
    const stores = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema })];
    const areas = ['pjm', 'miso', 'nyiso', 'caiso'];
    const runs = areas.flatMap((area) =>
      ['2020-01-31T23:00', '2020-02-01T00:00', '2021-05-01T00:00'].map((text) => run(text, area)),
    );
    const kept = await Promise.all(runs.map((one, n) => stores[n % 2]!.vintages.append(one)));
    expect(kept).toEqual(runs.map(() => true));
    expect(await filled(stores[0]!)).toEqual({ vintage_2020_01: 4, vintage_2020_02: 4, vintage_2021_05: 4 });
  });

  test('a group of runs of many months is kept whole', async () => {
    const store = await emptyPostgresStore();
    const runs = Array.from({ length: 30 }, (_, month) =>
      run(new Date(Date.UTC(2019, month)).toISOString().slice(0, -1)),
    );
    expect(await (store.vintages as BulkVintageStore).appendAll(runs)).toBe(30);
    expect(Object.keys(await filled(store))).toHaveLength(30);
  });
});

/** A store of format 28 with runs of three months, and a gateway that still has it open. */
async function format28(): Promise<{ schema: string; gateway: Connections }> {
  const schema = freshSchema();
  const gateway = openConnections({ connectionString: TEST_DATABASE_URL, schema, poolSize: 3 });
  onTestFinished(() => gateway.end());
  await migrate(gateway, MIGRATIONS.slice(0, 28));
  for (const text of EARLY) await gateway.query(FORMAT_28.write, valuesOf(text));
  return { schema, gateway };
}

const EARLY = ['2025-11-30T23:00', '2026-01-01T00:00', '2026-02-28T12:00'];
const opened = { connectionString: TEST_DATABASE_URL, poolSize: 3 };

describe.skipIf(!(await databaseAnswers()))('a store of format 28', () => {
  test.each([
    { name: 'before the first step', formats: 28, lock: undefined },
    { name: 'in the first step', formats: 28, lock: 'access share' },
    { name: 'between the steps', formats: 29, lock: undefined },
    { name: 'while runs are checked', formats: 29, lock: 'share update exclusive' },
    { name: 'while the change waits for reads', formats: 29, lock: 'access share' },
  ])('loses nothing when the move is killed $name, and the move goes on', async ({ formats, lock }) => {
    const { schema, gateway } = await format28();
    await migrate(gateway, MIGRATIONS.slice(0, formats));
    if (lock) {
      const reader = await gateway.dedicated();
      await reader.query(`begin; lock table vintage in ${lock} mode`);
      const mover = openPostgresStore({ ...opened, schema });
      const failed = expect(mover).rejects.toThrow();
      const killed = `select pg_terminate_backend(pid) as killed from pg_locks
        where relation = '${schema}.vintage'::regclass and not granted and mode in ('AccessExclusiveLock', 'ShareUpdateExclusiveLock')`;
      await expect.poll(() => gateway.query(killed), { timeout: 60_000 }).toContainEqual({ killed: true });
      await failed;
      await reader.end();
    }
    await gateway.query(FORMAT_28.write, valuesOf('2026-03-01T00:00'));
    const store = await emptyPostgresStore({ schema });
    expect(await issues(store)).toEqual([...EARLY, '2026-03-01T00:00']);
    expect(await tables(store)).toMatchObject({ vintage_early: 4 });
    expect(await verifyRuns(store.contents, 'pjm')).toMatchObject({ runs: 4, firstBreak: undefined });
  });

  test('is written to and read by a gateway of that format during the move and after it', async () => {
    const { schema, gateway } = await format28();
    const moved = openPostgresStore({ ...opened, schema });
    const isMoved = async () =>
      (await gateway.query('select 1 from loadcast_format where version = $1', [MIGRATIONS.length])).length > 0;
    const kept: string[] = [];
    const first = at('2026-04-01T00:00');
    for (let n = 0; n < 20 || !(await isMoved()); n++) {
      const text = new Date(first + n * HOUR_MS).toISOString().slice(0, 16);
      expect(await gateway.query(FORMAT_28.write, valuesOf(text))).toHaveLength(1);
      expect(await gateway.query(FORMAT_28.read, ['pjm', at(text)])).toEqual([{ issued_at: at(text) }]);
      kept.push(text);
    }
    const store = await moved;
    onTestFinished(() => store.close());
    expect(await issues(store)).toEqual([...EARLY, ...kept]);
    const changes = store.vintageChanges();
    await expect.poll(changes, { timeout: 60_000 }).toBeDefined();
    // Months after the move's last early one have tables already when the first run of one comes.
    const later = new Date(Date.now() + 70 * 24 * HOUR_MS).toISOString().slice(0, 16);
    await store.vintages.append(run(later));
    expect((await changes())?.get('pjm')).toBe(at(later));
    const ids = await store.connections.query<{ id: number }>('select id from vintage order by issued_at');
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
    expect(await verifyRuns(store.contents, 'pjm')).toMatchObject({ runs: ids.length, firstBreak: undefined });
  });
});

describe.skipIf(!(await databaseAnswers()))('months that are no longer kept', () => {
  const TEXTS = ['2024-01-31T23:00', '2024-02-01T00:00', '2024-02-29T23:00', '2024-03-01T00:00', '2024-03-15T00:00'];

  async function withRuns() {
    const store = await emptyPostgresStore();
    for (const text of TEXTS) await store.vintages.append(run(text));
    return store;
  }

  test.each([
    { name: 'the month of the instant is kept', before: '2024-02-15T00:00', kept: 4, dropped: ['vintage_2024_01'] },
    {
      name: 'the last instant of a month drops what is before it',
      before: '2024-02-29T23:59',
      kept: 4,
      dropped: ['vintage_2024_01'],
    },
    {
      name: 'the first instant of a month drops those before',
      before: '2024-03-01T00:00',
      kept: 2,
      dropped: ['vintage_2024_01', 'vintage_2024_02'],
    },
    { name: 'nothing is dropped where nothing is older', before: '2024-01-31T23:59', kept: 5, dropped: [] },
  ])('$name', async ({ before, kept, dropped }) => {
    const store = await withRuns();
    expect((await store.dropRunsBefore(at(before))).toSorted()).toEqual(dropped);
    expect(await issues(store)).toEqual(TEXTS.slice(-kept));
    expect(await verifyRuns(store.contents, 'pjm')).toMatchObject({ runs: 5, firstBreak: undefined });
    expect(await store.dropRunsBefore(at(before))).toEqual([]);
  });

  test('a run of a dropped month is refused, and one of a kept month is not', async () => {
    const store = await withRuns();
    await store.dropRunsBefore(at('2024-03-01T00:00'));
    expect(await store.vintages.append(run('2024-02-10T00:00'))).toBe(false);
    expect(await store.vintages.append(run('2024-03-10T00:00'))).toBe(true);
    const both = [run('2024-02-11T00:00'), run('2024-03-11T00:00')];
    expect(await verifyRuns(store.contents, 'pjm')).toMatchObject({ runs: 6, firstBreak: undefined });
    expect(await (store.vintages as BulkVintageStore).appendAll(both)).toBe(1);
  });

  test('a run that a kept month lacks is found', async () => {
    const store = await withRuns();
    await store.dropRunsBefore(at('2024-03-01T00:00'));
    await store.connections.query('delete from vintage where issued_at = $1', [at('2024-03-01T00:00')]);
    const { firstBreak } = await verifyRuns(store.contents, 'pjm');
    expect(firstBreak).toMatchObject({ position: 4, what: 'the run is not in the store' });
  });

  test('a backup that reads runs keeps them, and the next attempt drops them', async () => {
    const store = await withRuns();
    await store.snapshot(async ({ contents }) => {
      await contents.query('select count(*) from vintage');
      await expect(store.dropRunsBefore(at('2024-03-01T00:00'))).rejects.toMatchObject({ code: 'unavailable' });
    });
    expect(await issues(store)).toEqual(TEXTS);
    expect(await store.dropRunsBefore(at('2024-03-01T00:00'))).toHaveLength(2);
  });

  test('a store is replaced by one with other months, and set aside whole', async () => {
    const schema = freshSchema();
    const target = await emptyPostgresStore({ schema });
    await target.vintages.append(run('2023-07-01T00:00'));
    const source = await withRuns();
    onTestFinished(async () => {
      await source.connections.query(`drop schema if exists ${schema}_before_restore cascade`);
    });
    await restoreInto({ ...opened, schema }, source, { leadership: 'test', replace: true });
    expect(await issues(target)).toEqual(TEXTS);
    const aside = await target.connections.query(`select issued_at from ${schema}_before_restore.vintage`);
    expect(aside).toEqual([{ issued_at: at('2023-07-01T00:00') }]);
    await target.vintages.append(run('2023-07-01T00:00', 'miso'));
    expect(await filled(target)).toMatchObject({ vintage_2023_07: 1, vintage_2024_02: 2 });
  });
});
