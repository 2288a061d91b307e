import { type AreaId, type Areas, type IssuedForecast, ServiceError } from '@loadcast/core';
import type { ForecastRunner } from './forecast-runner.js';
import { openForecastThread, WORKER_FILE } from './forecast-thread.js';
import type { WorkerReply, WorkerRequest, WorkerStart } from './worker-protocol.js';

type Question = WorkerRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

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
  const start = (index: number) => {
    const areaIds = areas.list.filter((_area, row) => row % count === index).map(({ id }) => id);
    return startThread(file, { type: 'start', settings, areaIds, keepsFits });
  };
  const threads = Array.from({ length: count }, (_, index) => start(index));
  /** A thread that has ended, out of memory say, is started again with the next forecast asked of it. */
  const threadOf = (areaId: AreaId) => {
    const row = areas.list.findIndex(({ id }) => id === areaId);
    const index = (row < 0 ? areaId.charCodeAt(areaId.length - 1) : row) % count; // one that was added since has no row
    if (threads[index]!.hasEnded()) threads[index] = start(index);
    return threads[index]!;
  };
  return {
    async issue(areaId, issuedAt) {
      const reply = await threadOf(areaId).ask({ type: 'issue', areaId, issuedAt });
      return (reply as { forecast: IssuedForecast }).forecast;
    },
    async refresh() {
      const running = threads.filter((thread) => !thread.hasEnded());
      await Promise.all(running.map((thread) => thread.ask({ type: 'refresh' })));
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function startThread(file: URL, start: WorkerStart) {
  const worker = openForecastThread(file);
  worker.postMessage(start);
  const waiting = new Map<number, { resolve(reply: WorkerReply): void; reject(error: Error): void }>();
  let lastId = 0;
  let ended: Error | undefined;

  function end(error: Error) {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }
  worker.on('message', (reply: WorkerReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.type === 'failed') asked?.reject(revive(reply));
    else asked?.resolve(reply);
  });
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => end(new Error(`the forecast worker ended (exit ${code})`)));

  function ask(question: Question): Promise<WorkerReply> {
    if (ended) return Promise.reject(ended);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...question, id } as WorkerRequest);
    });
  }
  return {
    ask,
    hasEnded: () => ended !== undefined,
    async close() {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS).unref());
      await Promise.race([ask({ type: 'close' }).catch(() => undefined), patience]);
      await worker.terminate();
    },
  };
}

function revive({ message, stack, service }: Extract<WorkerReply, { type: 'failed' }>): Error {
  const error = service ? new ServiceError(service.code, message, service.details) : new Error(message);
  if (stack) error.stack = stack;
  return error;
}
