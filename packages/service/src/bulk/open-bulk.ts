import { join } from 'node:path';
import { type EpochMs, HOUR_MS } from '@loadcast/core';
import type { Log } from '@loadcast/observe';
import type { BulkStore } from '@loadcast/surface-a';
import type { StoreSettings } from '../wiring/store.js';
import { workInThread } from '../work-in-thread.js';
import { readBulkFolder } from './bulk-folder.js';
import { passOver } from './bulk-pass.js';

/** Once the first forecasts are out. */
const FIRST_PASS_MS = 120_000;
const EVERY_MS = 6 * HOUR_MS;

/** The compiled worker, beside this file; absent when running from source. */
const WORKER_FILE = new URL('./bulk-worker.js', import.meta.url);

/** Without bounds the thread collects rarely, and grows by three times as much. */
const HEAP = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 6 } as const;

export interface BulkOptions {
  readonly config: StoreSettings & { readonly BULK_FILES: '0' | '1' };
  readonly now: () => EpochMs;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Monthly files of a gateway: written in its data folder, for any store, from the store's contents. */
export interface OpenBulk {
  readonly files: BulkStore;
  /** Makes a pass now; one that is under way is waited for instead. Never rejects. */
  write(): Promise<void>;
  /** Ends the pass that is under way, and resolves once it is. */
  close(): Promise<void>;
}

/** Opens the folder, and writes into it every six hours if the settings enable that. */
export function openBulk({ config, now, log }: BulkOptions): OpenBulk {
  const { LOADCAST_DATA_DIR, DATABASE_URL } = config;
  const settings = { LOADCAST_DATA_DIR, DATABASE_URL };
  const folder = join(LOADCAST_DATA_DIR, 'bulk');
  const stop = new AbortController();
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function pass(): Promise<void> {
    const begun = performance.now();
    try {
      const outcome = await workInThread(WORKER_FILE, passOver, { settings, folder, now: now() }, stop.signal, HEAP);
      log.info({ ...outcome, seconds: Math.round((performance.now() - begun) / 1000) }, 'monthly files written');
    } catch (error) {
      if (!stop.signal.aborted) log.error({ err: error, folder }, 'monthly files failed; the previous ones stay');
    }
  }
  function write(): Promise<void> {
    underWay ??= pass().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }
  function writeAfter(ms: number): void {
    timer = setTimeout(() => void write().finally(() => stop.signal.aborted || writeAfter(EVERY_MS)), ms);
    timer.unref();
  }
  if (config.BULK_FILES === '1') writeAfter(FIRST_PASS_MS);
  return {
    files: readBulkFolder(folder),
    write,
    async close() {
      clearTimeout(timer);
      stop.abort(new Error('the gateway stops'));
      await underWay;
    },
  };
}
