import type { AreaId } from '../areas/area.js';
import type { VintageStore } from '../ports/vintage-store.js';
import type { EpochMs } from '../time/instant.js';
import type { Vintage } from '../vintages/vintage.js';

export interface CachedVintageStore extends VintageStore {
  /** Forgets what is kept: for a process that learns that another one wrote. */
  forget(areaId?: AreaId): void;
}

export interface VintageCacheOptions {
  /** How long an answer may miss what another process wrote, ms. Own writes are seen at once. Default 1000. */
  readonly maxAgeMs?: number;
}

/** The newest vintage of an area, and the instants for which it is known to be that. */
interface Kept {
  readonly vintage: Vintage | undefined;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/**
 * A vintage store that keeps the newest vintage of each area, so that the hot path neither reads nor unpacks.
 *
 * Reads of other instants pass through. Time is the `asOf` of the calls; there is no clock.
 */
export function cachedVintageStore(store: VintageStore, options: VintageCacheOptions = {}): CachedVintageStore {
  const { maxAgeMs = 1_000 } = options;
  const kept = new Map<AreaId, Kept>();
  let generation = 0;

  function forget(areaId?: AreaId): void {
    generation++;
    if (areaId === undefined) kept.clear();
    else kept.delete(areaId);
  }

  return {
    forget,
    async append(vintage) {
      try {
        return await store.append(vintage);
      } finally {
        forget(vintage.areaId);
      }
    },
    async newest(areaId, asOf) {
      const known = kept.get(areaId);
      if (known && asOf >= known.from && asOf <= known.until) return known.vintage;
      if (known && asOf < known.from) return store.newest(areaId, asOf);

      const startedIn = generation;
      const vintage = await store.newest(areaId, asOf);
      const coming = await store.headers(areaId, { start: asOf + 1, end: asOf + maxAgeMs + 1 });
      const until = Math.min(asOf + maxAgeMs, ...coming.map(({ availableAt }) => availableAt - 1));
      const from = vintage?.availableAt ?? asOf;
      const newer = (kept.get(areaId)?.until ?? Number.NEGATIVE_INFINITY) > until;
      if (startedIn === generation && !newer && Number.isFinite(asOf)) kept.set(areaId, { vintage, from, until });
      return vintage;
    },
    headers: (areaId, available) => store.headers(areaId, available),
    count: (areaId, asOf) => store.count(areaId, asOf),
  };
}
