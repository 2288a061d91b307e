import { parentPort, workerData } from 'node:worker_threads';
import { type AreaId, FORECASTERS } from '@loadcast/core';
import type { AreaBacktest } from '@loadcast/core/backtest';
import { type PlainRow, readRows } from './inputs/plain-rows.js';
import { createReplay, type ReplayJob } from './replay.js';

/** A message of the thread: its progress, its result, or why it cannot continue. */
export type ReplayMessage =
  | { readonly type: 'progress'; readonly areaId: AreaId; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly result: AreaBacktest }
  | { readonly type: 'failed'; readonly areaId: AreaId; readonly error: Error };

/** A job with the areas of its snapshot. */
export interface ThreadJob extends ReplayJob {
  readonly rows: readonly PlainRow[];
}

const PROGRESS_EVERY_MS = 200;

if (parentPort) serve(parentPort, workerData);

function serve(port: NonNullable<typeof parentPort>, job: ThreadJob): void {
  const forecaster = FORECASTERS.get(job.model);
  if (!forecaster) throw new Error(`no model is registered as ${job.model}`);
  const areas = readRows(job.rows);
  const replayArea = createReplay(job, forecaster);
  port.on('message', async (areaId: AreaId) => {
    try {
      let last = 0;
      const result = await replayArea(areas.byId(areaId), (done, total) => {
        const now = performance.now();
        if (now - last < PROGRESS_EVERY_MS && done < total) return;
        last = now;
        port.postMessage({ type: 'progress', areaId, done, total } satisfies ReplayMessage);
      });
      port.postMessage({ type: 'done', result } satisfies ReplayMessage);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      port.postMessage({ type: 'failed', areaId, error } satisfies ReplayMessage);
    }
  });
}
