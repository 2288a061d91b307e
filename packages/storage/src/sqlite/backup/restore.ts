import { chmodSync, copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StoreError } from '../../store-error.js';
import { STORE_FORMAT, type StoreFormat } from '../../store-format.js';
import type { VerifiableStore } from '../../verify-store.js';
import { type StorePlace, storeFileOf } from '../connection/open-database.js';
import { sqliteFault } from '../connection/sqlite-fault.js';
import { holdWriterLock } from '../connection/writer-lock.js';
import { openSqliteStore } from '../sqlite-store.js';
import { assertWholeStore, isThere, removeStoreFile, sync } from './backup.js';

export interface RestoreOptions {
  /** Whether a store that is there may be set aside. */
  readonly replace?: boolean;
  /** Overrides this release's format, for tests. */
  readonly format?: StoreFormat;
}

/**
 * Puts a backup in the place of a store. The backup is copied, brought to today's format and read from end to end first,
 * so that one that is no good changes nothing. A store that is there already is kept under the name
 * `loadcast.db.before-restore`.
 *
 * @returns the store's file
 * @throws {StoreError} `in_use`: a writer is running; `exists`: there is a store, or one set aside earlier; `missing`: there
 *   is no such backup; `corrupt`, `not_a_store`, `newer_format`: it is no good
 */
export async function restoreBackup(backup: string, place: StorePlace, options: RestoreOptions = {}): Promise<string> {
  refuseMissing(backup);
  const file = storeFileOf(place);
  const aside = `${file}.before-restore`;
  const incoming = `${file}.restoring`;
  const release = holdWriterLock(file);
  try {
    if (isThere(file) && options.replace !== true) throw new StoreError('exists', `${file} holds a store already`);
    if (isThere(file) && isThere(aside)) {
      throw new StoreError('exists', `${aside} is still there from an earlier restore; move it away first`);
    }
    await copyWhole(backup, incoming, options.format);
    sync(incoming);
    setAside(file, aside);
    renameSync(incoming, file);
    sync(dirname(file));
    return file;
  } catch (error) {
    throw sqliteFault(backup, error);
  } finally {
    removeStoreFile(incoming);
    release();
  }
}

/**
 * Opens a copy of a backup, read from end to end first, for `work`: to restore it into another engine. The copy lies in a
 * folder of its own in the system's folder for such files (`TMPDIR`), and goes afterwards.
 *
 * @throws {StoreError} `missing`: there is no such backup; `corrupt`, `not_a_store`, `newer_format`: it is no good
 */
export async function withBackup<T>(
  backup: string,
  work: (source: VerifiableStore) => Promise<T>,
  { format = STORE_FORMAT }: Pick<RestoreOptions, 'format'> = {},
): Promise<T> {
  refuseMissing(backup);
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-backup-'));
  try {
    const copy = join(folder, 'copy.db');
    await copyWhole(backup, copy, format);
    const store = await openSqliteStore({ file: copy }, { format });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw sqliteFault(backup, error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refuseMissing(backup: string): void {
  if (!isThere(backup)) throw new StoreError('missing', `${backup}: no such file`);
}

async function copyWhole(backup: string, to: string, format: StoreFormat = STORE_FORMAT): Promise<void> {
  removeStoreFile(to);
  copyFileSync(backup, to);
  chmodSync(to, 0o600);
  await assertWholeStore(to, format);
}

/** The log belongs to the file: left behind, it would be read into the restored one. */
function setAside(file: string, aside: string): void {
  for (const suffix of ['-wal', '']) {
    if (isThere(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  rmSync(`${file}-shm`, { force: true });
}
