import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock, buildVintage, testAccount, testKey } from '@loadcast/core/testing';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyStore } from '../verify-store.js';
import { openSqliteStore } from './sqlite-store.js';

/** How many bits to flip. `STORE_FLIPS=1000` is the long run. */
const FLIPS = Number(process.env['STORE_FLIPS'] ?? 100);
const ALL = { start: 0, end: Number.MAX_SAFE_INTEGER };

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-faults-'));
  file = join(dataDir, 'loadcast.db');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the data directory is made for its owner alone, and so are all files in it', async () => {
  const made = join(dataDir, 'made');
  const store = await openSqliteStore({ dataDir: made });
  await store.meta.set('a', 'b');
  const modes = ['', 'loadcast.db', 'loadcast.db-wal', 'loadcast.db.lock', 'loadcast.db.writer'].map(
    (name) => statSync(join(made, name)).mode & 0o777,
  );
  await store.close();
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
});

function textFile(): string {
  const path = join(dataDir, 'text');
  writeFileSync(path, 'x');
  return path;
}

// docs/faults.md: fault 5
test.each([
  { place: 'a missing parent', fault: 'missing', make: () => join(dataDir, 'volume', 'data') },
  { place: 'a file', fault: 'missing', make: () => textFile() },
])('$place as data directory is refused in one line that names it', async ({ fault, make }) => {
  const place = make();
  await expect(openSqliteStore({ dataDir: place })).rejects.toMatchObject({
    fault,
    message: expect.stringMatching(new RegExp(`^${place}[^\n]+$`)),
  });
});

test.skipIf(process.getuid?.() === 0)('a directory that may not be written is refused in one line', async () => {
  const place = join(dataDir, 'locked');
  mkdirSync(place);
  chmodSync(place, 0o500);
  await expect(openSqliteStore({ dataDir: place })).rejects.toMatchObject({ fault: 'read_only' });
});

test('text that is no database is refused and left alone', async () => {
  writeFileSync(file, 'not a database, but long enough to look like the header of one.'.repeat(20));
  const before = readFileSync(file);
  await expect(openSqliteStore({ dataDir })).rejects.toMatchObject({ fault: 'not_a_store' });
  expect(readFileSync(file)).toEqual(before);
});

test('a database of another program is refused and left alone', async () => {
  const other = new DatabaseSync(file);
  other.exec('create table theirs (a)');
  other.close();
  await expect(openSqliteStore({ dataDir })).rejects.toMatchObject({ fault: 'not_a_store' });
});

test('a store of a newer Loadcast is refused, with what to do', async () => {
  await (await openSqliteStore({ dataDir })).close();
  const newer = new DatabaseSync(file);
  newer.exec('pragma user_version = 999');
  newer.close();
  await expect(openSqliteStore({ dataDir })).rejects.toMatchObject({
    fault: 'newer_format',
    message: expect.stringContaining('format 999'),
  });
});

test('a second writer in the same process is refused too', async () => {
  const store = await openSqliteStore({ dataDir });
  await expect(openSqliteStore({ dataDir })).rejects.toMatchObject({ fault: 'in_use' });
  await store.close();
  await (await openSqliteStore({ dataDir })).close();
});

test('the control plane reads but appends neither actuals nor vintages', async () => {
  const control = await openSqliteStore({ dataDir }, { role: 'control' });
  await expect(control.actuals.append(batchOf(1))).rejects.toMatchObject({ fault: 'read_only' });
  await expect(control.vintages.append(buildVintage())).rejects.toMatchObject({ fault: 'read_only' });
  expect(await control.actuals.keys()).toEqual([]);
  await control.close();
});

// docs/faults.md: fault 3
test('on a full disk an append leaves nothing, reads work, and appends work again once there is room', async () => {
  const store = await openSqliteStore({ dataDir });
  await store.actuals.append(batchOf(1));
  const { page_count: pages } = store.database.prepare('pragma page_count').get();
  store.database.exec(`pragma max_page_count = ${pages + 2}`);
  await expect(store.actuals.append(batchOf(20_000))).rejects.toMatchObject({ fault: 'full' });

  const key = { series: 'CISO', measure: 'demand' } as const;
  expect((await store.actuals.read(key)).values).toHaveLength(1);
  expect([store.failure(), store.shortage()?.fault]).toEqual([undefined, 'full']);
  store.database.exec('pragma max_page_count = 1000000');
  await store.actuals.append(batchOf(20_000));
  expect(store.shortage()).toBeUndefined();
  expect((await store.actuals.read(key)).values).toHaveLength(20_000);
  await store.close();
});

// docs/faults.md: fault 3
test('on a full disk accounts can be read, changes are unavailable, and work again once there is room', async () => {
  const store = await openSqliteStore({ dataDir });
  const account = testAccount();
  await store.control.createAccount(account, null);
  const { page_count: pages } = store.database.prepare('pragma page_count').get();
  store.database.exec(`pragma max_page_count = ${pages}`);
  const create = async (i: number) =>
    store.control.createKey({ ...testKey(account.id), label: 'x'.repeat(60 * i) }, null);
  const refused = (async () => {
    for (let i = 1; i < 1_000; i++) await create(i);
  })();
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 30 } });
  expect(store.shortage()?.fault).toBe('full');
  expect(await store.control.account(account.id)).toEqual(account);
  store.database.exec('pragma max_page_count = 1000000');
  await create(1);
  await store.meta.set('probe', '1');
  expect(store.shortage()).toBeUndefined();
  await store.close();
});

/** Hours without a pattern, so that they take room. */
function batchOf(hours: number) {
  const noise = (i: number): number => ((i * 48_271) % 2_147_483_647) / 7;
  return buildBatch([
    buildBlock(
      '2020-01-01T00:00Z',
      Array.from({ length: hours }, (_, i) => noise(i + 1)),
    ),
  ]);
}

// docs/faults.md: fault 27
test(`no flipped bit gives a wrong number: an error, or what was written (${FLIPS} bits)`, {
  timeout: 600_000,
}, async () => {
  const { bytes, outcomeOf } = await damageable();
  let refused = 0;
  for (let flip = 0; flip < FLIPS; flip++) {
    const bit = Math.floor(random(flip) * bytes.length * 8);
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const outcome = await outcomeOf(damaged);
    expect(outcome, `bit ${bit & 7} of byte ${bit >> 3}`).not.toBe('wrong');
    if (outcome === 'refused') refused++;
  }
  expect(refused).toBeGreaterThan(FLIPS / 8);
});

test.each([
  { name: 'zeroed', fill: 0 },
  { name: 'overwritten', fill: 'garbage' },
])('no $name page gives a wrong number, whichever it is', { timeout: 60_000 }, async ({ fill: filling }) => {
  const { bytes, outcomeOf } = await damageable();
  const pages = bytes.length / 4096;
  const outcomes: string[] = [];
  for (let page = 0; page < pages; page++) {
    outcomes.push(await outcomeOf(Buffer.from(bytes).fill(filling, page * 4096, (page + 1) * 4096)));
  }
  expect(outcomes).not.toContain('wrong');
  expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(pages / 3);
});

test.each([0.2, 0.5, 0.99])('a tail cut off after %f of the file is refused', { timeout: 30_000 }, async (share) => {
  const { bytes, outcomeOf } = await damageable();
  expect(await outcomeOf(bytes.subarray(0, Math.floor(bytes.length * share)))).toBe('refused');
});

/** A filled store's bytes, and what becomes of a copy that is damaged. */
async function damageable() {
  await fill();
  const bytes = readFileSync(file);
  const whole = await contents(dataDir);
  let copies = 0;
  const outcomeOf = async (damaged: Buffer): Promise<'right' | 'refused' | 'wrong'> => {
    const copy = join(dataDir, `copy-${copies++}`);
    mkdirSync(copy);
    writeFileSync(join(copy, 'loadcast.db'), damaged);
    try {
      return (await contents(copy)) === whole ? 'right' : 'wrong';
    } catch (error) {
      expect(error, 'one line that an operator can act on').toMatchObject({
        name: 'StoreError',
        message: expect.not.stringMatching(/malformed|\n/),
      });
      return 'refused';
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  return { bytes, outcomeOf };
}

async function fill(): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  const polls = Array.from({ length: 150 }, (_, hour) =>
    buildBlock(
      new Date(Date.parse('2026-02-01T00:00Z') + hour * HOUR_MS).toISOString(),
      [Math.floor(random(hour) * 9_000)],
      {
        series: 'ISNE',
      },
    ),
  );
  await store.actuals.append(buildBatch(polls));
  for (let i = 0; i < 12; i++) {
    const start = new Date(Date.parse('2026-01-01T00:00Z') + i * 24 * HOUR_MS).toISOString();
    const values = Array.from({ length: 100 }, (_, hour) => 20_000 + Math.floor(random(i * 100 + hour) * 9_000));
    await store.actuals.append(
      buildBatch(['CISO', 'NYIS', 'PJM'].map((series) => buildBlock(start, values, { series }))),
    );
    await store.actuals.append(
      buildBatch([buildBlock(start, [i], { known: { kind: 'at', at: Date.parse('2026-09-01T00:00Z') } })]),
    );
    const valueMw = Float64Array.from({ length: 384 }, (_, hour) => Math.round(random(hour) * 1e6) / 100);
    await store.vintages.append(buildVintage({ issuedAt: Date.parse(start), valueMw }));
    await store.vintages.append(buildVintage({ areaId: 'pjm', issuedAt: Date.parse(start), valueMw }));
  }
  await store.close();
}

/** Everything the ports answer, as text. */
async function contents(place: string): Promise<string> {
  const store = await openSqliteStore({ dataDir: place });
  try {
    const keys = await store.actuals.keys();
    const series = await Promise.all(keys.map((key) => store.actuals.read(key)));
    const vintages: unknown[] = [];
    for (const area of ['caiso', 'pjm'] as const) {
      const headers = await store.vintages.headers(area, ALL);
      vintages.push(headers, await store.vintages.count(area, Infinity));
      for (const { availableAt } of headers) vintages.push(await store.vintages.newest(area, availableAt));
    }
    const plain = (_: string, value: unknown): unknown =>
      value instanceof Float64Array ? [...value].join(' ') : value instanceof Map ? [...value] : value;
    return JSON.stringify({ keys, series, vintages }, plain);
  } finally {
    await store.close();
  }
}

/** The same for the same seed, in [0, 1). */
function random(seed: number): number {
  const x = Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995;
  return ((Math.imul(x ^ (x >>> 15), 0x85ebca6b) >>> 0) % 1_000_003) / 1_000_003;
}

test('verifying reads every row: it counts a whole store, and names a damaged batch that no port would read', async () => {
  await fill();
  const store = await openSqliteStore({ dataDir });
  expect(await verifyStore(store)).toMatchObject({ batches: 25, vintages: 24 });
  store.database.exec("update batch set source = 'elsewhere' where id = 5");
  await expect(verifyStore(store)).rejects.toMatchObject({
    fault: 'corrupt',
    message: expect.stringContaining('elsewhere'),
  });
  await store.close();
});
