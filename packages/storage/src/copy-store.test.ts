import type { Vintage } from '@loadcast/core';
import { buildBatch, buildBlock, buildVintage, buildWeatherBlock, testEvent } from '@loadcast/core/testing';
import { describe, expect, test } from 'vitest';
import { type CopyableStore, type CopyProgress, copyStore } from './copy-store.js';
import { countRows } from './kinds/count-rows.js';
import { STORED_KINDS } from './kinds/stored-kinds.data.js';
import type { SqliteStore } from './sqlite/sqlite-store.js';
import { databaseAnswers, emptyPostgresStore } from './testing/test-database.js';
import { emptySqliteStore } from './testing/test-sqlite.js';

const COUNTS = {
  batches: 5,
  vintages: 40,
  chain: 40,
  weather: 2,
  facts: 1,
  areas: 0,
  changes: 1,
  accounts: 1,
  keys: 0,
  sessions: 0,
  events: 1,
  links: 0,
  origins: 0,
  polls: 0,
  webhooks: 0,
  deliveries: 0,
  log: 0,
  usage: 0,
  factors: 0,
  recoveries: 0,
  forecasters: 0,
  submissions: 0,
};
const KEY = { series: 'CISO', measure: 'demand' } as const;

async function filledSqliteStore(): Promise<SqliteStore> {
  const store = await emptySqliteStore();
  const start = '2026-01-01T00:00Z';
  for (const mw of [1, 2, 0.1 + 0.2]) {
    await store.actuals.append(
      buildBatch(
        [
          buildBlock(start, [mw, Number.NaN], { known: { kind: 'at', at: 1000 } }),
          buildBlock(start, [mw], { series: 'A-B', measure: 'day_ahead_forecast' }),
          buildBlock(start, [mw + 1], { known: { kind: 'at', at: 1000 } }),
        ],
        { source: `file ${mw}`, ingestedAt: 5, provenance: { shifted: true, hours: 1 } },
      ),
    );
  }
  // Enough for two packs.
  const polls = Array.from({ length: 140 }, (_, mw) => buildBlock(start, [mw], { known: { kind: 'at', at: mw } }));
  for (let i = 0; i < 2; i++) await store.actuals.append(buildBatch(polls));
  for (let i = 0; i < 40; i++) {
    await store.vintages.append(buildVintage({ areaId: i % 2 ? 'caiso' : 'pjm', issuedAt: 3_600_000 * i }));
  }
  const month = Float64Array.from({ length: 720 }, (_, hour) => hour / 10);
  const past = { known: { kind: 'lag', lagMs: 0 }, values: month } as const;
  await store.weather.write({ put: [buildWeatherBlock({ areaId: 'pjm' }), buildWeatherBlock(past)], drop: [] });
  await store.meta.set('source', 'simulated');
  const account = {
    id: 'a1',
    email: 'a@example.com',
    plans: { a: 'developer', b: null, c: null },
    overrides: {},
    createdAt: 1_767_225_600_000,
    deletedAt: null,
    suspendedAt: null,
  };
  await store.control.createAccount(account, 'hash');
  await store.control.addEvents([testEvent({ accountId: 'a1' })]);
  return store;
}

/** The same store, but one hour of each group of vintages is written as something else. */
function miswriting<S extends CopyableStore>(store: S): S {
  return {
    ...store,
    contents: {
      ...store.contents,
      addVintages([first, ...others]: readonly Vintage[]) {
        const valueMw = first!.valueMw.with(3, first!.valueMw[3]! + 0.01);
        return store.contents.addVintages([{ ...first!, valueMw }, ...others]);
      },
    },
  };
}

/** What both engines' stores have. */
type AnyStore = Pick<SqliteStore, 'actuals' | 'contents' | 'meta' | 'vintages' | 'weather'>;

async function sameReads(a: AnyStore, b: AnyStore): Promise<void> {
  expect(await b.actuals.keys()).toEqual(await a.actuals.keys());
  for (const key of await a.actuals.keys()) expect(await b.actuals.read(key)).toEqual(await a.actuals.read(key));
  expect(await b.vintages.newest('pjm', Infinity)).toEqual(await a.vintages.newest('pjm', Infinity));
  const areas = ['caiso', 'pjm'] as const;
  expect(new Set(await b.weather.read(areas))).toEqual(new Set(await a.weather.read(areas)));
  const facts = 'select name, value from meta order by name';
  expect(await b.contents.query(facts)).toEqual(await a.contents.query(facts));
}

describe.each([
  { target: 'SQLite', open: emptySqliteStore, answers: true },
  { target: 'PostgreSQL', open: emptyPostgresStore, answers: await databaseAnswers() },
])('copying a SQLite store to $target', ({ open, answers }) => {
  test.skipIf(!answers)('copies everything, reports progress, and finds both the same', async () => {
    const from = await filledSqliteStore();
    const to: AnyStore = await open();
    const seen: CopyProgress[] = [];
    const report = await copyStore(from, to, (progress) => seen.push(progress));
    expect(report).toEqual({ ...COUNTS, checksum: expect.any(Number) });
    await sameReads(from, to);
    expect(await countRows(to.contents)).toEqual(COUNTS);
    for await (const row of STORED_KINDS.accounts.read(to.contents)) {
      expect(row).toMatchObject({ id: 'a1', createdAt: 1_767_225_600_000 });
    }
    for (const stage of ['batches', 'vintages', 'weather', 'accounts', 'facts', 'verify'] as const) {
      expect(seen.findLast((progress) => progress.stage === stage)).toMatchObject({
        done: seen.find((progress) => progress.stage === stage)?.total,
      });
    }
  });

  test.skipIf(!answers)('refuses a target that holds anything', async () => {
    const from = await filledSqliteStore();
    const to: AnyStore = await open();
    await to.actuals.append(buildBatch([buildBlock('2026-01-01T00:00Z', [5])]));
    await expect(copyStore(from, to)).rejects.toMatchObject({ fault: 'exists' });
    expect((await to.actuals.read(KEY)).values).toHaveLength(1);
  });

  test.skipIf(!answers)('finds a copy that differs in one hour', async () => {
    const from = await filledSqliteStore();
    const to: AnyStore = await open();
    await expect(copyStore(from, miswriting(to))).rejects.toMatchObject({ fault: 'corrupt' });
  });
});
