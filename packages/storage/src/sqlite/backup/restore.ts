import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../../store-error.js';
import { STORE_FORMAT, type StoreFormat } from '../../store-format.js';
import { type StorePlace, storeFileOf } from '../connection/open-database.js';
import { sqliteFault } from '../connection/sqlite-fault.js';
import { holdWriterLock } from '../connection/writer-lock.js';
import { assertWholeStore, isThere, sync } from './backup.js';

export interface RestoreOptions {
  /** Whether a store that is there may be set aside. */
  readonly replace?: boolean;
  /** Another format than that of this release, for tests. */
  readonly format?: StoreFormat;
}

/**
 * Puts a backup in the place of a store. The backup is copied and checked first, so that one that is no good changes
 * nothing. A store that is there already is kept under the name `loadcast.db.before-restore`.
 *
 * @returns the store's file
 * @throws {StoreError} `in_use`: a writer is running; `exists`: there is a store, or one set aside earlier; `missing`: there
 *   is no such backup; `corrupt`, `not_a_store`, `newer_format`: it is no good
 */
export function restoreBackup(backup: string, place: StorePlace, options: RestoreOptions = {}): string {
  if (!isThere(backup)) throw new StoreError('missing', `${backup}: no such file`);
  const file = storeFileOf(place);
  const aside = `${file}.before-restore`;
  const incoming = `${file}.restoring`;
  const release = holdWriterLock(file);
  try {
    if (isThere(file) && options.replace !== true) throw new StoreError('exists', `${file} holds a store already`);
    if (isThere(file) && isThere(aside)) {
      throw new StoreError('exists', `${aside} is still there from an earlier restore; move it away first`);
    }
    rmSync(incoming, { force: true });
    copyFileSync(backup, incoming);
    chmodSync(incoming, 0o600);
    assertWholeStore(incoming, options.format ?? STORE_FORMAT);
    sync(incoming);
    setAside(file, aside);
    renameSync(incoming, file);
    sync(dirname(file));
    return file;
  } catch (error) {
    throw sqliteFault(backup, error);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(incoming + suffix, { force: true });
    release();
  }
}

/** The log belongs to the file: left behind, it would be read into the restored one. */
function setAside(file: string, aside: string): void {
  for (const suffix of ['-wal', '']) {
    if (isThere(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  rmSync(`${file}-shm`, { force: true });
}
