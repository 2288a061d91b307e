import { mkdirSync } from 'node:fs';
import {
  type ActualsStore,
  type ControlStore,
  DAY_MS,
  type EpochMs,
  floorToHour,
  ingestActuals,
  type LoadSource,
  type QuotaCounters,
  type VintageStore,
} from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import { eiaApiSource } from '@loadcast/sources/eia930-api';
import { simulatedBatch, simulatedSource } from '@loadcast/sources/simulated';
import { openQuotaJournal } from '@loadcast/storage/quota-journal';
import { openRedisQuota } from '@loadcast/storage/redis';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';
import { type Config, ConfigError, readConfig } from './config.js';

/** Where everything is kept, behind core's ports. */
export interface Store {
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly control: ControlStore;
  /** Facts about the store itself: `source` says whose actuals it holds. */
  readonly meta: { get(name: string): Promise<string | undefined>; set(name: string, value: string): Promise<void> };
  /** What it is and where, for people. */
  readonly place: string;
  /** Why it takes no more writes; undefined while all is well. */
  failure(): Error | undefined;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** `writer` keeps actuals and forecasts, and is the only one; `control` reads all and writes accounts and keys. */
  readonly role?: 'writer' | 'control';
}

/**
 * Opens the store that the environment names: the only place where concrete stores are chosen.
 *
 * @throws {ConfigError} the environment is wrong
 * @throws {StoreError} the place is of no use, taken, or not a store
 */
export async function openStore(
  env: Readonly<Record<string, string | undefined>>,
  { role = 'writer' }: StoreOptions = {},
): Promise<Store> {
  const config = readConfig(env);
  mkdirSync(config.LOADCAST_DATA_DIR, { recursive: true, mode: 0o700 });
  const store = await openSqliteStore({ dataDir: config.LOADCAST_DATA_DIR }, { role });
  return {
    actuals: store.actuals,
    vintages: store.vintages,
    control: controlSqlite(store),
    meta: store.meta,
    place: store.file,
    failure: store.failure,
    close: () => store.close(),
  };
}

/**
 * Where requests are counted: in Redis when it is named, else in this process, with a journal beside the store.
 *
 * @param say one line for the log when Redis goes away or comes back
 */
export async function openCounters(
  config: Config,
  say: (line: string) => void = () => {},
): Promise<QuotaCounters & { close(): Promise<void> }> {
  if (config.REDIS_URL === undefined) return openQuotaJournal(config.LOADCAST_DATA_DIR, Date.now());
  const onState = (state: 'local' | 'shared', reason: string) => say(`quota counters: ${state} (${reason})`);
  return openRedisQuota({ url: config.REDIS_URL, onState });
}

/** A replay counts for itself: the journal belongs to the gateway that serves the present. */
export function replayCounters(): QuotaCounters & { close(): Promise<void> } {
  return { ...memoryQuotaCounters(), close: async () => undefined };
}

/** The upstream that is followed, if any. */
export function openLoadSource(kind: 'eia' | 'simulated', config: Config): LoadSource;
export function openLoadSource(kind: 'eia' | 'simulated' | 'none', config: Config): LoadSource | undefined;
export function openLoadSource(kind: 'eia' | 'simulated' | 'none', config: Config): LoadSource | undefined {
  switch (kind) {
    case 'simulated':
      return simulatedSource();
    case 'eia':
      if (config.EIA_API_KEY === undefined) throw new ConfigError('EIA_API_KEY: needed to follow the EIA API');
      return eiaApiSource({ apiKey: config.EIA_API_KEY, baseUrl: config.EIA_BASE_URL });
    case 'none':
      return undefined;
  }
}

/** How much past the simulated grid starts with: enough for the models to learn a year and check themselves on another. */
const SIMULATED_HISTORY_MS = 3 * 365 * DAY_MS;

/** Gives an empty store its simulated past, as if its publication had been watched. */
export async function fillWithSimulatedHistory(actuals: ActualsStore, now: EpochMs): Promise<void> {
  if ((await actuals.keys()).length > 0) return;
  const window = { start: floorToHour(now - SIMULATED_HISTORY_MS), end: floorToHour(now) + 2 * DAY_MS };
  await ingestActuals(actuals, simulatedBatch(window, now), { ingestedAt: now, arrival: 'history' });
}
