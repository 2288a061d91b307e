import { existsSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AREAS,
  type CachedActualsStore,
  cachedActualsStore,
  cachedVintageStore,
  type EpochMs,
  type Forecaster,
  type LoadSource,
  type ObservationBatch,
  type VintageStore,
} from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { actualsOf, chooseSource, claimActuals } from './actuals-source.js';
import { type Clock, clockStartingAt, systemClock } from './clock.js';
import type { Config } from './config.js';
import { followedVintageStore } from './followed-vintage-store.js';
import { type ForecastRunner, inlineForecastRunner } from './forecasting/forecast-runner.js';
import { lazyForecastRunner } from './forecasting/lazy-runner.js';
import { forecasterFor } from './forecasting/models.js';
import { loadForecastData } from './forecasting/stored-forecast-data.js';
import { WORKER_FILE, workerForecastRunner } from './forecasting/worker-runner.js';
import type { Log } from './log.js';
import { survivingActualsStore } from './surviving-actuals-store.js';
import { followWeather } from './weather/follow-weather.js';
import { readWeather, weatherFileOf, writeWeather } from './weather/weather-file.js';
import { weatherReader } from './weather/weather-reader.js';
import { fillWithSimulatedHistory, openLoadSource, openStore, openWeather, type Store } from './wiring.js';

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
  /** Who is to be named wherever weather is used; empty when nobody asks for it. */
  readonly attribution: string;
  /** Follows the weather. */
  pollBeside?(now: EpochMs, signal: AbortSignal): Promise<boolean>;
  /** Of all processes that share what is served, one polls and issues. */
  readonly withLeadership: Store['withLeadership'];
  /** Reads again what other processes may have written. */
  catchUp(): Promise<void>;
  /** When forecasts in memory were last known to be those of the store. */
  inStepAt(): EpochMs;
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
    if (chosen === 'simulated') await fillOnce(store, clock);
    const simulated = (await actualsOf(store.meta)) === 'simulated';
    const forecaster = forecasterFor({ simulated });
    const started = lazyForecastRunner(() => startRunner(env, config, store, forecaster));
    log.info({ store: store.place, source: chosen, replays, simulated }, 'store open');
    const reads = await openReads(store, clock, replays);
    const { actuals, runner, readAgain } = tellRunner(reads.actuals, started);
    const weather = replays || simulated ? undefined : openWeather(config);
    const weatherFile = weatherFileOf(config.LOADCAST_DATA_DIR);
    if (weather) mkdirSync(config.LOADCAST_DATA_DIR, { recursive: true, mode: 0o700 });
    return {
      clock,
      store,
      ...reads,
      actuals,
      async catchUp() {
        await reads.catchUp();
        await readAgain();
      },
      source: openLoadSource(chosen, config),
      runner,
      forecaster,
      attribution: weather?.attribution ?? '',
      ...(weather === undefined
        ? {}
        : {
            pollBeside: followWeather({
              sources: weather,
              read: () => readWeather(weatherFile),
              write: (archive) => writeWeather(weatherFile, archive),
            }),
          }),
      rehearses: replays || simulated,
      notice: noticeOf(simulated, replayFrom),
      withLeadership: replays ? (_name, work) => work(new AbortController().signal) : store.withLeadership,
      async close() {
        reads.close();
        await runner.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What is appended is handed to the forecast threads with their next refresh: reading a year again takes seconds. */
function tellRunner(
  actuals: CachedActualsStore,
  runner: ForecastRunner,
): Pick<World, 'actuals' | 'runner'> & { readAgain(): Promise<void> } {
  let untold: ObservationBatch[] = [];
  return {
    actuals: {
      ...actuals,
      async append(batch) {
        await actuals.append(batch);
        untold.push(batch);
      },
    },
    runner: {
      ...runner,
      async refresh() {
        const batches = untold;
        untold = [];
        await runner.refresh(batches);
      },
    },
    /** Another process may have polled meanwhile. */
    async readAgain() {
      untold = [];
      await runner.refresh();
    },
  };
}

type Reads = Pick<World, 'actuals' | 'vintages' | 'catchUp' | 'inStepAt'> & { close(): void };

/** How soon after news of vintages the actuals are read again: the news comes for eleven areas at a time. */
const FORGET_AFTER_MS = 500;

/** What requests read: caches, and in front of a shared store copies that outlast its absence. */
async function openReads(store: Store, clock: Clock, replays: boolean): Promise<Reads> {
  const now = () => clock.now();
  if (replays || store.engine === 'sqlite') {
    const vintages = replays ? memoryVintageStore() : cachedVintageStore(store.vintages);
    const nothing = { catchUp: async () => undefined, inStepAt: now, close: () => undefined };
    return { actuals: cachedActualsStore(store.actuals), vintages, ...nothing };
  }
  const actuals = cachedActualsStore(survivingActualsStore(store.actuals, () => performance.now()));
  let forgetting: NodeJS.Timeout | undefined;
  const forgetSoon = () => {
    forgetting ??= setTimeout(() => {
      forgetting = undefined;
      actuals.forget();
    }, FORGET_AFTER_MS);
    forgetting.unref();
  };
  const unlisten = store.onVintage(forgetSoon);
  const vintages = await followedVintageStore(store.vintages, { onVintage: store.onVintage, now });
  return {
    actuals,
    vintages,
    async catchUp() {
      actuals.forget();
      await vintages.follow();
    },
    inStepAt: vintages.followedAt,
    close() {
      unlisten();
      clearTimeout(forgetting);
      vintages.close();
    },
  };
}

/** Of several processes that start on one empty store one fills it, and the others wait. */
async function fillOnce(store: Store, clock: Clock): Promise<void> {
  while ((await store.actuals.keys()).length === 0) {
    await store.withLeadership('simulated history', () => fillWithSimulatedHistory(store.actuals, clock.now()));
    if ((await store.actuals.keys()).length === 0) await sleep(500);
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
  return inlineForecastRunner(forecaster, await loadForecastData(store.actuals, AREAS, weatherReader(config)));
}

function noticeOf(simulated: boolean, replayFrom: EpochMs | undefined): string | undefined {
  const notices = [
    ...(simulated ? ['Simulated grid: these numbers are made up for trying the service out.'] : []),
    ...(replayFrom === undefined ? [] : [`Replay from ${new Date(replayFrom).toISOString()}: not the present.`]),
  ];
  return notices.length === 0 ? undefined : notices.join(' ');
}
