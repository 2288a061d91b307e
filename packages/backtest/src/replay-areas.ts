import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Area, type AreaId, FORECASTERS, type Forecaster } from '@loadcast/core';
import type { AreaBacktest } from '@loadcast/core/backtest';
import { plainRows } from './inputs/plain-rows.js';
import { createReplay, type ReplayJob } from './replay.js';
import type { ReplayMessage, ThreadJob } from './replay-worker.js';

/** The compiled worker, beside this file; absent when running from source. */
const WORKER_FILE = new URL('./replay-worker.js', import.meta.url);

export interface ReplayWatch {
  /** Threads to use; 1 when the worker is not compiled. */
  readonly threads: number;
  readonly signal: AbortSignal;
  /** @param share how much of the area is done, 0 to 1 */
  onProgress(areaId: AreaId, share: number): void;
  /** An area is finished: the moment to keep it. */
  onArea(result: AreaBacktest): void;
}

/**
 * Replays areas, several at a time in worker threads, or one after the other on this thread when run from source.
 *
 * @param areas of one snapshot
 * @returns results in the order of `areas`
 * @throws the first failure of any area, and an error when the signal aborts; threads are ended before
 */
export async function replayAreas(
  job: ReplayJob,
  forecaster: Forecaster,
  areas: readonly Area[],
  watch: ReplayWatch,
): Promise<AreaBacktest[]> {
  // A thread finds its model by name, so one that is not registered is replayed here.
  const hasThreads = existsSync(fileURLToPath(WORKER_FILE)) && FORECASTERS.get(job.model) === forecaster;
  const results = hasThreads
    ? await replayInThreads(job, areas, watch)
    : await replayHere(job, forecaster, areas, watch);
  return areas.map(({ id }) => results.get(id)!);
}

async function replayHere(job: ReplayJob, forecaster: Forecaster, areas: readonly Area[], watch: ReplayWatch) {
  const replayArea = createReplay(job, forecaster);
  const results = new Map<AreaId, AreaBacktest>();
  for (const area of areas) {
    watch.signal.throwIfAborted();
    const result = await replayArea(area, (done, total) => watch.onProgress(area.id, done / total));
    results.set(area.id, result);
    watch.onArea(result);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}

async function replayInThreads(job: ReplayJob, areas: readonly Area[], watch: ReplayWatch) {
  const results = new Map<AreaId, AreaBacktest>();
  const waiting = [...areas];
  const workerData: ThreadJob = { ...job, rows: plainRows(areas[0]?.areas.list ?? []) };
  const threads: Worker[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      if (areas.length === 0) resolve();
      watch.signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
      watch.signal.throwIfAborted();
      for (let i = 0; i < Math.min(watch.threads, areas.length); i++) {
        const thread = new Worker(WORKER_FILE, { workerData });
        threads.push(thread);
        let zone: string | undefined;
        const next = () => {
          const area = takeNext(waiting, zone);
          if (!area) return;
          zone = area.timezone;
          thread.postMessage(area.id);
        };
        thread.on('error', reject);
        thread.on('exit', (code) => reject(new Error(`a backtest thread ended (exit ${code})`)));
        thread.on('message', (message: ReplayMessage) => {
          if (message.type === 'progress') return watch.onProgress(message.areaId, message.done / message.total);
          if (message.type === 'failed') return reject(message.error);
          results.set(message.result.areaId, message.result);
          watch.onArea(message.result);
          if (results.size === areas.length) resolve();
          next();
        });
        next();
      }
    });
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return results;
}

/** An area of the clock that the thread has worked on, whose neighbors it holds already; else one of another clock. */
function takeNext(waiting: Area[], zone: string | undefined): Area | undefined {
  const same = waiting.findIndex(({ timezone }) => timezone === zone);
  if (same >= 0) return waiting.splice(same, 1)[0];
  const counts = new Map<string, number>();
  for (const { timezone } of waiting) counts.set(timezone, (counts.get(timezone) ?? 0) + 1);
  const crowded = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  const first = waiting.findIndex(({ timezone }) => timezone === crowded);
  return first >= 0 ? waiting.splice(first, 1)[0] : undefined;
}
