import { parentPort } from 'node:worker_threads';
import { ServiceError } from '@loadcast/core';
import { weatherReader } from '../weather/weather-reader.js';
import { actualsOf } from '../wiring/actuals-source.js';
import { openFits } from '../wiring/fits.js';
import { openStore, type Store } from '../wiring/store.js';
import { configuredForecaster, forecasterFor } from './configured-forecaster.js';
import { type ForecastRunner, openForecastRunner } from './forecast-runner.js';
import { yieldToRequests } from './thread-priority.js';
import type { WorkerReply, WorkerRequest, WorkerStart } from './worker-protocol.js';

/** What a thread forecasts with: it reads the store itself and sends values back. */
interface OpenWorker {
  readonly store: Store;
  readonly runner: ForecastRunner;
}

async function open({ settings, areaIds, keepsFits }: WorkerStart): Promise<OpenWorker> {
  const store = await openStore(settings, { role: 'control' });
  const areas = store.everyArea();
  const runner = await openForecastRunner(
    forecasterFor(configuredForecaster(settings), await actualsOf(store.meta)),
    store.actuals,
    areaIds.map((id) => areas.byId(id)),
    weatherReader(store.weather, areaIds),
    keepsFits ? openFits(settings, Date.now()) : undefined,
    store.followAreas,
  );
  return { store, runner };
}

async function answer(request: WorkerRequest, { store, runner }: OpenWorker): Promise<WorkerReply> {
  try {
    switch (request.type) {
      case 'issue':
        return { id: request.id, type: 'issued', forecast: await runner.issue(request.areaId, request.issuedAt) };
      case 'refresh':
        await runner.refresh();
        return { id: request.id, type: 'done' };
      case 'close':
        await store.close();
        return { id: request.id, type: 'done' };
    }
  } catch (error) {
    return {
      id: request.id,
      type: 'failed',
      message: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? error.stack : undefined,
      service: error instanceof ServiceError ? { code: error.code, details: error.details } : undefined,
    };
  }
}

/** Forecasts of each area that its first readers wait for: the newest, and the gates of tomorrow, today and yesterday. */
const AWAITED_OF_AREA = 4;

/** How many forecasts are awaited: none where the store had one at the start. */
async function countAwaited({ areaIds }: WorkerStart, { vintages }: Store): Promise<number> {
  const newest = await Promise.all(areaIds.map((id) => vintages.newest(id, Date.now())));
  return newest.some(Boolean) ? 0 : areaIds.length * AWAITED_OF_AREA;
}

/**
 * A thread that forecasts for the areas of its first message, whenever that comes.
 *
 * It yields to requests, except while a new store fills: there is no answer yet, and beside busy programs a thread that
 * yields would get hardly any CPU.
 */
const port = parentPort!;
let awaited = 0;
let opening: Promise<OpenWorker>;
let queue: Promise<unknown> = Promise.resolve();
port.on('message', (message: WorkerStart | WorkerRequest) => {
  if (message.type === 'start') {
    opening = open(message);
    queue = opening.then(async ({ store }) => {
      awaited = await countAwaited(message, store);
      if (awaited === 0) yieldToRequests();
    });
    return;
  }
  queue = queue.then(async () => {
    port.postMessage(await answer(message, await opening));
    if (message.type === 'issue' && --awaited === 0) yieldToRequests();
    if (message.type === 'close') port.close();
  });
});
