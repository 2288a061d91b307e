import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTRACT_AREAS } from '@loadcast/core';
import { fillReportWorld } from '@loadcast/core/testing';
import { nextTurn } from '@loadcast/formats';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { BulkFolderWriter, readBulkFolder } from '../../../../../packages/service/src/bulk/bulk-folder.js';
import { writeBulkFiles } from '../../../../../packages/service/src/bulk/bulk-pass.js';
import { BULK_NOW, fileOf, pass } from '../../../../../packages/service/src/bulk/testing/bulk-world.js';
import { type Child, startChild } from '../../../../../tooling/testing/child.js';

const WRITER = new URL('./bulk-writer-main.ts', import.meta.url);
/** How often it is killed. `BULK_KILLS=50` is the long run. */
const KILLS = Number(process.env['BULK_KILLS'] ?? 4);
/** Runs a day: a month of forecasts has eight row groups. */
const RUNS_PER_DAY = 6;
/** At the begin and at the end of a Parquet file. */
const MARK = Buffer.from('PAR1');

/** An embedded store with eight weeks of runs of PJM, and what an undisturbed writer makes of it. */
async function openWorld() {
  const root = mkdtempSync(join(tmpdir(), 'loadcast-kill-bulk-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const dataDir = join(root, 'data');
  const store = await openSqliteStore({ dataDir });
  const options = { areas: ['pjm'] as const, until: BULK_NOW, runsPerDay: RUNS_PER_DAY };
  await fillReportWorld(store, '2026-09-18', '2026-11-11', options);
  const undisturbed = join(root, 'undisturbed');
  await writeBulkFiles({ ...store, pause: nextTurn }, new BulkFolderWriter(undisturbed), {
    ...pass,
    areas: CONTRACT_AREAS,
  });
  await store.close();
  const expected = new Map(
    readBulkFolder(undisturbed)
      .list()
      .map(({ path, sha256 }) => [path, sha256]),
  );
  return { dataDir, folder: join(root, 'bulk'), expected };
}

/** Files that lie in a folder with their begin and without their end. */
function halfWritten(folder: string): string[] {
  const names = readdirSync(folder, { encoding: 'utf8' }).filter((name) => name.endsWith('.partial'));
  return names.filter((name) => {
    try {
      const bytes = readFileSync(join(folder, name));
      return bytes.subarray(0, 4).equals(MARK) && !bytes.subarray(-4).equals(MARK);
    } catch {
      return false; // whole and in its place meanwhile
    }
  });
}

const listed = (folder: string) => readBulkFolder(folder).list();

/** Kills a writer while a file is half written, after it has listed at least `least` files. @returns whether one was left half written */
async function killedInAFile(child: Child, folder: string, least: number): Promise<boolean> {
  const ended = child.ended().then(() => true);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const isThere = () => {
    try {
      return listed(folder).length >= least && halfWritten(folder).length > 0;
    } catch {
      return false; // the folder is not made yet
    }
  };
  while (!isOver && !isThere()) await sleep(1);
  await child.kill();
  return halfWritten(folder).length > 0;
}

// docs/faults.md: fault 117
test(`a writer of monthly files that is killed ${KILLS} times in the middle of a file lists whole files alone, keeps them, and ends with those of one that was not`, async () => {
  const { dataDir, folder, expected } = await openWorld();
  let [cut, before] = [0, 0];
  while (cut < KILLS) {
    // Later each time, as far as the number of files allows.
    const least = Math.min(cut, expected.size - 1);
    if (await killedInAFile(startChild(WRITER, dataDir, folder), folder, least)) cut++;
    const files = listed(folder);
    expect(files.length).toBeGreaterThanOrEqual(before);
    before = files.length;
    for (const { path, sha256 } of files) {
      const bytes = await fileOf(readBulkFolder(folder), path);
      const digest = createHash('sha256').update(bytes).digest('hex');
      expect([path, digest, sha256]).toEqual([path, expected.get(path), expected.get(path)]);
    }
    // A writer that was not hit in a file had finished: its files are written anew.
    if (files.length === expected.size && cut < KILLS) {
      rmSync(folder, { recursive: true });
      before = 0;
    }
  }
  const { status, lines } = await startChild(WRITER, dataDir, folder).ended();
  expect(status).toBe(0);
  expect(JSON.parse(lines.at(-1)!).unchanged).toBeGreaterThanOrEqual(before);
  expect(new Map(listed(folder).map(({ path, sha256 }) => [path, sha256]))).toEqual(expected);
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => name.endsWith('.partial'))).toEqual([]);
  expect(left.filter((name) => name.endsWith('.parquet'))).toHaveLength(expected.size);
});
