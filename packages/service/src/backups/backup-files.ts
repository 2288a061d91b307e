import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '@loadcast/core';

/** `loadcast-20261122T021500Z.db`; behind it stands what a backup under way or cut short lies in. */
const NAME = /^loadcast-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.db(\..+|-wal|-shm)?$/;

/** The name of a backup that is begun at an instant, in a folder. */
export function backupFileAt(folder: string, at: EpochMs): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
  return join(folder, `loadcast-${stamp}.db`);
}

/** The whole backups in a folder that were begun at or before `now`, the newest first. None where the folder is not there. */
export function listBackups(folder: string, now: EpochMs) {
  return entriesOf(folder)
    .filter(({ isWhole, at }) => isWhole && at <= now)
    .sort((a, b) => b.at - a.at)
    .map(({ file, at }) => ({ file, at, bytes: statSync(file).size }));
}

/** Makes the folder, and removes what backups that were cut short left in it. No other process may be writing one there. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { file, isWhole } of entriesOf(folder)) if (!isWhole) rmSync(file, { force: true });
}

/** Removes all but the newest backups. Other files are left alone. @returns the removed files */
export function pruneBackups(folder: string, now: EpochMs, keep: number): string[] {
  const outlived = listBackups(folder, now).slice(keep);
  for (const { file } of outlived) rmSync(file, { force: true });
  return outlived.map(({ file }) => file);
}

function entriesOf(folder: string): { readonly file: string; readonly at: EpochMs; readonly isWhole: boolean }[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return names.flatMap((name) => {
    const [, ...parts] = NAME.exec(name) ?? [];
    if (parts.length === 0) return [];
    const [year, month, day, hour, minute, second] = parts.slice(0, 6).map(Number);
    const at = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
    return [{ file: join(folder, name), at, isWhole: parts[6] === undefined }];
  });
}
