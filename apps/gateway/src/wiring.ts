import { mkdirSync } from 'node:fs';
import {
  type ActualsStore,
  AREAS,
  type AreaId,
  areaById,
  type ControlStore,
  combineSources,
  DAY_MS,
  type EpochMs,
  floorToHour,
  ingestActuals,
  type LoadSource,
  type QuotaCounters,
  type SeriesKey,
  type VintageStore,
} from '@loadcast/core';
import type { FittedStates } from '@loadcast/core/forecast';
import { memoryAttemptCounters, memoryQuotaCounters } from '@loadcast/core/memory';
import type { AttemptCounters } from '@loadcast/core/quota';
import { eiaApiSource } from '@loadcast/sources/eia930-api';
import { simulatedBatch, simulatedSource } from '@loadcast/sources/simulated';
import {
  nwsForecast,
  OPEN_METEO_ATTRIBUTION,
  openMeteoForecast,
  openMeteoPreviousRuns,
} from '@loadcast/sources/weather';
import { openFittedStates } from '@loadcast/storage/fitted-states';
import {
  type CopyableStore,
  type CopyProgress,
  openPostgresStore,
  type PostgresStoreOptions,
  postgresPlace,
  restoreInto,
} from '@loadcast/storage/postgres';
import { openQuotaJournal } from '@loadcast/storage/quota-journal';
import { openRedisAttempts, openRedisQuota } from '@loadcast/storage/redis';
import {
  backupOf,
  type MetaStore,
  openSqliteStore,
  restoreBackup,
  type SqliteStore,
  type VintageListener,
  type WithLeadership,
  withBackup,
} from '@loadcast/storage/sqlite';
import { codeVersion } from './code-version.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { FORECASTER } from './service/schedule/leadership.js';
import { WANTED_SERIES } from './service/wanted-series.js';
import type { WeatherSources } from './service/weather/follow-weather.js';
import { LEARNT_LEAD_DAYS } from './service/weather/weather-archive.js';

/** Where everything is kept, behind core's ports. */
export interface Store extends CopyableStore, Pick<SqliteStore, 'polls' | 'usage' | 'eventLog' | 'webhooks'> {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly control: ControlStore;
  readonly meta: MetaStore;
  /** `sqlite`: one process writes. `postgres`: many processes on many machines do, and may be cut off from it. */
  readonly engine: 'sqlite' | 'postgres';
  /** Does work that only one of all processes that share the store may do. */
  readonly withLeadership: WithLeadership;
  /** Calls a listener soon after any process kept a vintage. Gives what ends it. */
  onVintage(listener: VintageListener): () => void;
  /** Writes a copy, an embedded store of its own, to a new file while others write. */
  backup(to: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** What it is and where, for people. */
  readonly place: string;
  /** Why it takes no more writes; undefined while all is well. */
  failure(): Error | undefined;
  /** Why the last write was refused for want of room; undefined once one has succeeded. */
  shortage(): Error | undefined;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** `writer` keeps actuals and forecasts, and is the only one; `control` reads all and writes accounts and keys. */
  readonly role?: 'writer' | 'control';
  /** Opens a store whose totals show that rows are lost, to find out which. */
  readonly acceptsDamage?: boolean;
}

/**
 * Opens the store that the environment names: the only place where concrete stores are chosen.
 *
 * @throws {ConfigError} the environment is wrong
 * @throws {StoreError} the place is of no use, taken, or not a store
 */
export async function openStore(
  env: Readonly<Record<string, string | undefined>>,
  { role = 'writer', acceptsDamage = false }: StoreOptions = {},
): Promise<Store> {
  const config = readConfig(env);
  return config.DATABASE_URL === undefined
    ? openSqlite(config.LOADCAST_DATA_DIR, role, acceptsDamage)
    : openPostgres(config.DATABASE_URL, role);
}

/** The embedded store in a folder, whatever the environment says. */
export async function openSqlite(dataDir: string, role: 'writer' | 'control', acceptsDamage = false): Promise<Store> {
  const store = await openSqliteStore({ dataDir }, { role, acceptsDamage });
  return {
    ...store,
    engine: 'sqlite',
    place: store.file,
    onVintage: store.onVintage,
    backup: (to) => store.backup(to),
    failure: store.failure,
    shortage: store.shortage,
    close: () => store.close(),
  };
}

/** The store of one engine, as the environment places it: for copying from one to the other. */
export async function openEngine(
  env: Readonly<Record<string, string | undefined>>,
  engine: Store['engine'],
): Promise<Store> {
  const config = readConfig(env);
  if (engine === 'sqlite') return openSqlite(config.LOADCAST_DATA_DIR, 'writer');
  if (config.DATABASE_URL === undefined) throw new ConfigError('DATABASE_URL: needed to reach PostgreSQL');
  return openPostgres(config.DATABASE_URL, 'writer');
}

/** How a backup is restored. */
export interface RestoreStoreOptions {
  /** Whether a store that is there may be set aside. */
  readonly replace: boolean;
  /** Called often where that takes long; draw less often. */
  readonly onProgress?: (progress: CopyProgress) => void;
}

/**
 * Puts a backup in the place of the store that the environment names: the database where it names one.
 *
 * @returns where it was restored to
 */
export async function restoreStore(
  env: Readonly<Record<string, string | undefined>>,
  backup: string,
  options: RestoreStoreOptions,
): Promise<string> {
  const { DATABASE_URL, LOADCAST_DATA_DIR: dataDir } = readConfig(env);
  if (DATABASE_URL === undefined) return restoreBackup(backup, { dataDir }, options);
  const database = databaseOf(DATABASE_URL, 'writer');
  await withBackup(backup, (source) => restoreInto(database, source, { ...options, leadership: FORECASTER }));
  return postgresPlace(database);
}

/** Connections of a gateway, and of a thread or command beside it. */
const POOL_SIZE = { writer: 8, control: 2 };

/**
 * A database on a PostgreSQL server.
 *
 * @param url as libpq has it; `?schema=NAME` chooses a schema other than `public`
 */
export async function openPostgres(url: string, role: 'writer' | 'control'): Promise<Store> {
  const store = await openPostgresStore(databaseOf(url, role));
  return {
    ...store,
    engine: 'postgres',
    backup: (to) => store.snapshot((source) => backupOf(source, to)),
    failure: () => undefined,
    close: () => store.close(),
  };
}

function databaseOf(url: string, role: 'writer' | 'control'): PostgresStoreOptions {
  const address = new URL(url);
  const schema = address.searchParams.get('schema') ?? undefined;
  address.searchParams.delete('schema');
  return {
    connectionString: address.href,
    poolSize: POOL_SIZE[role],
    ...(schema === undefined ? {} : { schema }),
  };
}

/** Where fits outlast the process: in the data folder, whatever the store, because they are of this machine. */
export function openFits({ LOADCAST_DATA_DIR: dataDir }: Config, now: EpochMs): FittedStates {
  return openFittedStates({ dataDir, version: codeVersion(), now });
}

/** Quota counters, and whether they can be relied on at the moment. */
export interface OpenCounters extends QuotaCounters {
  readonly degraded: boolean;
  close(): Promise<void>;
}

/** A Redis whose connection flaps is reported once a minute. */
const SAY_MS = 60_000;

/**
 * Where requests are counted: in Redis when it is named, else in this process, with a journal beside the store.
 *
 * @param say one line for the log when Redis goes away or comes back
 */
export async function openCounters(config: Config, say: (line: string) => void = () => {}): Promise<OpenCounters> {
  if (config.REDIS_URL === undefined) {
    mkdirSync(config.LOADCAST_DATA_DIR, { recursive: true, mode: 0o700 });
    return openQuotaJournal(config.LOADCAST_DATA_DIR, Date.now());
  }
  let saidAt = Number.NEGATIVE_INFINITY;
  const onState = (state: 'local' | 'shared', reason: string) => {
    if (state === 'local' && performance.now() - saidAt < SAY_MS) return;
    if (state === 'local') saidAt = performance.now();
    say(`quota counters: ${state} (${reason})`);
  };
  return openRedisQuota({ url: config.REDIS_URL, onState });
}

/** Where attempts to sign in and refused keys are counted: by all gateways together where Redis is named. */
export async function openAttempts({ REDIS_URL }: Config): Promise<AttemptCounters & { close(): void }> {
  if (REDIS_URL !== undefined) return openRedisAttempts({ url: REDIS_URL });
  return { ...memoryAttemptCounters(), close: () => undefined };
}

/** A replay counts for itself: the journal belongs to the gateway that serves the present. */
export function replayCounters(): OpenCounters {
  return Object.assign(memoryQuotaCounters(), { degraded: false, close: async () => undefined });
}

type OpenSource = (config: Config, wanted: readonly SeriesKey[]) => LoadSource;

/** The source that publishes the load of areas without a row: neighbours that the models read. */
const NEIGHBOUR_SOURCE = 'eia930';

/** Sources of real load by the id that rows of the area registry name. A second one is a second line. */
const LOAD_SOURCES: Readonly<Record<string, OpenSource>> = {
  eia930(config, wanted) {
    if (config.EIA_API_KEY === undefined) throw new ConfigError('EIA_API_KEY: needed to follow the EIA API');
    return eiaApiSource({ apiKey: config.EIA_API_KEY, baseUrl: config.EIA_BASE_URL, wanted });
  },
};

/** Each source that some area names, asked for the series of its areas. */
export function sourcesOfAreas(config: Config, known = LOAD_SOURCES): LoadSource[] {
  const bySeries = new Map(AREAS.map(({ series, source }) => [series, source]));
  const sourceOf = ({ series }: SeriesKey) => bySeries.get(series) ?? NEIGHBOUR_SOURCE;
  return [...new Set(WANTED_SERIES.map(sourceOf))].map((id) => {
    const open = known[id];
    if (!open) throw new ConfigError(`the area registry names the load source ${id}, which is not wired`);
    return open(
      config,
      WANTED_SERIES.filter((key) => sourceOf(key) === id),
    );
  });
}

/** The upstream that is followed, if any. */
export function openLoadSource(kind: 'eia' | 'simulated', config: Config): LoadSource;
export function openLoadSource(kind: 'eia' | 'simulated' | 'none', config: Config): LoadSource | undefined;
export function openLoadSource(kind: 'eia' | 'simulated' | 'none', config: Config): LoadSource | undefined {
  switch (kind) {
    case 'simulated':
      return simulatedSource();
    case 'eia':
      return combineSources(sourcesOfAreas(config));
    case 'none':
      return undefined;
  }
}

/** The weather that is followed, if any. A replay and the simulated grid follow none. */
export function openWeather(config: Config): WeatherSources | undefined {
  const { WEATHER, OPEN_METEO_BASE_URL: baseUrl, OPEN_METEO_API_KEY: apiKey } = config;
  const { NWS_BASE_URL, NWS_USER_AGENT: userAgent } = config;
  if (WEATHER === 'none') return undefined;
  const pointsOf = (areaId: AreaId) => areaById(areaId).points.map(({ name }) => name);
  if (WEATHER === 'nws') {
    if (userAgent === undefined) {
      throw new ConfigError('NWS_USER_AGENT: the National Weather Service asks for a name and an e-mail address');
    }
    return { forecast: nwsForecast({ userAgent, baseUrl: NWS_BASE_URL }), past: undefined, pointsOf, attribution: '' };
  }
  const options = { ...(baseUrl === undefined ? {} : { baseUrl }), ...(apiKey === undefined ? {} : { apiKey }) };
  return {
    forecast: openMeteoForecast(options),
    past: openMeteoPreviousRuns({ ...options, leadDays: [LEARNT_LEAD_DAYS] }),
    pointsOf,
    attribution: OPEN_METEO_ATTRIBUTION,
  };
}

/** How much past the simulated grid starts with: enough for the models to learn a year and check themselves on another. */
const SIMULATED_HISTORY_MS = 3 * 365 * DAY_MS;

/** Gives an empty store its simulated past, as if its publication had been watched. */
export async function fillWithSimulatedHistory(actuals: ActualsStore, now: EpochMs): Promise<void> {
  if ((await actuals.keys()).length > 0) return;
  const window = { start: floorToHour(now - SIMULATED_HISTORY_MS), end: floorToHour(now) + 2 * DAY_MS };
  await ingestActuals(actuals, simulatedBatch(window, now), { ingestedAt: now, arrival: 'history' });
}
