import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { yieldToRequests } from '../forecasting/thread-priority.js';
import { openStore, type StoreSettings } from '../wiring/store.js';
import { BulkFolderWriter } from './bulk-folder.js';
import { type PassOutcome, writeBulkFiles } from './bulk-pass.js';

/** What a thread that writes files is given. */
export interface BulkOrder {
  readonly settings: StoreSettings;
  readonly folder: string;
  readonly now: number;
}

export type BulkReply = { readonly outcome: PassOutcome } | { readonly failure: string };

/** A thread that makes one pass, with a low priority: no request waits for it. Any message ends it early. */
const { settings, folder, ...order } = workerData as BulkOrder;

async function passOnce(): Promise<BulkReply> {
  const stop = new AbortController();
  parentPort!.once('message', () => stop.abort(new Error('the gateway stops')));
  try {
    const store = await openStore(settings, { role: 'control' });
    try {
      const deps = { actuals: store.actuals, vintages: store.vintages, pause: () => nextTurn() };
      return {
        outcome: await writeBulkFiles(deps, new BulkFolderWriter(folder), {
          ...order,
          areas: store.areas(),
          signal: stop.signal,
        }),
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

yieldToRequests();
parentPort!.postMessage(await passOnce());
parentPort!.close();
