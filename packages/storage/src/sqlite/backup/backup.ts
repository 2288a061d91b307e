import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreError } from '../../store-error.js';
import type { StoreFormat } from '../../store-format.js';
import { assertIntact } from '../connection/assert-intact.js';
import { assertKnownFormat } from '../connection/migrate.js';
import { createPrivately, openDatabase } from '../connection/open-database.js';

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Writes a whole, compact copy of a store to a new file, which appears only when it is complete, checked and synced.
 * Writers are not held up: the copy is the state of one instant.
 *
 * @throws {StoreError} `exists`: the file is there already; `full`, `read_only`, `missing`; `corrupt`: the store is damaged
 */
export function writeBackup(database: DatabaseSyncInstance, to: string, format: StoreFormat): BackupReport {
  refuseExisting(to);
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  createPrivately(partial);
  try {
    database.prepare('vacuum into ?').run(partial);
    assertWholeStore(partial, format);
    sync(partial);
    renameSync(partial, to);
    sync(dirname(to));
    return { file: to, bytes: statSync(to).size };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(partial + suffix, { force: true });
  }
}

/** Backups never replace a file. @throws {StoreError} `exists` */
export function refuseExisting(to: string): void {
  if (isThere(to)) throw new StoreError('exists', `${to} exists already; choose another name`);
}

/**
 * Reads a store's file from end to end.
 *
 * @throws {StoreError} `corrupt`, `not_a_store`, `newer_format`
 */
export function assertWholeStore(file: string, format: StoreFormat): void {
  const database = openDatabase(file, 0);
  try {
    assertKnownFormat(database, file, format.migrations.length);
    const { integrity_check: verdict } = database.prepare('pragma integrity_check(1)').get();
    if (verdict !== 'ok') throw new StoreError('corrupt', `${file} is damaged (${verdict})`);
    assertIntact(database, file);
    database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/** Makes what was written to a file, or the names in a directory, survive a power loss. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
