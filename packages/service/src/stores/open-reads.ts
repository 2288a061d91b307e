import { performance } from 'node:perf_hooks';
import {
  type CachedActualsStore,
  cachedActualsStore,
  cachedVintageStore,
  type EpochMs,
  type VintageStore,
} from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { sha256Hex } from '@loadcast/formats/node';
import type { Clock } from '@loadcast/observe';
import type { RunsRead } from '../wiring/replica.js';
import type { Store } from '../wiring/store.js';
import { followedVintageStore } from './followed-vintage-store.js';
import { staleIfUnavailable } from './stale-if-unavailable.js';

export interface Reads {
  readonly actuals: CachedActualsStore;
  readonly vintages: VintageStore;
  /** Changes with every write that a read may show. */
  dataVersion(): number;
  /** Reads again what other processes may have written. */
  catchUp(): Promise<void>;
  /** When forecasts in memory were last known to match the store. */
  inStepAt(): EpochMs;
  readonly replicaReads: RunsRead['replicaReads'];
  close(): unknown;
}

/** How often areas are followed, ms. */
const FOLLOW_EVERY_MS = 15_000;

/** What requests read: caches, and in front of a shared store copies that outlast its absence. */
export async function openReads(store: Store, runs: RunsRead, clock: Clock, replays: boolean): Promise<Reads> {
  const now = () => clock.now();
  const { replicaReads } = runs;
  if (replays || store.engine === 'sqlite') {
    const vintages = cachedVintageStore(replays ? memoryVintageStore(sha256Hex) : runs.vintages);
    const actuals = cachedActualsStore(store.actuals);
    const nothing = { catchUp: async () => undefined, inStepAt: now, replicaReads, close: () => undefined };
    return { actuals, vintages, dataVersion: () => actuals.version + vintages.version, ...nothing };
  }
  const actuals = cachedActualsStore(staleIfUnavailable(store.actuals, () => performance.now()));
  const readChanges = store.vintageChanges!();
  /** A run comes with load. Both are read once for many of them: an hour has a run of every area. */
  const changes = () => {
    void actuals.follow();
    return readChanges();
  };
  const timer = setInterval(() => void store.followAreas().catch(() => undefined), FOLLOW_EVERY_MS);
  timer.unref();
  const { onVintage } = store;
  const vintages = await followedVintageStore(runs.vintages, { changes, onVintage, now });
  return {
    actuals,
    vintages,
    dataVersion: () => actuals.version + vintages.version,
    async catchUp() {
      await Promise.all([actuals.follow(), vintages.follow()]);
    },
    inStepAt: vintages.followedAt,
    replicaReads,
    close() {
      clearInterval(timer);
      vintages.close();
      return runs.closeReplica();
    },
  };
}
