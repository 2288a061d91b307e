import type { AreaId, Areas, IssuedForecast } from '@loadcast/core';
import { AskedThread } from '../asked-threads/asked-thread.js';
import { SERVICE_ERRORS } from '../asked-threads/carried-errors.js';
import type { ForecastRunner } from './forecast-runner.js';
import { openForecastThread, WORKER_FILE } from './forecast-thread.js';
import type { WorkerQuestion, WorkerStart } from './worker-protocol.js';

/** How long a thread may take to end its current task; a forecast without a waiting caller is not worth more. */
const CLOSE_PATIENCE_MS = 500;

interface WorkerRunnerOptions extends Pick<WorkerStart, 'settings' | 'keepsFits'> {
  readonly areas: Areas;
  readonly count: number;
}

/**
 * Forecasts in `count` worker threads, each with its own areas, so that a run never delays a request.
 *
 * @param file what the threads run
 */
export function workerForecastRunner(
  { areas, settings, count, keepsFits }: WorkerRunnerOptions,
  file = WORKER_FILE,
): ForecastRunner {
  const threads = Array.from({ length: count }, (_, index) => {
    const areaIds = areas.list.filter((_area, row) => row % count === index).map(({ id }) => id);
    return startThread(file, { settings, areaIds, keepsFits });
  });
  const threadOf = (areaId: AreaId) => {
    const row = areas.list.findIndex(({ id }) => id === areaId);
    return threads[(row < 0 ? areaId.charCodeAt(areaId.length - 1) : row) % count]!; // one that was added since has no row
  };
  return {
    issue: (areaId, issuedAt) => threadOf(areaId).ask({ type: 'issue', areaId, issuedAt }) as Promise<IssuedForecast>,
    async refresh() {
      const running = threads.filter((thread) => thread.isRunning);
      await Promise.all(running.map((thread) => thread.ask({ type: 'refresh' })));
    },
    async close() {
      await Promise.all(threads.map(closeInTime));
    },
  };
}

/** A thread that has ended, out of memory say, is started again with the next forecast asked of it. */
function startThread(file: URL, start: WorkerStart): AskedThread<WorkerQuestion> {
  const thread = new AskedThread<WorkerQuestion>({
    open() {
      const worker = openForecastThread(file);
      worker.postMessage(start);
      return worker;
    },
    classes: SERVICE_ERRORS,
  });
  thread.start();
  return thread;
}

async function closeInTime(thread: AskedThread<WorkerQuestion>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS).unref());
  if (thread.isRunning) await Promise.race([thread.ask({ type: 'close' }).catch(() => undefined), patience]);
  await thread.close();
}
