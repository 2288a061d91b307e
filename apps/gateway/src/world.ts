import { existsSync } from 'node:fs';
import {
  AREAS,
  type CachedActualsStore,
  cachedActualsStore,
  cachedVintageStore,
  type EpochMs,
  type Forecaster,
  type LoadSource,
  type VintageStore,
} from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { actualsOf, chooseSource, claimActuals } from './actuals-source.js';
import { type Clock, clockStartingAt, systemClock } from './clock.js';
import type { Config } from './config.js';
import { type ForecastRunner, inlineForecastRunner } from './forecasting/forecast-runner.js';
import { forecasterFor } from './forecasting/models.js';
import { loadForecastData } from './forecasting/stored-forecast-data.js';
import { WORKER_FILE, workerForecastRunner } from './forecasting/worker-runner.js';
import type { Log } from './log.js';
import { fillWithSimulatedHistory, openLoadSource, openStore, type Store } from './wiring.js';

/** Everything behind the HTTP surfaces: the store, the clock it is read by, and who forecasts. */
export interface World {
  readonly clock: Clock;
  readonly store: Store;
  readonly actuals: CachedActualsStore;
  readonly vintages: VintageStore;
  readonly source: LoadSource | undefined;
  readonly runner: ForecastRunner;
  readonly forecaster: Forecaster;
  /** Past gates are played again: the grid is simulated, or this is a replay whose forecasts live in memory. */
  readonly rehearses: boolean;
  /** What every page and the log say when the data or the time is not real. */
  readonly notice: string | undefined;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  readonly log: Log;
  /** The moment at which a replay's clock starts. */
  readonly replayFrom?: EpochMs;
}

/** @throws {ConfigError} the configuration and the store contradict each other */
export async function openWorld({ env, config, log, replayFrom }: WorldOptions): Promise<World> {
  const replays = replayFrom !== undefined;
  const clock = replays ? clockStartingAt(replayFrom) : systemClock;
  const store = await openStore(env, { role: replays ? 'control' : 'writer' });
  try {
    const chosen = replays ? 'none' : chooseSource(config, await actualsOf(store.meta));
    if (chosen !== 'none') await claimActuals(store.meta, chosen, store.place);
    if (chosen === 'simulated') await fillWithSimulatedHistory(store.actuals, clock.now());
    const simulated = (await actualsOf(store.meta)) === 'simulated';
    const forecaster = forecasterFor({ simulated });
    const runner = await startRunner(env, config, store, forecaster);
    log.info({ store: store.place, source: chosen, replays, simulated }, 'store open');
    return {
      clock,
      store,
      actuals: cachedActualsStore(store.actuals),
      vintages: replays ? memoryVintageStore() : cachedVintageStore(store.vintages),
      source: openLoadSource(chosen, config),
      runner,
      forecaster,
      rehearses: replays || simulated,
      notice: noticeOf(simulated, replayFrom),
      async close() {
        await runner.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** In worker threads where the compiled worker is there, else (running from source) on this thread. */
async function startRunner(
  env: WorldOptions['env'],
  config: Config,
  store: Store,
  forecaster: Forecaster,
): Promise<ForecastRunner> {
  if (existsSync(WORKER_FILE)) return workerForecastRunner(env, config.FORECAST_WORKERS);
  return inlineForecastRunner(forecaster, await loadForecastData(store.actuals, AREAS));
}

function noticeOf(simulated: boolean, replayFrom: EpochMs | undefined): string | undefined {
  const notices = [
    ...(simulated ? ['Simulated grid: these numbers are made up for trying the service out.'] : []),
    ...(replayFrom === undefined ? [] : [`Replay from ${new Date(replayFrom).toISOString()}: not the present.`]),
  ];
  return notices.length === 0 ? undefined : notices.join(' ');
}
