import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { openStore, type StoreSettings } from '../wiring/store.js';
import type { WriteBackup } from './backups.js';

export interface BackupOrder {
  readonly settings: StoreSettings;
  readonly file: string;
}

export interface BackupReply {
  readonly failure: string | undefined;
}

/** The compiled worker, beside this file; absent when running from source. */
const WORKER_FILE = new URL('./backup-worker.js', import.meta.url);

/** Backups of the store that the settings name: in a thread where the compiled worker is there, else on this one. */
export function backupWriter(settings: StoreSettings): WriteBackup {
  return existsSync(WORKER_FILE) ? (file) => inThread({ settings, file }) : (file) => onThisThread(settings, file);
}

async function onThisThread(settings: StoreSettings, file: string): Promise<void> {
  const store = await openStore(settings, { role: 'control' });
  try {
    await store.backup(file);
  } finally {
    await store.close();
  }
}

/**
 * A gateway that stops waits until the backup under way is written: a thread that is ended in the middle of a call into
 * SQLite ends the whole process (`Napi::Error`, SIGABRT).
 */
function inThread(order: BackupOrder): Promise<void> {
  // Tracking closes, at the thread's end, the numbers of files it once had open: by then they may be ours.
  const worker = new Worker(WORKER_FILE, { workerData: order, trackUnmanagedFds: false });
  return new Promise<void>((resolve, reject) => {
    let reply: BackupReply = { failure: undefined };
    let hasReplied = false;
    worker.once('message', (message: BackupReply) => {
      reply = message;
      hasReplied = true;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (!hasReplied) reject(new Error(`the backup thread ended (exit ${code})`));
      else if (reply.failure === undefined) resolve();
      else reject(new Error(reply.failure));
    });
  });
}
