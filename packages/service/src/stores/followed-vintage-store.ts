import { type AreaId, type Areas, cachedVintageStore, type EpochMs, type VintageStore } from '@loadcast/core';
import { isSuperseded } from '@loadcast/core/memory';
import { ANY_TIME, NewestVintages } from './newest-vintages.js';

/** A vintage store whose newest vintages are in memory, kept up with what other processes write. */
export interface FollowedVintageStore extends VintageStore {
  /** Grows with every vintage that reads may newly give. */
  readonly version: number;
  /** Reads an area's newest vintage again, or every area's. Never rejects: what cannot be read is tried again. */
  follow(areaId?: AreaId): Promise<void>;
  /** When every area was last known to be up to date. */
  followedAt(): EpochMs;
  close(): void;
}

export interface FollowOptions {
  areas(): Areas;
  /** Calls a listener with vintages of any process: of an area, or of any when undefined. */
  onVintage(listener: (areaId: string | undefined) => void): () => void;
  now(): EpochMs;
  /** How often everything is read again although no news came, ms: news can be lost. */
  readonly everyMs?: number;
  /** How soon what could not be read is tried again, ms. */
  readonly retryMs?: number;
}

const EVERY_MS = 15_000;
const RETRY_MS = 1_000;

/**
 * Serves the newest vintage of every area from memory, so that they are served while the store does not answer.
 *
 * A read of a past instant goes to the store; while that does not answer, a vintage in memory that was available then is
 * given instead.
 */
export async function followedVintageStore(
  store: VintageStore,
  { areas, onVintage, now, everyMs = EVERY_MS, retryMs = RETRY_MS }: FollowOptions,
): Promise<FollowedVintageStore> {
  const memory = new NewestVintages(store, retryMs);
  const held = withNewestInMemory(store, memory);
  /** Caches counts until there is news. */
  const counted = cachedVintageStore(held);
  let followedAt = now();

  async function follow(areaId?: AreaId): Promise<void> {
    counted.forget(areaId);
    if (areaId !== undefined) return memory.readAgain(areaId);
    const startedAt = now();
    await Promise.all(areas().list.map(({ id }) => memory.readAgain(id)));
    if (memory.isUpToDate) followedAt = startedAt;
  }

  const unlisten = onVintage((areaId) => {
    const known = areas().list.find(({ id }) => id === areaId);
    void follow(known?.id);
  });
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
      memory.close();
    },
  };
}

function withNewestInMemory(store: VintageStore, memory: NewestVintages): VintageStore {
  /** Counted runs are in memory first: results made from the newest vintages may be cached under their count. */
  async function catchUp(areaId: AreaId, asOf: EpochMs): Promise<void> {
    const isBehind = await isSuperseded(store, areaId, memory.of(areaId)?.newest.availableAt, asOf);
    if (isBehind) memory.keep(await store.newest(areaId, ANY_TIME));
  }

  return {
    async append(vintage) {
      const isKept = await store.append(vintage);
      if (isKept) memory.keep(vintage);
      return isKept;
    },
    async newest(areaId, asOf) {
      const known = memory.of(areaId);
      if (!known && memory.isUpToDate) return undefined;
      if (known && asOf >= known.newest.availableAt) return known.newest;
      try {
        return await store.newest(areaId, asOf);
      } catch (error) {
        if (known?.before && asOf >= known.before.availableAt) return known.before;
        throw error;
      }
    },
    async issued(areaId, issuedAt) {
      const known = memory.of(areaId);
      return known?.newest.issuedAt === issuedAt ? known.newest : store.issued(areaId, issuedAt);
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
