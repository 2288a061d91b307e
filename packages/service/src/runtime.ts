import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Areas, EpochMs, Forecaster, LoadSource } from '@loadcast/core';
import type { SubmissionLog } from '@loadcast/core/insight';
import { type Clock, ConfigError, clockStartingAt, type Log, systemClock } from '@loadcast/observe';
import type { Feed } from '@loadcast/sources/operator-feeds';
import type { QueueState } from '@loadcast/storage/postgres';
import { openFeedArchive } from './feeds/feed-archive.js';
import { followFeeds } from './feeds/follow-feeds.js';
import { type FeedSettings, feedFolder, keptFor, openFeeds } from './feeds/open-feeds.js';
import { configuredForecaster, type ForecasterSettings, forecasterFor } from './forecasting/configured-forecaster.js';
import type { ForecastRunner } from './forecasting/forecast-runner.js';
import { endPreparedThread, WORKER_FILE } from './forecasting/forecast-thread.js';
import { lazyForecastRunner } from './forecasting/lazy-runner.js';
import { startRunner } from './forecasting/start-runner.js';
import { followQueue } from './jobs/follow-queue.js';
import { makeByQueue, QUEUE_UNTENDED } from './jobs/make-by-queue.js';
import type { MakeForecast } from './schedule/make-forecast.js';
import { sealedWebhooks, sealWebhooks } from './secrets/sealed-webhooks.js';
import { type SecretsSettings, sealOf } from './secrets/secrets-key.js';
import { openSubmissionLog } from './secrets/submission-log.js';
import { type OldRuns, type OldRunsSettings, oldRuns } from './stores/old-runs.js';
import { openReads, type Reads } from './stores/open-reads.js';
import { openReplayStore } from './stores/replay-store.js';
import { upstreamThread } from './upstreams/upstream-thread.js';
import type { UpstreamSettings } from './upstreams/upstream-worker.js';
import { followWeather } from './weather/follow-weather.js';
import { noteHistory } from './weather/weather-history.js';
import { openWeather, type WeatherSettings } from './weather/weather-sources.js';
import {
  type ActualsOf,
  actualsOf,
  chooseSource,
  claimActuals,
  isDemoGrid,
  type SourceSettings,
} from './wiring/actuals-source.js';
import { everyonesOf } from './wiring/areas.js';
import { fillWithDemoHistory } from './wiring/demo-history.js';
import { type LoadSourceSettings, openLoadSource } from './wiring/load-source.js';
import { runsRead } from './wiring/replica.js';
import { openStore, type Store } from './wiring/store.js';

/** Everything behind the HTTP surfaces: the store, the clock it is read by, and who forecasts. */
export interface Runtime extends OldRuns, Omit<Reads, 'close'> {
  readonly clock: Clock;
  areas(accountId?: string, asOf?: EpochMs): Areas;
  readonly store: Store;
  readonly source: LoadSource | undefined;
  readonly runner: ForecastRunner;
  /** Has a due forecast made by the workers of a shared store; undefined where this process's runner makes it. */
  readonly makeForecast: MakeForecast | undefined;
  /** The queue of those workers; undefined without one. */
  queueState(): QueueState | undefined;
  readonly forecaster: Forecaster;
  /** Whose load the store holds; undefined while it holds none. */
  readonly actualsOf: ActualsOf | undefined;
  /** Whether the clock is one of the past, in which the store is not written to. */
  readonly replays: boolean;
  /** Signed roots of the tree of submissions; undefined where there is no key to sign with. */
  readonly submissionLog: SubmissionLog | undefined;
  /** Past gates are played again: of a simulated or recorded grid, or of a replay whose forecasts live in memory. */
  readonly backfillsGates: boolean;
  /** What every page and the log say when the data or the time is not real. */
  readonly notice: string | undefined;
  /** The attribution to show wherever weather is used; empty when none is required. */
  readonly attribution: string;
  pollWeather?(now: EpochMs, signal: AbortSignal): Promise<boolean>;
  pollFeeds?(now: EpochMs, signal: AbortSignal): Promise<boolean>;
  readonly feeds: readonly Feed[];
  /** One of all processes that share a store polls and issues. */
  readonly withLeadership: Store['withLeadership'];
  close(): Promise<void>;
}

export interface RuntimeSettings
  extends SecretsSettings,
    SourceSettings,
    LoadSourceSettings,
    WeatherSettings,
    FeedSettings,
    OldRunsSettings,
    ForecasterSettings {
  /** 0: workers of a shared store forecast. */
  readonly FORECAST_WORKERS: number;
}

export interface RuntimeOptions {
  readonly config: RuntimeSettings;
  readonly log: Log;
  /** The moment at which a replay's clock starts. */
  readonly replayFrom?: EpochMs;
  /** How many times as fast as real time that clock runs. Default 1. */
  readonly replaySpeed?: number;
  /** Whether a replay shows recorded load in place of the store's. */
  readonly replaysRecord?: boolean;
}

/** @throws {ConfigError} the configuration and the store contradict each other */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, log, replayFrom, replaySpeed, replaysRecord = false } = options;
  const replays = replayFrom !== undefined;
  const configured = configuredForecaster(config);
  const asksWorkers = config.FORECAST_WORKERS === 0 && !replays;
  if (asksWorkers && config.DATABASE_URL === undefined) throw new ConfigError(NO_WORKERS);
  const clock = replays ? clockStartingAt(replayFrom, replaySpeed) : systemClock;
  const opened = await openStore(config, { role: replays ? 'control' : 'writer' });
  const { store, settings } = replays
    ? await openReplayStore(opened, config, replaysRecord ? replayFrom : undefined)
    : { store: withSealedWebhooks(opened, config, log), settings: config };
  try {
    const chosen = replays ? 'none' : chooseSource(config, await actualsOf(store.meta));
    if (chosen !== 'none') await claimActuals(store.meta, chosen, store.place);
    const local = chosen === 'none' ? undefined : openLoadSource(chosen, store.areas, config);
    if (local && chosen !== 'eia') await fillOnce(store, local, clock);
    const held = await actualsOf(store.meta);
    const isDemo = isDemoGrid(held);
    const forecaster = forecasterFor(configured, held);
    const runner = lazyForecastRunner(() =>
      startRunner({ ...config, ...settings }, store, forecaster, { keepsFits: !replays }),
    );
    log.info({ store: store.place, source: chosen, replays, held }, 'store open');
    // A demo grid's past gates are filled in late: a replica could lack runs that the primary has shown.
    const runs = runsRead(store, replays || isDemo ? undefined : config.DATABASE_READ_URL, clock, log);
    const reads = await openReads(store, runs, clock, replays);
    const upstreams = upstreamThread(upstreamSettings(config), () => everyonesOf(store.areaLedger));
    const weather = replays || isDemo ? undefined : openWeather(store.areas, config);
    const feeds = replays || isDemo ? [] : openFeeds(config);
    const source = local && chosen === 'eia' ? upstreams.move('load', local) : local;
    const kept = { archive: openFeedArchive(feedFolder(config)), keepMs: keptFor(config), polls: store.polls };
    const following = { areas: store.areas, actuals: store.actuals, clock, log, ...kept };
    const queue = asksWorkers ? await openQueue(store, log) : undefined;
    // An embedded store has one process, which forecasts; of several some only serve.
    if (existsSync(WORKER_FILE)) await (store.engine === 'sqlite' ? runner.start() : endPreparedThread());
    return {
      ...{ clock, replays, areas: store.areas, store, source, runner, forecaster },
      ...(!replays && oldRuns(config, store, () => clock.now(), log)),
      ...reads,
      catchUp: () => reads.catchUp().then(() => runner.refresh()),
      makeForecast: queue?.make,
      queueState: () => queue?.state(),
      attribution: weather?.attribution ?? '',
      ...(weather && {
        pollWeather: followWeather({
          areas: store.areas,
          sources: upstreams.moveWeather(weather),
          store: store.weather,
          onHistory: noteHistory(store.meta),
        }),
      }),
      feeds: feeds.map(({ feed }) => feed),
      ...(feeds.length > 0 && {
        pollFeeds: followFeeds({ feeds, readFeed: upstreams.readFeed, ...following }),
      }),
      actualsOf: held,
      submissionLog: openSubmissionLog(store.forecasters, config),
      backfillsGates: replays || isDemo,
      notice: noticeOf(held, options),
      withLeadership: replays ? (_name, work) => work(new AbortController().signal) : store.withLeadership,
      close: () => closeAll([reads, queue, upstreams, runner, store]),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function closeAll(parts: readonly ({ close(): unknown } | undefined)[]): Promise<void> {
  for (const part of parts) await part?.close();
}

const NO_WORKERS =
  'FORECAST_WORKERS: 0 leaves forecasts to workers, which need DATABASE_URL. An embedded store takes 1 to 64';

async function openQueue(store: Store, log: Log) {
  const made = makeByQueue(await store.openIssueJobs!((err) => log.warn({ err }, QUEUE_UNTENDED)), log);
  const followed = followQueue(store.queueState!);
  return {
    make: made.make,
    state: followed.state,
    async close() {
      followed.close();
      await made.close();
    },
  };
}

/** When several processes start on one empty store, one fills it and the others wait. */
async function fillOnce(store: Store, source: LoadSource, clock: Clock): Promise<void> {
  while ((await store.actuals.keys()).length === 0) {
    await store.withLeadership('demo history', () => fillWithDemoHistory(store.actuals, source, clock.now()));
    if ((await store.actuals.keys()).length === 0) await sleep(500);
  }
}

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

function upstreamSettings(config: RuntimeSettings): UpstreamSettings {
  const { EIA_API_KEY, EIA_BASE_URL, WEATHER, OPEN_METEO_BASE_URL, OPEN_METEO_API_KEY } = config;
  const { NWS_BASE_URL, NWS_USER_AGENT } = config;
  return { EIA_API_KEY, EIA_BASE_URL, WEATHER, OPEN_METEO_BASE_URL, OPEN_METEO_API_KEY, NWS_BASE_URL, NWS_USER_AGENT };
}

/** What every page says of load that is not of the present. */
const GRID_NOTICES: Readonly<Partial<Record<ActualsOf, string>>> = {
  recorded: 'Recorded load of 2015 to 2019, re-dated to today. The four California utilities: 2020 to 2023.',
  simulated: 'Simulated grid: these numbers are made up so that you can try the service.',
};

/** `Jul 15, 2023, 2:00 PM EDT`: Eastern time, which readers of every grid can place. */
const REPLAY_START = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ...{ timeZone: 'America/New_York', timeZoneName: 'short' },
});

/** The same of a replay of the record. */
const RECORD_NOTICE =
  'Recorded load of 2015 to 2019, at its own dates. The four California utilities and SPP’s missing summer of 2018 show other years.';

function noticeOf(
  held: ActualsOf | undefined,
  { replayFrom, replaySpeed = 1, replaysRecord }: RuntimeOptions,
): string | undefined {
  const grid = replaysRecord ? RECORD_NOTICE : held && GRID_NOTICES[held];
  if (replayFrom === undefined) return grid;
  const pace = replaySpeed === 1 ? '' : ` and runs ${replaySpeed} times as fast`;
  const replay = `Replay: the clock started at ${REPLAY_START.format(replayFrom)}${pace}. These are not live numbers.`;
  return grid === undefined ? replay : `${grid} ${replay}`;
}
