import { type CopyProgress, copyStore } from '../../copy-store.js';
import { STORE_FORMAT, type StoreFormat } from '../../store-format.js';
import type { VerifiableStore } from '../../verify-store.js';
import { openSqliteStore } from '../sqlite-store.js';
import { type BackupReport, refuseExisting, removeStoreFile } from './backup.js';

/**
 * Writes a copy of any store, a PostgreSQL one's `snapshot` say, to a new file, which appears only when it is complete,
 * compared with its source and synced.
 *
 * @param onProgress called often; draw less often
 * @throws {StoreError} `exists`: the file is there already; `full`, `read_only`, `missing`; `corrupt`: the source is damaged
 */
export async function backupOf(
  source: VerifiableStore,
  to: string,
  onProgress?: (progress: CopyProgress) => void,
  format: StoreFormat = STORE_FORMAT,
): Promise<BackupReport> {
  refuseExisting(to);
  const copy = `${to}.copying`;
  removeStoreFile(copy);
  try {
    const store = await openSqliteStore({ file: copy }, { format });
    try {
      await copyStore(source, store, onProgress, format.kinds);
      return await store.backup(to);
    } finally {
      await store.close();
    }
  } finally {
    removeStoreFile(copy);
  }
}
