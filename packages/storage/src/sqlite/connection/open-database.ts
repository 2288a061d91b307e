import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreError } from '../../store-error.js';
import { sqliteFault } from './sqlite-fault.js';

/** Where a store lies: a data directory that holds `loadcast.db`, or the file itself. */
export type StorePlace = { readonly dataDir: string } | { readonly file: string };

/** The store's name in a data directory. */
export const STORE_FILE = 'loadcast.db';

/**
 * The store's file at a place: in a data directory that is made when its parent exists. Only its owner may enter it.
 *
 * Only the last folder is made: of a volume that is not mounted, the parent is missing too, and an empty store in its
 * place would look like lost data.
 *
 * @throws {StoreError} `missing`, `read_only`
 */
export function storeFileOf(place: StorePlace): string {
  if ('file' in place) return place.file;
  const { dataDir } = place;
  try {
    mkdirSync(dataDir, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EEXIST' || !statSync(dataDir).isDirectory()) throw folderFault(dataDir, code, error);
  }
  return join(dataDir, STORE_FILE);
}

/**
 * Opens the file, made for its owner alone when it is not there.
 *
 * `synchronous = FULL` syncs the log at every commit: an acknowledged write survives a power loss. `NORMAL` would lose
 * the last ones, and commits are few (a poll a minute, a forecast an hour, a whole file in bulk), so they can afford
 * it. Account commits are many while people sign in, and are synced by another thread (`synced-later.ts`).
 *
 * @throws {StoreError} `missing`, `read_only`, `not_a_store`, `full`
 */
export function openDatabase(file: string, timeoutMs: number): DatabaseSyncInstance {
  createPrivately(file);
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(file, { timeout: timeoutMs });
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma journal_size_limit = 67108864;
      pragma cache_size = -16384;
      pragma temp_store = memory;
      pragma secure_delete = on;
    `);
    return database;
  } catch (error) {
    database?.close();
    throw sqliteFault(file, error);
  }
}

/** Makes a file for its owner alone. Never opens one that exists: closing it again would drop the locks this process holds on it. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EEXIST') throw folderFault(dirname(file), code, error);
  }
}

function folderFault(folder: string, code: string | undefined, cause: unknown): StoreError {
  switch (code) {
    case 'ENOENT':
      return new StoreError('missing', `${folder}: no such directory, or its parent is missing`, { cause });
    case 'EEXIST':
    case 'ENOTDIR':
      return new StoreError('missing', `${folder} is not a directory`, { cause });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StoreError('read_only', `${folder} cannot be written (${code})`, { cause });
    case 'ENOSPC':
    case 'EDQUOT':
      return new StoreError('full', `${folder}: the disk is full`, { cause });
    default:
      return new StoreError('failed', `${folder} cannot be used (${code ?? 'unknown error'})`, { cause });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
