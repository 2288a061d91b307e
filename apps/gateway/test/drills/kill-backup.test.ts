import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore, verifyStore, withBackup } from '@loadcast/storage/sqlite';
import { afterAll, expect, test } from 'vitest';
import { killPrograms, QUICK_MODEL, startProgram } from '../started-program.js';

/** How often to kill. `BACKUP_KILLS=50` is the long run. */
const KILLS = Number(process.env['BACKUP_KILLS'] ?? 3);
const WHOLE = /^loadcast-\d{8}T\d{6}Z\.db$/;

const folder = mkdtempSync(join(tmpdir(), 'loadcast-kill-backup-'));
afterAll(async () => {
  await killPrograms();
  rmSync(folder, { recursive: true });
});

// docs/faults.md: fault 30
test(`a gateway killed ${KILLS} times in the middle of a backup leaves no file that looks whole and is not`, {
  timeout: 600_000,
}, async () => {
  const backupDir = join(folder, 'backups');
  const dataDir = join(folder, 'data');
  const backups = { BACKUP_DIR: backupDir, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' };
  const env = { LOADCAST_DATA_DIR: dataDir, FORECASTER: QUICK_MODEL, ...backups };
  const names = (): string[] => {
    try {
      return readdirSync(backupDir);
    } catch {
      return []; // not made yet
    }
  };
  const until = async (isThere: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await isThere())) await sleep(1);
  };
  const newestWhole = (): string | undefined =>
    names()
      .filter((name) => WHOLE.test(name))
      .sort()
      .at(-1);
  /** Whether the newest backup has forecasts; false also where it was removed in favor of a newer one meanwhile. */
  const hasForecasts = async (): Promise<boolean> => {
    const name = newestWhole();
    if (name === undefined) return false;
    const verified = withBackup(join(backupDir, name), (source) => verifyStore(source));
    return verified.then(({ vintages }) => vintages > 0).catch(() => false);
  };
  const cutShort = new Set<string>();
  const isBeingMade = (): boolean => names().some((name) => name.endsWith('.partial') && !cutShort.has(name));
  // A backup that was finished before the signal came is not one that was cut short.
  while (cutShort.size < KILLS) {
    const program = await startProgram(['loadcast', 'serve'], env);
    await until(isBeingMade);
    await program.end('SIGKILL');
    for (const name of names().filter((each) => !WHOLE.test(each))) cutShort.add(name);
    for (const name of names().filter((each) => WHOLE.test(each))) {
      await withBackup(join(backupDir, name), (source) => verifyStore(source));
    }
  }

  const program = await startProgram(['loadcast', 'serve'], env);
  await until(async () => !names().some((name) => cutShort.has(name)) && (await hasForecasts()));
  // In the middle of a backup: it is finished, and the program ends in order.
  await until(isBeingMade);
  expect(await program.end('SIGTERM')).toMatchObject({ status: 0, endedBy: null });
  expect(names().filter((name) => !WHOLE.test(name))).toEqual([]);
  const newest = newestWhole();
  const store = await openSqliteStore({ dataDir });
  const held = await store.vintages.count('caiso', Number.POSITIVE_INFINITY);
  await store.close();
  await withBackup(join(backupDir, newest!), async (source) => {
    const { vintages, batches } = await verifyStore(source);
    expect([held > 0, vintages > 0, batches > 0]).toEqual([true, true, true]);
  });
});
