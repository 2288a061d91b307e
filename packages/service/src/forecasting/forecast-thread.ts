import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { openThread } from '../asked-threads/asked-thread.js';

/** The compiled worker, beside this file; absent when running from source. */
export const WORKER_FILE = new URL('./forecast-worker.js', import.meta.url);

let prepared: Worker | undefined;

/**
 * Starts a thread that loads its program while the calling one loads its own: the next that is opened is this one. It waits for
 * its first message, and keeps no process alive until it is opened.
 */
export function prepareForecastThread(): void {
  if (!existsSync(WORKER_FILE)) return;
  const thread = openThread(WORKER_FILE);
  thread.unref();
  thread.once('exit', dropPrepared);
  prepared = thread;
}

/** Ends the thread that was prepared, where none will be opened. */
export async function endPreparedThread(): Promise<void> {
  await dropPrepared()?.terminate();
}

/** A thread that runs a file; without one that was prepared it is started now. */
export function openForecastThread(file: URL): Worker {
  const thread = file === WORKER_FILE ? dropPrepared() : undefined;
  thread?.ref();
  return thread ?? openThread(file);
}

function dropPrepared(): Worker | undefined {
  const thread = prepared;
  prepared = undefined;
  thread?.off('exit', dropPrepared);
  return thread;
}
