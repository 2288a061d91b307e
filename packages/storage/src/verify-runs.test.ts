import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vintage } from '@loadcast/core';
import { HOUR_MS } from '@loadcast/core';
import { canonicalRows, chainAfter } from '@loadcast/core/insight';
import { buildVintage } from '@loadcast/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeVintage } from './codec/vintage-row.js';
import { LINKED_AT_A_TIME, sha256Hex } from './kinds/run-links.js';
import { openPostgresStore } from './postgres/postgres-store.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { SqlValue, StoreContents } from './store-contents.js';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from './testing/test-database.js';
import { verifyRuns } from './verify-runs.js';

const FIRST = Date.parse('2026-07-01T00:00Z');
const run = (n: number, fields: Partial<Vintage> = {}): Vintage =>
  buildVintage({
    areaId: 'pjm',
    issuedAt: FIRST + n * HOUR_MS,
    valueMw: Float64Array.of(1000 + n, Math.round(25 * n) / 100),
    leftOut: n % 2 ? [] : ['weather: not known for tomorrow'],
    ...fields,
  });
const RUNS = [0, 1, 2, 3, 4].map((n) => run(n));

type Open = Awaited<ReturnType<typeof openSqliteStore>> | Awaited<ReturnType<typeof openPostgresStore>>;

/** A store that can be opened twice. */
async function sqlitePlace(): Promise<() => Promise<Open>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-chain-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return async () => {
    const store = await openSqliteStore({ dataDir });
    onTestFinished(() => store.close());
    return store;
  };
}

async function postgresPlace(): Promise<() => Promise<Open>> {
  const schema = freshSchema();
  await emptyPostgresStore({ schema });
  return async () => {
    const store = await openPostgresStore({ connectionString: TEST_DATABASE_URL, schema });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await store.close();
      isOpen = false;
    };
    onTestFinished(close);
    return { ...store, close };
  };
}

const isUp = await databaseAnswers();

describe.each([
  { engine: 'SQLite', place: sqlitePlace, answers: true },
  { engine: 'PostgreSQL', place: postgresPlace, answers: isUp },
])('the chain of runs in $engine', ({ place, answers }) => {
  const filled = async (): Promise<Open> => {
    const store = await (await place())();
    for (const vintage of RUNS) await store.vintages.append(vintage);
    await store.vintages.append(run(0, { areaId: 'miso' }));
    return store;
  };
  const change = (contents: StoreContents, sql: string, ...values: SqlValue[]) => contents.execute([{ sql, values }]);
  /** Writes a run in the place of the stored one, with right checksums. */
  const replace = (contents: StoreContents, vintage: Vintage) => {
    const { area_id, issued_at, ...columns } = encodeVintage(vintage);
    const assignments = Object.keys(columns).map((name) => `${name} = ?`);
    const sql = `update vintage set ${assignments.join(', ')} where area_id = ? and issued_at = ?`;
    return change(contents, sql, ...Object.values(columns), area_id, issued_at);
  };

  test.skipIf(!answers)('is made of each run and of the link before it', async () => {
    const { vintages, contents } = await filled();
    const expected = chainAfter('pjm', undefined, RUNS, sha256Hex);
    expect(await vintages.links('pjm', { start: 0, end: Number.MAX_SAFE_INTEGER })).toEqual(expected);
    expect(expected.map(({ sha256 }) => sha256)).toEqual(RUNS.map((each) => sha256Hex(canonicalRows(each))));
    expect(await verifyRuns(contents, 'pjm')).toEqual({
      runs: 5,
      head: expected[4]!.link,
      firstBreak: undefined,
    });
    expect(await verifyRuns(contents, 'spp')).toMatchObject({ runs: 0, head: undefined, firstBreak: undefined });
  });

  test.skipIf(!answers)('one flipped byte of a stored run is found and named', async () => {
    const { contents } = await filled();
    const [row] = await contents.query<{ payload: Uint8Array }>(
      'select payload from vintage where area_id = ? and issued_at = ?',
      ['pjm', RUNS[2]!.issuedAt],
    );
    const payload = Uint8Array.from(row!.payload);
    payload[payload.length - 3]! ^= 1;
    await change(contents, 'update vintage set payload = ? where issued_at = ?', payload, RUNS[2]!.issuedAt);
    const found = await verifyRuns(contents, 'pjm');
    expect([found.runs, found.firstBreak]).toEqual([
      2,
      { position: 3, issuedAt: RUNS[2]!.issuedAt, what: expect.stringContaining('damaged') },
    ]);
    expect((await verifyRuns(contents, 'miso')).firstBreak).toBeUndefined();
  });

  test.skipIf(!answers).each<{ name: string; fields: Partial<Vintage> }>([
    { name: 'a value', fields: { valueMw: Float64Array.of(1002, 0.51), p10Mw: RUNS[2]!.p10Mw, p90Mw: RUNS[2]!.p90Mw } },
    { name: 'when it became available', fields: { availableAt: RUNS[2]!.availableAt - 1 } },
    { name: 'what it left out', fields: { leftOut: [] } },
    { name: 'the version of its model', fields: { model: { name: 'test', version: '2' } } },
  ])('a run whose $name was changed with all its checksums is found', async ({ fields }) => {
    const { contents } = await filled();
    await replace(contents, run(2, fields));
    expect((await verifyRuns(contents, 'pjm')).firstBreak).toMatchObject({
      position: 3,
      issuedAt: RUNS[2]!.issuedAt,
      what: expect.stringContaining('digest'),
    });
  });

  test.skipIf(!answers)('a deleted run, a deleted place and a run without a place are found', async () => {
    const { contents } = await filled();
    const issuedAt = RUNS[3]!.issuedAt;
    await change(contents, "delete from run_link where area_id = 'pjm' and position = 4");
    expect((await verifyRuns(contents, 'pjm')).firstBreak).toMatchObject({ position: 4, issuedAt: undefined });
    await change(contents, "update run_link set position = 4 where area_id = 'pjm' and position = 5");
    expect((await verifyRuns(contents, 'pjm')).firstBreak).toMatchObject({
      position: 4,
      what: expect.stringContaining('link'),
    });
    const other = await filled();
    await change(other.contents, 'delete from vintage where issued_at = ?', issuedAt);
    expect((await verifyRuns(other.contents, 'pjm')).firstBreak).toEqual({
      position: 4,
      issuedAt,
      what: 'the run is not in the store',
    });
    const inserted = await filled();
    await inserted.contents.addVintages([run(0.5, { valueMw: Float64Array.of(1) })]);
    expect((await verifyRuns(inserted.contents, 'pjm')).firstBreak).toEqual({
      position: undefined,
      issuedAt: FIRST + HOUR_MS / 2,
      what: 'the run is in the store and not in the chain',
    });
  });

  test.skipIf(!answers).each([
    { name: 'the digest of a run', damage: "set sha256 = link where area_id = 'pjm' and position = 3" },
    { name: 'a link', damage: "set link = sha256 where area_id = 'pjm' and position = 3" },
    { name: 'the link before', damage: "set link = sha256 where area_id = 'pjm' and position = 2" },
    { name: 'the position of the link before', damage: "set position = 9 where area_id = 'pjm' and position = 2" },
  ])('no link is read where $name is another one', async ({ damage }) => {
    const { vintages, contents } = await filled();
    await change(contents, `update run_link ${damage}`);
    const { issuedAt } = RUNS[2]!;
    const reading = vintages.links('pjm', { start: issuedAt, end: issuedAt + 1 });
    await expect(reading).rejects.toMatchObject({ fault: 'corrupt', message: expect.stringContaining('link 3') });
    const first = { start: RUNS[0]!.issuedAt, end: RUNS[0]!.issuedAt + 1 };
    expect(await vintages.links('pjm', first)).toHaveLength(1);
  });

  test.skipIf(!answers)('two runs that were swapped, and two places, are found', async () => {
    const { contents } = await filled();
    const [a, b] = [RUNS[1]!, RUNS[3]!];
    await replace(contents, { ...b, issuedAt: a.issuedAt });
    await replace(contents, { ...a, issuedAt: b.issuedAt, availableAt: b.availableAt });
    expect((await verifyRuns(contents, 'pjm')).firstBreak).toMatchObject({ position: 2, issuedAt: a.issuedAt });

    const other = await filled();
    for (const [from, to] of [
      [2, 99],
      [4, 2],
      [99, 4],
    ] as const) {
      await change(other.contents, "update run_link set position = ? where area_id = 'pjm' and position = ?", to, from);
    }
    expect((await verifyRuns(other.contents, 'pjm')).firstBreak).toMatchObject({
      position: 2,
      issuedAt: RUNS[3]!.issuedAt,
      what: expect.stringContaining('link'),
    });
  });

  test.skipIf(!answers)(
    'runs of before there were chains get their places once, when the store is opened',
    async () => {
      const open = await place();
      const before = await open();
      const old = Array.from({ length: LINKED_AT_A_TIME + 3 }, (_, n) => run(n));
      await before.contents.addVintages(old);
      expect(await before.vintages.links('pjm', { start: 0, end: Number.MAX_SAFE_INTEGER })).toEqual([]);
      await before.close();
      const after = await open();
      const expected = chainAfter('pjm', undefined, old, sha256Hex);
      expect((await verifyRuns(after.contents, 'pjm')).head).toBe(expected.at(-1)!.link);
    },
  );

  test.skipIf(!answers)(
    'runs that another release kept meanwhile come before the next one, an older issue after it',
    async () => {
      const store = await filled();
      await store.contents.addVintages([run(7), run(6)]);
      await store.vintages.append(run(8));
      await store.vintages.append(run(5));
      const order = [...RUNS, run(6), run(7), run(8), run(5)];
      const found = await verifyRuns(store.contents, 'pjm');
      expect(found.firstBreak).toBeUndefined();
      expect(found.head).toBe(chainAfter('pjm', undefined, order, sha256Hex).at(-1)!.link);
    },
  );

  test.skipIf(!answers)('a damaged run does not keep the others from being linked, and is named', async () => {
    const open = await place();
    const before = await open();
    await before.contents.addVintages(RUNS);
    await change(before.contents, 'update vintage set crc = 1 where issued_at = ?', RUNS[1]!.issuedAt);
    await before.close();
    const found = await verifyRuns((await open()).contents, 'pjm');
    expect([found.runs, found.firstBreak?.issuedAt]).toEqual([4, RUNS[1]!.issuedAt]);
  });
});

test.skipIf(!isUp)('two gateways that append by turns, and both at once, make one chain', async () => {
  const open = await postgresPlace();
  const [one, two] = [await open(), await open()];
  for (let n = 0; n < 10; n++) await (n % 3 ? one : two).vintages.append(run(n));
  const runs = Array.from({ length: 20 }, (_, n) => run(10 + n));
  await Promise.all(runs.flatMap((vintage) => [one.vintages.append(vintage), two.vintages.append(vintage)]));
  const { firstBreak, runs: count } = await verifyRuns(one.contents, 'pjm');
  expect([count, firstBreak]).toEqual([30, undefined]);
});
