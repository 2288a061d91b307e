import { openStore, type StoreSettings } from '../wiring/store.js';
import { workInThread } from '../work-in-thread.js';
import type { WriteBackup } from './backups.js';

interface BackupOrder {
  readonly settings: StoreSettings;
  readonly file: string;
}

/** The compiled worker, beside this file; absent when running from source. */
const WORKER_FILE = new URL('./backup-worker.js', import.meta.url);

/** Backups of the store that the settings name. A gateway that stops waits until the one under way is written. */
export function backupWriter(settings: StoreSettings): WriteBackup {
  return (file, signal) => workInThread(WORKER_FILE, writeBackup, { settings, file }, signal);
}

export async function writeBackup({ settings, file }: BackupOrder): Promise<void> {
  const store = await openStore(settings, { role: 'control' });
  try {
    await store.backup(file);
  } finally {
    await store.close();
  }
}
