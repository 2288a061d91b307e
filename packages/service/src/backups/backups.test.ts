import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { openSqliteStore, withBackup } from '@loadcast/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupFileAt } from './backup-files.js';
import { backupTrouble, createBackups, type WriteBackup } from './backups.js';
import { backupWriter } from './write-backup.js';

const NOW = Date.UTC(2026, 10, 1, 8, 59, 59);
const never = new AbortController().signal;

let folder: string;
let backupDir: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-backups-'));
  backupDir = join(folder, 'backups');
  now = NOW;
});
afterEach(() => rmSync(folder, { recursive: true }));

const empty: WriteBackup = async (file) => writeFileSync(file, '');
const full: WriteBackup = async (file) => {
  writeFileSync(`${file}.partial`, 'half');
  throw new Error('the disk is full');
};

function backups(write: WriteBackup = empty, everyMs = DAY_MS, keep = 3) {
  return createBackups({
    folder: backupDir,
    everyMs,
    keep,
    write,
    now: () => now,
    log: { info() {}, error() {} },
  });
}

test('the first backup is made at once, the next when it is due, and the newest three are kept', async () => {
  const { runIfDue, state } = backups();
  const outcomes: unknown[] = [];
  for (let hour = 0; hour <= 96; hour += 12) {
    outcomes.push(await runIfDue(never));
    now += 12 * HOUR_MS;
  }
  expect(outcomes).toEqual(['ok', undefined, 'ok', undefined, 'ok', undefined, 'ok', undefined, 'ok']);
  expect(readdirSync(backupDir).sort()).toEqual([
    'loadcast-20261103T085959Z.db',
    'loadcast-20261104T085959Z.db',
    'loadcast-20261105T085959Z.db',
  ]);
  expect(state()).toEqual({ newestAt: NOW + 4 * DAY_MS, failure: undefined });
});

test('another process continues where the last one stopped', async () => {
  await backups().runIfDue(never);
  now += DAY_MS - 1;
  expect(await backups().runIfDue(never)).toBeUndefined();
  now += 1;
  expect(await backups().runIfDue(never)).toBe('ok');
});

test('of two that are asked for at the same time one is made', async () => {
  let writes = 0;
  const { runIfDue } = backups(async (file) => {
    writes += 1;
    await empty(file, never);
  });
  await Promise.all([runIfDue(never), runIfDue(never)]);
  expect(writes).toBe(1);
});

test.each([
  { everyMs: DAY_MS, againMs: HOUR_MS },
  { everyMs: HOUR_MS, againMs: 15 * MINUTE_MS },
])(
  'a backup every $everyMs ms that fails is tried again after $againMs ms, and deletes none',
  async ({ everyMs, againMs }) => {
    await backups(empty, everyMs).runIfDue(never);
    now += everyMs;
    let write = full;
    const { runIfDue, state } = backups((file, signal) => write(file, signal), everyMs, 1);
    expect(await runIfDue(never)).toBe('failed');
    expect(state()).toEqual({ newestAt: NOW, failure: 'the disk is full' });
    write = empty;
    now += againMs - 1;
    expect(await runIfDue(never)).toBeUndefined();
    now += 1;
    expect(await runIfDue(never)).toBe('ok');
    expect(state()).toEqual({ newestAt: now, failure: undefined });
    expect(readdirSync(backupDir)).toHaveLength(1); // the earlier half one is gone as well
  },
);

test('a backup that ends with the lead is no failure, and what is left of it is removed', async () => {
  const lead = new AbortController();
  const { runIfDue, state } = backups(async (file) => {
    lead.abort();
    await full(file, lead.signal);
  });
  expect(await runIfDue(lead.signal)).toBeUndefined();
  expect(state()).toEqual({ newestAt: undefined, failure: undefined });
  expect(await backups().runIfDue(never)).toBe('ok');
  expect(readdirSync(backupDir)).toEqual(['loadcast-20261101T085959Z.db']);
});

test('other files in the folder are left alone, and a clock that was ahead neither stops nor deletes backups', async () => {
  await backups().runIfDue(never);
  const others = ['loadcast.db', 'before-upgrade.db', 'loadcast-2026.db', 'notes.txt'];
  for (const name of others) writeFileSync(join(backupDir, name), '');
  const ahead = backupFileAt(backupDir, NOW + 900 * DAY_MS);
  writeFileSync(ahead, '');
  const { runIfDue } = backups(empty, DAY_MS, 1);
  now += DAY_MS;
  expect(await runIfDue(never)).toBe('ok');
  expect(existsSync(backupFileAt(backupDir, NOW))).toBe(false);
  for (const name of [ahead, ...others.map((other) => join(backupDir, other))]) expect(existsSync(name)).toBe(true);
});

test('a folder that cannot be used is a failure that names it', async () => {
  writeFileSync(join(folder, 'file'), '');
  backupDir = join(folder, 'file', 'backups');
  const { runIfDue, state } = backups();
  expect(await runIfDue(never)).toBe('failed');
  expect(state().failure).toContain(backupDir);
});

test('a scheduled backup of a store that is written to is whole, and restores', async () => {
  const env = { LOADCAST_DATA_DIR: join(folder, 'data') };
  const store = await openSqliteStore({ dataDir: env.LOADCAST_DATA_DIR });
  await store.actuals.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1, 2, 3])]));
  expect(await backups(backupWriter(env)).runIfDue(never)).toBe('ok');
  await store.close();
  expect(readdirSync(backupDir)).toEqual(['loadcast-20261101T085959Z.db']);
  const counts = await withBackup(backupFileAt(backupDir, NOW), async ({ contents }) => {
    const [row] = await contents.query<{ hours: number }>('select sum(hours) as hours from observation_block');
    return row;
  });
  expect(counts).toEqual({ hours: 3 });
});

test.each([
  { name: 'a new one', state: { newestAt: NOW - DAY_MS, failure: undefined }, sinceDays: 9, says: undefined },
  {
    name: 'one that failed',
    state: { newestAt: NOW, failure: 'why' },
    sinceDays: 9,
    says: 'the last backup failed: why',
  },
  {
    name: 'an old one',
    state: { newestAt: NOW - 5 * DAY_MS, failure: undefined },
    sinceDays: 9,
    says: 'the newest backup is 5 days old',
  },
  {
    name: 'an old one, leading since a day',
    state: { newestAt: NOW - 5 * DAY_MS, failure: undefined },
    sinceDays: 1,
    says: undefined,
  },
  {
    name: 'none, leading since a day',
    state: { newestAt: undefined, failure: undefined },
    sinceDays: 1,
    says: undefined,
  },
  {
    name: 'none for days',
    state: { newestAt: undefined, failure: undefined },
    sinceDays: 3,
    says: 'no backup has been made',
  },
])('$name is a finding: $says', ({ state, sinceDays, says }) => {
  expect(backupTrouble(state, DAY_MS, { now: NOW, since: NOW - sinceDays * DAY_MS })).toBe(says);
});
