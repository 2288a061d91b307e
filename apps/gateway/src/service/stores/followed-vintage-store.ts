import {
  AREAS,
  type AreaId,
  areaById,
  cachedVintageStore,
  type EpochMs,
  type Vintage,
  type VintageStore,
} from '@loadcast/core';

/** A vintage store whose newest vintages are in memory, kept up with what other processes write. */
export interface FollowedVintageStore extends VintageStore {
  /** Reads an area's newest vintage again, or every area's. Never rejects: what cannot be read is tried again. */
  follow(areaId?: AreaId): Promise<void>;
  /** When every area was last known to be up to date. */
  followedAt(): EpochMs;
  close(): void;
}

export interface FollowOptions {
  /** Notifies of vintages of any process: of an area, or of any when undefined. */
  onVintage(listener: (areaId: string | undefined) => void): () => void;
  now(): EpochMs;
  /** How often everything is read again although no news came, ms: news can be lost. */
  readonly everyMs?: number;
  /** How soon what could not be read is tried again, ms. */
  readonly retryMs?: number;
}

const EVERYTHING = Number.MAX_SAFE_INTEGER;
const EVERY_MS = 15_000;
const RETRY_MS = 1_000;

/**
 * Serves the newest vintage of every area from memory, so that a store which is away for a while is not missed.
 *
 * A read of a past instant goes to the store; while that does not answer, a vintage in memory that was available then is
 * given instead.
 */
export async function followedVintageStore(
  store: VintageStore,
  { onVintage, now, everyMs = EVERY_MS, retryMs = RETRY_MS }: FollowOptions,
): Promise<FollowedVintageStore> {
  const kept = new Map<AreaId, { readonly newest: Vintage; readonly before: Vintage | undefined }>();
  const reading = new Map<AreaId, { again: boolean; done: Promise<void> }>();
  const behind = new Set<AreaId>();
  /** Caches counts, until there is news. */
  const counted = cachedVintageStore(store);
  let followedAt = now();
  let retry: NodeJS.Timeout | undefined;

  function keep(vintage: Vintage | undefined): void {
    if (!vintage) return;
    const held = kept.get(vintage.areaId)?.newest;
    if (held && held.issuedAt >= vintage.issuedAt) return;
    kept.set(vintage.areaId, { newest: vintage, before: held });
  }

  async function readNewest(areaId: AreaId): Promise<void> {
    try {
      keep(await store.newest(areaId, EVERYTHING));
      behind.delete(areaId);
    } catch {
      behind.add(areaId);
      retry ??= setTimeout(() => {
        retry = undefined;
        for (const id of behind) void followArea(id);
      }, retryMs);
      retry.unref();
    }
  }

  /** News that comes during a read is read afterwards: the read may have begun before it. */
  function followArea(areaId: AreaId): Promise<void> {
    const running = reading.get(areaId);
    if (running) {
      running.again = true;
      return running.done;
    }
    const state = { again: false, done: Promise.resolve() };
    state.done = (async () => {
      do {
        state.again = false;
        await readNewest(areaId);
      } while (state.again);
      reading.delete(areaId);
    })();
    reading.set(areaId, state);
    return state.done;
  }

  async function follow(areaId?: AreaId): Promise<void> {
    counted.forget(areaId);
    if (areaId !== undefined) return followArea(areaId);
    const startedAt = now();
    await Promise.all(AREAS.map(({ id }) => followArea(id)));
    if (behind.size === 0) followedAt = startedAt;
  }

  const unlisten = onVintage((areaId) => {
    const known = AREAS.find(({ id }) => id === areaId);
    void follow(known?.id);
  });
  const timer = setInterval(() => void follow(), everyMs);
  timer.unref();
  await follow();

  return {
    follow,
    followedAt: () => followedAt,
    close() {
      unlisten();
      clearInterval(timer);
      clearTimeout(retry);
    },
    async append(vintage) {
      const isKept = await counted.append(vintage);
      if (isKept) keep(vintage);
      return isKept;
    },
    async newest(areaId, asOf) {
      const held = kept.get(areaById(areaId).id);
      if (!held && behind.size === 0) return undefined;
      if (held && asOf >= held.newest.availableAt) return held.newest;
      try {
        return await store.newest(areaId, asOf);
      } catch (error) {
        if (held?.before && asOf >= held.before.availableAt) return held.before;
        throw error;
      }
    },
    headers: (areaId, available) => store.headers(areaId, available),
    count: (areaId, asOf) => counted.count(areaId, asOf),
  };
}
