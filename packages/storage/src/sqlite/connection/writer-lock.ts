import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { StoreError } from '../../store-error.js';
import { createPrivately } from './open-database.js';
import { sqliteFault } from './sqlite-fault.js';

/**
 * Makes this the only writer of a store until released, or until the process dies, however it dies.
 *
 * The lock is SQLite's own, held on an empty file beside the store, so the kernel drops it with its holder. Who holds it
 * is in a second file: reading the first one here would drop this process' locks on it (POSIX advisory locks,
 * https://www.sqlite.org/howtocorrupt.html section 2.2).
 *
 * @param file the store
 * @returns releases the lock
 * @throws {StoreError} `in_use`, naming the holder
 */
export function holdWriterLock(file: string): () => void {
  const holderFile = `${file}.writer`;
  const lock = openLock(`${file}.lock`);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const fault = sqliteFault(file, error);
    if (!(fault instanceof StoreError) || fault.fault !== 'busy') throw fault;
    throw new StoreError(
      'in_use',
      `${file} is in use by ${readHolder(holderFile)}; stop it first, or use another data directory`,
    );
  }
  writeFileSync(holderFile, `process ${process.pid}`, { mode: 0o600 });
  return () => {
    rmSync(holderFile, { force: true });
    lock.close();
  };
}

function openLock(path: string): InstanceType<typeof DatabaseSync> {
  createPrivately(path);
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw sqliteFault(path, error);
  }
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8') || 'another process';
  } catch {
    return 'another process';
  }
}
