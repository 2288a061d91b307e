import { type AreaId, cachedVintageStore, type EpochMs, type VintageStore } from '@loadcast/core';
import { isSuperseded } from '@loadcast/core/memory';
import type { ReadVintageChanges } from '@loadcast/storage/postgres';
import { ANY_TIME, NewestVintages } from './newest-vintages.js';

/** A vintage store that keeps the newest vintages of areas that are read, and follows what other processes write. */
export interface FollowedVintageStore extends VintageStore {
  /** Grows with every vintage that reads may newly give. */
  readonly version: number;
  /** Reads again the newest vintages that have changed. Never rejects: what cannot be read is tried again. */
  follow(): Promise<void>;
  /** When the vintages in memory were last known to be up to date. */
  followedAt(): EpochMs;
  close(): void;
}

export interface FollowOptions {
  readonly changes: ReadVintageChanges;
  /** Calls a listener when `changes` may have something new. */
  onVintage(listener: () => void): () => void;
  now(): EpochMs;
  /** How often changes are read although no hint came, ms: hints can be lost. */
  readonly everyMs?: number;
  readonly retryMs?: number;
}

const EVERY_MS = 15_000;
const RETRY_MS = 1_000;

/** Hints of so long are answered by one read of changes, ms. */
const HINTS_MS = 250;

/**
 * Serves the newest vintages of areas that were read from memory, so that they are served while the store does not answer.
 *
 * A read of a past instant goes to the store; while that does not answer, a vintage in memory that was available then is
 * given instead.
 */
export async function followedVintageStore(
  store: VintageStore,
  { changes, onVintage, now, everyMs = EVERY_MS, retryMs = RETRY_MS }: FollowOptions,
): Promise<FollowedVintageStore> {
  const memory = new NewestVintages(store, retryMs);
  const held = withNewestInMemory(store, memory);
  /** Caches counts until there is news. */
  const counted = cachedVintageStore(held);
  let followedAt = now();
  let following: Promise<void> | undefined;
  let isReadPending = false;
  let soon: NodeJS.Timeout | undefined;

  function followWithin(ms: number): void {
    soon ??= setTimeout(() => {
      soon = undefined;
      void follow();
    }, ms).unref();
  }

  async function readChanges(): Promise<void> {
    const startedAt = now();
    const changed = await changes();
    if (changed === undefined) counted.forget();
    else for (const areaId of changed.keys()) counted.forget(areaId);
    await memory.readChanged(changed);
    if (memory.isUpToDate) followedAt = startedAt;
  }

  /** A read under way may have begun before the call: another one follows it. */
  async function followAll(): Promise<void> {
    while (isReadPending) {
      isReadPending = false;
      await readChanges().catch(() => followWithin(retryMs));
    }
    following = undefined;
  }

  function follow(): Promise<void> {
    isReadPending = true;
    following ??= Promise.resolve().then(followAll);
    return following;
  }

  const unlisten = onVintage(() => followWithin(HINTS_MS));
  const timer = setInterval(() => void follow(), everyMs);
  timer.unref();
  await follow();

  return {
    ...held,
    append: (vintage) => counted.append(vintage),
    count: (areaId, asOf) => counted.count(areaId, asOf),
    get version() {
      return memory.version + counted.version;
    },
    follow,
    followedAt: () => followedAt,
    close() {
      unlisten();
      clearInterval(timer);
      clearTimeout(soon);
      memory.close();
    },
  };
}

function withNewestInMemory(store: VintageStore, memory: NewestVintages): VintageStore {
  /** Counted runs are in memory first: results made from the newest vintages may be cached under their count. */
  async function catchUp(areaId: AreaId, asOf: EpochMs): Promise<void> {
    const known = memory.of(areaId);
    const isBehind = known && (await isSuperseded(store, areaId, known.newest?.availableAt, asOf));
    if (isBehind) memory.keep(areaId, await store.newest(areaId, ANY_TIME));
  }

  return {
    async append(vintage) {
      const isKept = await store.append(vintage);
      if (isKept) memory.appended(vintage);
      return isKept;
    },
    async newest(areaId, asOf) {
      const known = memory.of(areaId) ?? (await memory.readFirst(areaId));
      if (!known.newest || asOf >= known.newest.availableAt) return known.newest;
      try {
        return await store.newest(areaId, asOf);
      } catch (error) {
        if (known.before && asOf >= known.before.availableAt) return known.before;
        throw error;
      }
    },
    async issued(areaId, issuedAt) {
      const known = memory.of(areaId);
      return known?.newest?.issuedAt === issuedAt ? known.newest : store.issued(areaId, issuedAt);
    },
    headers: (areaId, available) => store.headers(areaId, available),
    links: (areaId, issued) => store.links(areaId, issued),
    async count(areaId, asOf) {
      const count = await store.count(areaId, asOf);
      await catchUp(areaId, asOf);
      return count;
    },
  };
}
