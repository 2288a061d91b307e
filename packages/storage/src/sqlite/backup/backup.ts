import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreError } from '../../store-error.js';
import type { StoreFormat } from '../../store-format.js';
import { verifyStore } from '../../verify-store.js';
import { assertIntact } from '../connection/assert-intact.js';
import { migrate } from '../connection/migrate.js';
import { createPrivately, openDatabase } from '../connection/open-database.js';
import { sqliteFault } from '../connection/sqlite-fault.js';

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
}

/** The suffixes of a store's file and of its companion files. */
const SUFFIXES = ['', '-wal', '-shm', '.lock', '.writer'];

/**
 * Writes a whole, compact copy of a store to a new file, which appears only when it is complete, read from end to end and
 * synced. Writers are not held up: the copy is the state of one instant.
 *
 * @param copy runs the one statement that copies, on the store's connection
 * @throws {StoreError} `exists`: the file is there already; `full`, `read_only`, `missing`; `corrupt`: the store is damaged
 */
export async function writeBackup(
  copy: (work: (database: DatabaseSyncInstance) => void) => Promise<void>,
  to: string,
  format: StoreFormat,
): Promise<BackupReport> {
  refuseExisting(to);
  const partial = `${to}.partial`;
  removeStoreFile(partial);
  createPrivately(partial);
  try {
    await copy((database) => database.prepare('vacuum into ?').run(partial));
    await assertWholeStore(partial, format);
    sync(partial);
    renameSync(partial, to);
    sync(dirname(to));
    return { file: to, bytes: statSync(to).size };
  } finally {
    removeStoreFile(partial);
  }
}

/** Backups never replace a file. @throws {StoreError} `exists` */
export function refuseExisting(to: string): void {
  if (isThere(to)) throw new StoreError('exists', `${to} exists already; choose another name`);
}

/**
 * Reads a store's file from end to end, every row against its checksum, after bringing it to today's format.
 *
 * @param file not open anywhere else
 * @throws {StoreError} `corrupt`, `not_a_store`, `newer_format`
 */
export async function assertWholeStore(file: string, format: StoreFormat): Promise<void> {
  const database = openDatabase(file, 0);
  try {
    migrate(database, file, format.migrations);
    const { integrity_check: verdict } = database.prepare('pragma integrity_check(1)').get();
    if (verdict !== 'ok') throw new StoreError('corrupt', `${file} is damaged`, { cause: verdict });
    assertIntact(database, file);
    const contents = {
      query: async <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
        database.prepare(sql).all(...values),
    };
    await verifyStore({ contents }, undefined, format.kinds);
    database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
  } catch (error) {
    throw sqliteFault(file, error);
  } finally {
    database.close();
  }
}

export function removeStoreFile(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true });
}

/** Makes a file's content, or the names in a directory, survive a power loss. */
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
