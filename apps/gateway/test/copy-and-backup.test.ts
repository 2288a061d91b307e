import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBatch, buildBlock, buildVintage, buildWeatherBlock } from '@loadcast/core/testing';
import { countRows } from '@loadcast/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FORECASTER } from '../../../packages/service/src/wiring/leadership.js';
import { COMMANDS } from '../src/cli/commands.js';
import { openStore } from '../src/cli/configured-store.js';
import { runCommand } from '../src/cli/run-command.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from './test-database.js';

const answers = await databaseAnswers();
const ISSUED_AT = Date.UTC(2026, 0, 1);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function loadcast(env: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  const status = await runCommand(COMMANDS, args, {
    env,
    now: () => ISSUED_AT,
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
  });
  return { status, lines };
}

/** A store in a sub-folder with a batch, a forecast and an account. */
async function filled(name: string): Promise<Record<string, string>> {
  const env = { LOADCAST_DATA_DIR: join(folder, name) };
  const store = await openStore(env);
  await store.actuals.append(buildBatch([buildBlock('2025-12-31T00:00Z', [1, 2, 3], { series: 'PJM' })]));
  await store.vintages.append(buildVintage({ areaId: 'pjm', issuedAt: ISSUED_AT }));
  await store.weather.write({ put: [buildWeatherBlock({ areaId: 'pjm' })], drop: [] });
  await store.close();
  expect(
    (await loadcast(env, 'accounts', 'create', '--email', 'a@b.example', '--plan-a', 'developer', '--json')).status,
  ).toBe(0);
  return env;
}

async function contentsOf(env: Record<string, string>) {
  const store = await openStore(env, { role: 'control' });
  const counts = await countRows(store.contents);
  const series = await store.actuals.read({ series: 'PJM', measure: 'demand' });
  const newest = await store.vintages.newest('pjm', ISSUED_AT * 2);
  const weather = await store.weather.read(['pjm']);
  await store.close();
  return { counts, load: [...series.values], newest, weather };
}

test('a backup restored elsewhere is the store that it was', async () => {
  const env = await filled('first');
  const file = join(folder, 'copy.db');
  expect((await loadcast(env, 'backup', file)).status).toBe(0);
  expect((await loadcast(env, 'backup', file)).status).toBe(1); // never over another file

  const elsewhere = { LOADCAST_DATA_DIR: join(folder, 'second') };
  expect((await loadcast(elsewhere, 'restore', file)).status).toBe(0);
  expect(await contentsOf(elsewhere)).toEqual(await contentsOf(env));
  expect((await loadcast(elsewhere, 'restore', file)).status).toBe(1); // never over another store
  expect((await loadcast(elsewhere, 'restore', file, '--replace')).status).toBe(0);
});

test.skipIf(!answers)(
  'a store copied to PostgreSQL and back is the store that it was; both ends are compared',
  async () => {
    const env = await filled('first');
    const DATABASE_URL = freshDatabaseUrl();
    try {
      expect((await loadcast({ DATABASE_URL }, 'migrate')).lines[0]).toContain('up to date');
      const there = await loadcast({ ...env, DATABASE_URL }, 'copy', '--from', 'sqlite', '--to', 'postgres', '--json');
      expect(there.status).toBe(0);
      expect(JSON.parse(there.lines.at(-1)!)).toMatchObject({ batches: 1, vintages: 1, weather: 1 });
      expect(await contentsOf({ DATABASE_URL })).toEqual(await contentsOf(env));

      const again = await loadcast({ ...env, DATABASE_URL }, 'copy', '--from', 'sqlite', '--to', 'postgres');
      expect([again.status, again.lines.at(-1)]).toEqual([1, expect.stringContaining('not empty')]);

      const back = { LOADCAST_DATA_DIR: join(folder, 'back'), DATABASE_URL };
      expect((await loadcast(back, 'copy', '--from', 'postgres', '--to', 'sqlite')).status).toBe(0);
      expect(await contentsOf({ LOADCAST_DATA_DIR: back.LOADCAST_DATA_DIR })).toEqual(await contentsOf(env));
    } finally {
      await dropSchema(DATABASE_URL);
    }
  },
);

test.skipIf(!answers)('a backup of PostgreSQL that is written to meanwhile is its state of one instant', async () => {
  const env = await filled('first');
  const DATABASE_URL = freshDatabaseUrl();
  const store = await openStore({ DATABASE_URL });
  try {
    expect((await loadcast({ ...env, DATABASE_URL }, 'copy', '--from', 'sqlite', '--to', 'postgres')).status).toBe(0);
    let writes = 0;
    let isDone = false;
    const writing = (async () => {
      for (; !isDone; writes++) {
        const start = new Date(Date.UTC(2026, 1, 1) + writes * 3_600_000).toISOString();
        await store.actuals.append(buildBatch([buildBlock(start, [writes], { series: 'PJM' })]));
        await store.vintages.append(buildVintage({ areaId: 'pjm', issuedAt: ISSUED_AT + (writes + 1) * 60_000 }));
      }
    })();
    const file = join(folder, 'copy.db');
    const { status, lines } = await loadcast({ DATABASE_URL }, 'backup', file);
    isDone = true;
    await writing;
    expect([status, lines]).toEqual([0, [expect.stringContaining(file)]]);
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);

    const elsewhere = { LOADCAST_DATA_DIR: join(folder, 'second') };
    expect((await loadcast(elsewhere, 'restore', file)).status).toBe(0);
    const { counts } = await contentsOf(elsewhere);
    expect(counts).toMatchObject({ accounts: 1, weather: 1 });
    expect(counts.batches - counts.vintages).toBeGreaterThanOrEqual(0);
    expect(counts.batches - counts.vintages).toBeLessThanOrEqual(1);
    expect(counts.batches).toBeLessThanOrEqual(1 + writes);
  } finally {
    await store.close();
    await dropSchema(DATABASE_URL);
  }
});

// docs/faults.md: fault 114
test.skipIf(!answers)(
  'with DATABASE_URL a backup is restored into the database, an empty one unless --replace is given, and never into the folder',
  async () => {
    const env = await filled('first');
    const file = join(folder, 'copy.db');
    expect((await loadcast(env, 'backup', file)).status).toBe(0);
    const DATABASE_URL = freshDatabaseUrl();
    const there = { DATABASE_URL, LOADCAST_DATA_DIR: join(folder, 'beside') };
    const schemaOf = (suffix: string) => DATABASE_URL + suffix;
    try {
      expect(await loadcast(there, 'restore', file)).toMatchObject({ status: 0 });
      expect(readdirSync(folder).sort()).toEqual(['copy.db', 'first']);
      expect(await contentsOf(there)).toEqual(await contentsOf(env));

      const again = await loadcast(there, 'restore', file);
      expect([again.status, again.lines.at(-1)]).toEqual([1, expect.stringContaining('holds a store already')]);
      const store = await openStore(there);
      await store.vintages.append(buildVintage({ areaId: 'pjm', issuedAt: ISSUED_AT + 60_000 }));
      await store.close();
      const before = await contentsOf(there);

      const damaged = join(folder, 'damaged.db');
      writeFileSync(damaged, readFileSync(file).fill(0, 8_192, 20_480));
      expect((await loadcast(there, 'restore', damaged, '--replace')).status).toBe(1);
      expect(await contentsOf(there)).toEqual(before);

      expect((await loadcast(there, 'restore', file, '--replace')).status).toBe(0);
      expect(await contentsOf(there)).toEqual(await contentsOf(env));
      expect(await contentsOf({ DATABASE_URL: schemaOf('_before_restore') })).toEqual(before);
      const third = await loadcast(there, 'restore', file, '--replace');
      expect([third.status, third.lines.at(-1)]).toEqual([1, expect.stringContaining('drop it first')]);

      const back = join(folder, 'back.db');
      expect((await loadcast(there, 'backup', back)).status).toBe(0);
      const embedded = { LOADCAST_DATA_DIR: join(folder, 'second') };
      expect((await loadcast(embedded, 'restore', back)).status).toBe(0);
      expect(await contentsOf(embedded)).toEqual(await contentsOf(env));
    } finally {
      for (const suffix of ['', '_before_restore', '_restoring']) await dropSchema(schemaOf(suffix));
    }
  },
);

// docs/faults.md: fault 114
test.skipIf(!answers)('nothing is restored into a database that a gateway leads on', async () => {
  const env = await filled('first');
  const file = join(folder, 'copy.db');
  expect((await loadcast(env, 'backup', file)).status).toBe(0);
  const DATABASE_URL = freshDatabaseUrl();
  const store = await openStore({ DATABASE_URL });
  try {
    await store.withLeadership(FORECASTER, async () => {
      const { status, lines } = await loadcast({ DATABASE_URL }, 'restore', file);
      expect([status, lines.at(-1)]).toEqual([1, expect.stringContaining('stop every gateway first')]);
    });
    expect((await contentsOf({ DATABASE_URL })).counts).toMatchObject({ batches: 0, vintages: 0 });
    // The remains of a killed restore do no harm.
    await (await openStore({ DATABASE_URL: `${DATABASE_URL}_restoring` })).close();
    expect((await loadcast({ DATABASE_URL }, 'restore', file)).status).toBe(0);
    expect((await contentsOf({ DATABASE_URL })).counts).toEqual((await contentsOf(env)).counts);
  } finally {
    await store.close();
    await dropSchema(DATABASE_URL);
  }
});

test.each([
  ['copy', ['--from', 'sqlite', '--to', 'sqlite']],
  ['copy', ['--from', 'mysql', '--to', 'sqlite']],
  ['backup', []],
  ['restore', ['a', 'b']],
])('%s %j is a usage error', async (command, args) => {
  expect((await loadcast({}, command, ...args)).status).toBe(2);
});
