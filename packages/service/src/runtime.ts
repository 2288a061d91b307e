import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { isoUtc } from '@loadcast/formats';
import { sha256Hex } from '@loadcast/formats/node';
import { type Clock, clockStartingAt, type Log, systemClock } from '@loadcast/observe';
import type { Feed } from '@loadcast/sources/operator-feeds';
import { openFeedArchive } from './feeds/feed-archive.js';
import { followFeeds } from './feeds/follow-feeds.js';
import { type FeedSettings, feedFolder, openFeeds } from './feeds/open-feeds.js';
import { configuredForecaster, type ForecasterSettings, forecasterFor } from './forecasting/configured-forecaster.js';
import { type ForecastRunner, openForecastRunner } from './forecasting/forecast-runner.js';
import { endPreparedThread, WORKER_FILE } from './forecasting/forecast-thread.js';
import { lazyForecastRunner } from './forecasting/lazy-runner.js';
import type { WorkerSettings } from './forecasting/worker-protocol.js';
import { workerForecastRunner } from './forecasting/worker-runner.js';
import { sealedWebhooks, sealWebhooks } from './secrets/sealed-webhooks.js';
import { type SecretsSettings, sealOf } from './secrets/secrets-key.js';
import { followedVintageStore } from './stores/followed-vintage-store.js';
import { replayStore } from './stores/replay-store.js';
import { staleIfUnavailable } from './stores/stale-if-unavailable.js';
import { followWeather } from './weather/follow-weather.js';
import { noteHistory } from './weather/weather-history.js';
import { weatherReader } from './weather/weather-reader.js';
import { openWeather, type WeatherSettings } from './weather/weather-sources.js';
import { actualsOf, chooseSource, claimActuals, type SourceSettings } from './wiring/actuals-source.js';
import { type LoadSourceSettings, openLoadSource } from './wiring/load-source.js';
import { fillWithSimulatedHistory } from './wiring/simulated-history.js';
import { openStore, type Store } from './wiring/store.js';

/** Everything behind the HTTP surfaces: the store, the clock it is read by, and who forecasts. */
export interface Runtime {
  readonly clock: Clock;
  readonly store: Store;
  readonly actuals: CachedActualsStore;
  readonly vintages: VintageStore;
  /** Changes with every write that a read may show. */
  dataVersion(): number;
  readonly source: LoadSource | undefined;
  readonly runner: ForecastRunner;
  readonly forecaster: Forecaster;
  /** The load is made up. */
  readonly isSimulated: boolean;
  /** Past gates are played again: the grid is simulated, or this is a replay whose forecasts live in memory. */
  readonly backfillsGates: boolean;
  /** What every page and the log say when the data or the time is not real. */
  readonly notice: string | undefined;
  /** The attribution to show wherever weather is used; empty when none is required. */
  readonly attribution: string;
  /** Follows the weather. */
  pollWeather?(now: EpochMs, signal: AbortSignal): Promise<boolean>;
  /** Follows the operators' feeds. */
  pollFeeds?(now: EpochMs, signal: AbortSignal): Promise<boolean>;
  /** The feeds that it asks. */
  readonly feeds: readonly Feed[];
  /** One of all processes that share a store polls and issues. */
  readonly withLeadership: Store['withLeadership'];
  /** Reads again what other processes may have written. */
  catchUp(): Promise<void>;
  /** When forecasts in memory were last known to match the store. */
  inStepAt(): EpochMs;
  close(): Promise<void>;
}

/** What a runtime follows, keeps and forecasts with. */
export interface RuntimeSettings
  extends SecretsSettings,
    SourceSettings,
    LoadSourceSettings,
    WeatherSettings,
    FeedSettings,
    ForecasterSettings {
  /** How long files of the operators' feeds are kept, ms; for ever without it. */
  readonly OPERATOR_FEEDS_KEEP?: number | undefined;
  /** Threads that forecast. */
  readonly FORECAST_WORKERS: number;
}

export interface RuntimeOptions {
  readonly config: RuntimeSettings;
  readonly log: Log;
  /** The moment at which a replay's clock starts. */
  readonly replayFrom?: EpochMs;
}

/** @throws {ConfigError} the configuration and the store contradict each other */
export async function openRuntime({ config, log, replayFrom }: RuntimeOptions): Promise<Runtime> {
  const replays = replayFrom !== undefined;
  const configured = configuredForecaster(config);
  const clock = replays ? clockStartingAt(replayFrom) : systemClock;
  const opened = await openStore(config, { role: replays ? 'control' : 'writer' });
  const store = replays ? await replayStore(opened) : withSealedWebhooks(opened, config, log);
  try {
    const chosen = replays ? 'none' : chooseSource(config, await actualsOf(store.meta));
    if (chosen !== 'none') await claimActuals(store.meta, chosen, store.place);
    if (chosen === 'simulated') await fillOnce(store, clock);
    const simulated = (await actualsOf(store.meta)) === 'simulated';
    const forecaster = forecasterFor(configured, { simulated });
    const runner = lazyForecastRunner(() => startRunner(config, store, forecaster, { keepsFits: !replays }));
    log.info({ store: store.place, source: chosen, replays, simulated }, 'store open');
    const reads = await openReads(store, clock, replays);
    const weather = replays || simulated ? undefined : openWeather(config);
    const feeds = replays || simulated ? [] : openFeeds(config);
    const archive = openFeedArchive(feedFolder(config));
    const keepMs = config.OPERATOR_FEEDS_KEEP;
    const source = openLoadSource(chosen, config);
    // An embedded store has one process, which forecasts; of several some only serve.
    if (existsSync(WORKER_FILE)) await (store.engine === 'sqlite' ? runner.start() : endPreparedThread());
    return {
      clock,
      store,
      ...reads,
      async catchUp() {
        await reads.catchUp();
        await runner.refresh();
      },
      source,
      runner,
      forecaster,
      attribution: weather?.attribution ?? '',
      ...(weather && {
        pollWeather: followWeather({ sources: weather, store: store.weather, onHistory: noteHistory(store.meta) }),
      }),
      feeds: feeds.map(({ feed }) => feed),
      ...(feeds.length > 0 && {
        pollFeeds: followFeeds({ feeds, actuals: store.actuals, archive, keepMs, clock, log, polls: store.polls }),
      }),
      isSimulated: simulated,
      backfillsGates: replays || simulated,
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

type Reads = Pick<Runtime, 'actuals' | 'vintages' | 'dataVersion' | 'catchUp' | 'inStepAt'> & { close(): void };

/** How often load is followed although no news came, ms: news can be lost, and restatements come without a forecast. */
const FOLLOW_EVERY_MS = 15_000;

/** What requests read: caches, and in front of a shared store copies that outlast its absence. */
async function openReads(store: Store, clock: Clock, replays: boolean): Promise<Reads> {
  const now = () => clock.now();
  if (replays || store.engine === 'sqlite') {
    const vintages = cachedVintageStore(replays ? memoryVintageStore(sha256Hex) : store.vintages);
    const actuals = cachedActualsStore(store.actuals);
    const nothing = { catchUp: async () => undefined, inStepAt: now, close: () => undefined };
    return { actuals, vintages, dataVersion: () => actuals.version + vintages.version, ...nothing };
  }
  const actuals = cachedActualsStore(staleIfUnavailable(store.actuals, () => performance.now()));
  const followActuals = (): void => void actuals.follow();
  const unlisten = store.onVintage(followActuals);
  const timer = setInterval(followActuals, FOLLOW_EVERY_MS);
  timer.unref();
  const vintages = await followedVintageStore(store.vintages, { onVintage: store.onVintage, now });
  return {
    actuals,
    vintages,
    dataVersion: () => actuals.version + vintages.version,
    async catchUp() {
      await Promise.all([actuals.follow(), vintages.follow()]);
    },
    inStepAt: vintages.followedAt,
    close() {
      unlisten();
      clearInterval(timer);
      vintages.close();
    },
  };
}

/** When several processes start on one empty store, one fills it and the others wait. */
async function fillOnce(store: Store, clock: Clock): Promise<void> {
  while ((await store.actuals.keys()).length === 0) {
    await store.withLeadership('simulated history', () => fillWithSimulatedHistory(store.actuals, clock.now()));
    if ((await store.actuals.keys()).length === 0) await sleep(500);
  }
}

/**
 * A replay keeps no fits: those beside the store are of the present. Forecasts run in worker threads where the compiled
 * worker is there, else (from source) on this thread.
 */
async function startRunner(
  config: RuntimeSettings,
  store: Store,
  forecaster: Forecaster,
  { keepsFits }: { readonly keepsFits: boolean },
): Promise<ForecastRunner> {
  if (existsSync(WORKER_FILE))
    return workerForecastRunner({ settings: workerSettings(config), count: config.FORECAST_WORKERS, keepsFits });
  const readWeather = weatherReader(
    store.weather,
    AREAS.map(({ id }) => id),
  );
  return openForecastRunner(forecaster, store.actuals, AREAS, readWeather);
}

/** The settings that a thread is sent: no more of them than it needs. */
/** The store with sealed secrets of webhooks, where there is a key for them; earlier secrets are sealed now. */
function withSealedWebhooks(store: Store, config: SecretsSettings, log: Log): Store {
  const { webhooks } = store;
  const seal = sealOf(config);
  if (seal) {
    sealWebhooks(webhooks, seal).then(
      (count) => count > 0 && log.info({ count }, 'secrets of webhooks were sealed'),
      (err) => log.warn({ err }, 'secrets of webhooks could not be sealed'),
    );
  }
  const failed = (webhook: string) =>
    log.warn({ webhook }, 'the secret of a webhook cannot be opened: was SECRETS_KEY changed? Rotate the secret');
  return { ...store, webhooks: sealedWebhooks(webhooks, seal, failed) };
}

function workerSettings({ LOADCAST_DATA_DIR, DATABASE_URL, FORECASTER }: RuntimeSettings): WorkerSettings {
  return { LOADCAST_DATA_DIR, DATABASE_URL, FORECASTER };
}

function noticeOf(simulated: boolean, replayFrom: EpochMs | undefined): string | undefined {
  const notices = [
    ...(simulated ? ['Simulated grid: these numbers are made up so that you can try the service.'] : []),
    ...(replayFrom === undefined
      ? []
      : [`Replay: the clock started at ${isoUtc(replayFrom)}. These are not live numbers.`]),
  ];
  return notices.length === 0 ? undefined : notices.join(' ');
}
