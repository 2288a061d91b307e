import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../wiring/store.js';
import type { BackupOrder, BackupReply } from './write-backup.js';

/** A thread that writes one backup, so that no request waits for it. */
const { settings, file } = workerData as BackupOrder;

async function outcomeOf(): Promise<BackupReply> {
  try {
    const store = await openStore(settings, { role: 'control' });
    try {
      await store.backup(file);
    } finally {
      await store.close();
    }
    return { failure: undefined };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort!.postMessage(await outcomeOf());
