import { parentPort, workerData } from 'node:worker_threads';
import { areaById, ServiceError } from '@loadcast/core';
import { readConfig } from '../../config.js';
import { openFits, openStore } from '../../wiring.js';
import { actualsOf } from '../actuals-source.js';
import { weatherReader } from '../weather/weather-reader.js';
import { configuredForecaster, forecasterFor } from './configured-forecaster.js';
import { openForecastRunner } from './forecast-runner.js';
import { yieldToRequests } from './thread-priority.js';
import type { WorkerReply, WorkerRequest, WorkerStart } from './worker-protocol.js';

/** A thread that forecasts for some areas: it reads the store itself and sends values back. */
yieldToRequests();
const { env, areaIds, keepsFits } = workerData as WorkerStart;
const port = parentPort!;
const store = await openStore(env, { role: 'control' });
const simulated = (await actualsOf(store.meta)) === 'simulated';
const config = readConfig(env);
const runner = await openForecastRunner(
  forecasterFor(configuredForecaster(config), { simulated }),
  store.actuals,
  areaIds.map(areaById),
  weatherReader(store.weather, areaIds),
  keepsFits ? openFits(config, Date.now()) : undefined,
);

async function answer(request: WorkerRequest): Promise<WorkerReply> {
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

let queue = Promise.resolve();
port.on('message', (request: WorkerRequest) => {
  queue = queue.then(async () => {
    port.postMessage(await answer(request));
    if (request.type === 'close') port.close();
  });
});
