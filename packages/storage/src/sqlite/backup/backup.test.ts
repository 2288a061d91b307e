import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../sqlite-store.js';
import { restoreBackup } from './restore.js';

const KEY = { series: 'CISO', measure: 'demand' } as const;

let folder: string;
let dataDir: string;
let backup: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-backup-'));
  dataDir = join(folder, 'data');
  backup = join(folder, 'backup.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function fill(mw: number): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  await store.actuals.append(buildBatch([buildBlock('2026-01-01T00:00Z', [mw], { known: { kind: 'at', at: mw } })]));
  await store.vintages.append(buildVintage({ issuedAt: mw * 3_600_000 }));
  await store.meta.set('source', 'simulated');
  await store.close();
}

async function latest(place: string): Promise<[number | undefined, number, string | undefined]> {
  const store = await openSqliteStore({ dataDir: place });
  const { values } = await store.actuals.read(KEY);
  const found: [number | undefined, number, string | undefined] = [
    values[0],
    await store.vintages.count('caiso', Infinity),
    await store.meta.get('source'),
  ];
  await store.close();
  return found;
}

test('a backup holds what was there, and restores into a new place', async () => {
  await fill(1);
  const store = await openSqliteStore({ dataDir });
  const report = await store.backup(backup);
  await store.close();
  await fill(2);
  expect(report).toEqual({ file: backup, bytes: statSync(backup).size });
  expect(statSync(backup).mode & 0o777).toBe(0o600);

  await restoreBackup(backup, { dataDir: join(folder, 'elsewhere') });
  expect(await latest(join(folder, 'elsewhere'))).toEqual([1, 1, 'simulated']);
  expect(await latest(dataDir)).toEqual([2, 2, 'simulated']);
});

// docs/faults.md: fault 30
test('the control plane makes a backup beside a writer that writes meanwhile', async () => {
  await fill(1);
  const writer = await openSqliteStore({ dataDir });
  const control = await openSqliteStore({ dataDir }, { role: 'control' });
  await control.backup(backup);
  await writer.vintages.append(buildVintage());
  await Promise.all([control.close(), writer.close()]);
  await restoreBackup(backup, { dataDir: join(folder, 'elsewhere') });
  expect(await latest(join(folder, 'elsewhere'))).toEqual([1, 1, 'simulated']);
});

test('a file that exists is never overwritten by a backup', async () => {
  await fill(1);
  writeFileSync(backup, 'precious');
  const store = await openSqliteStore({ dataDir });
  await expect(store.backup(backup)).rejects.toMatchObject({ fault: 'exists' });
  await expect(store.backup(join(folder, 'no', 'such', 'folder.db'))).rejects.toMatchObject({ fault: 'missing' });
  await store.close();
  expect(readFileSync(backup, 'utf8')).toBe('precious');
});

test('restoring over a store needs to be asked for, and sets the store aside with its log', async () => {
  await fill(1);
  const store = await openSqliteStore({ dataDir });
  await store.backup(backup);
  await store.close();
  await fill(2);

  await expect(restoreBackup(backup, { dataDir })).rejects.toThrow('holds a store already');
  expect(await latest(dataDir)).toEqual([2, 2, 'simulated']);
  await restoreBackup(backup, { dataDir }, { replace: true });
  expect(await latest(dataDir)).toEqual([1, 1, 'simulated']);

  const aside = join(folder, 'aside');
  await restoreBackup(join(dataDir, 'loadcast.db.before-restore'), { dataDir: aside });
  expect(await latest(aside)).toEqual([2, 2, 'simulated']);
  await expect(restoreBackup(backup, { dataDir }, { replace: true })).rejects.toThrow('earlier restore');
});

test('nothing is restored while a writer is running', async () => {
  await fill(1);
  const store = await openSqliteStore({ dataDir });
  await store.backup(backup);
  await expect(restoreBackup(backup, { dataDir }, { replace: true })).rejects.toThrow('in use by process');
  await store.close();
});

test.each([
  { damage: 'cut short', make: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2) },
  { damage: 'of zeros in its middle', make: (bytes: Buffer) => Buffer.from(bytes).fill(0, 8192, 20_480) },
  { damage: 'something else', make: () => Buffer.from('hello'.repeat(1000)) },
])('a backup that is $damage changes nothing', async ({ make }) => {
  await fill(1);
  const store = await openSqliteStore({ dataDir });
  await store.backup(backup);
  await store.close();
  const bad = join(folder, 'bad.db');
  writeFileSync(bad, make(readFileSync(backup)));
  await expect(restoreBackup(bad, { dataDir }, { replace: true })).rejects.toThrow();
  expect(await latest(dataDir)).toEqual([1, 1, 'simulated']);
});

test('a backup with a number that is not the one written changes nothing', async () => {
  await fill(1);
  const store = await openSqliteStore({ dataDir });
  await store.backup(backup);
  await store.close();
  const database = new DatabaseSync(backup);
  database.exec('update observation_block set payload = zeroblob(length(payload))');
  database.close();
  await expect(restoreBackup(backup, { dataDir }, { replace: true })).rejects.toMatchObject({ fault: 'corrupt' });
  expect(await latest(dataDir)).toEqual([1, 1, 'simulated']);
});

test('a backup of a damaged store fails and leaves no file', async () => {
  await fill(1);
  const store = await openSqliteStore({ dataDir });
  store.database.exec('update vintage set payload = zeroblob(length(payload))');
  await expect(store.backup(backup)).rejects.toMatchObject({ fault: 'corrupt' });
  await store.close();
  expect(readdirSync(folder)).toEqual(['data']);
});

test('a backup that is not there is an error with its name', async () => {
  mkdirSync(dataDir);
  await expect(restoreBackup(backup, { dataDir })).rejects.toThrow(`${backup}: no such file`);
});
