import type { AreaId } from '../../areas/area.js';
import { BudgetMap } from '../../budgets/budget-map.js';
import type { VintageStore } from '../../ports/vintage-store.js';
import type { EpochMs } from '../../time/instant.js';
import type { Vintage } from '../../vintages/vintage.js';
import { isSuperseded } from './is-superseded.js';

export interface CachedVintageStore extends VintageStore {
  /** Grows with every write and every `forget`: while it is the same, nothing was added to what reads give. */
  readonly version: number;
  /** Empties the cache: called when another process wrote. */
  forget(areaId?: AreaId): void;
}

export interface VintageCacheOptions {
  /** How long an answer may miss what another process wrote, ms. Own writes are seen at once. Default 1000. */
  readonly maxAgeMs?: number;
}

/** The newest vintage of an area, and the instants for which it is known to be that. */
interface NewestVintageCacheEntry {
  readonly vintage: Vintage | undefined;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/**
 * A vintage store that caches the newest vintage of each area, so that the hot path neither reads nor unpacks, and
 * counts of vintages at requested instants, so that scores see at once whether anything came before a gate.
 *
 * Other reads pass through. Time is the `asOf` of the calls; there is no clock, so counts stay cached until `forget`.
 * Once a count includes a run, `newest` returns it too, even if another process wrote it: results of the one may be
 * cached under the other.
 */
export function cachedVintageStore(store: VintageStore, options: VintageCacheOptions = {}): CachedVintageStore {
  const { maxAgeMs = 1_000 } = options;
  const newestByArea = new Map<AreaId, NewestVintageCacheEntry>();
  const counts = new CachedCounts();
  let generation = 0;
  let writing = 0;

  return {
    get version() {
      return generation;
    },
    forget(areaId) {
      generation++;
      if (areaId === undefined) newestByArea.clear();
      else newestByArea.delete(areaId);
      counts.forget(areaId);
    },
    async append(vintage) {
      writing++;
      try {
        const isStored = await store.append(vintage);
        if (isStored) counts.add(vintage);
        return isStored;
      } catch (error) {
        // The vintage may have been stored before the error.
        counts.forget(vintage.areaId);
        throw error;
      } finally {
        writing--;
        generation++;
        newestByArea.delete(vintage.areaId);
      }
    },
    async newest(areaId, asOf) {
      const known = newestByArea.get(areaId);
      if (known && asOf >= known.from && asOf <= known.until) return known.vintage;
      if (known && asOf < known.from) return store.newest(areaId, asOf);

      const startedIn = generation;
      const vintage = await store.newest(areaId, asOf);
      const coming = await store.headers(areaId, { start: asOf + 1, end: asOf + maxAgeMs + 1 });
      const until = Math.min(asOf + maxAgeMs, ...coming.map(({ availableAt }) => availableAt - 1));
      const from = vintage?.availableAt ?? asOf;
      const newer = (newestByArea.get(areaId)?.until ?? Number.NEGATIVE_INFINITY) > until;
      if (startedIn === generation && !newer && Number.isFinite(asOf))
        newestByArea.set(areaId, { vintage, from, until });
      return vintage;
    },
    issued: (areaId, issuedAt) => store.issued(areaId, issuedAt),
    headers: (areaId, available) => store.headers(areaId, available),
    links: (areaId, issued) => store.links(areaId, issued),
    async count(areaId, asOf) {
      const found = counts.get(areaId, asOf);
      if (found !== undefined) return found;

      const startedIn = generation;
      const count = await store.count(areaId, asOf);
      const cached = newestByArea.get(areaId);
      if (cached && (await isSuperseded(store, areaId, cached.from, asOf))) {
        generation++;
        newestByArea.delete(areaId);
      }
      if (startedIn === generation && writing === 0) counts.set(areaId, asOf, count);
      return count;
    },
  };
}

/** How many vintages of an area were available at requested instants. */
class CachedCounts {
  private readonly byArea = new Map<AreaId, BudgetMap<EpochMs, number>>();

  get(areaId: AreaId, asOf: EpochMs): number | undefined {
    return this.byArea.get(areaId)?.get(asOf);
  }

  set(areaId: AreaId, asOf: EpochMs, count: number): void {
    if (!Number.isFinite(asOf)) return;
    const known = this.byArea.get(areaId) ?? new BudgetMap<EpochMs, number>('counted_instants');
    this.byArea.set(areaId, known.set(asOf, count));
  }

  /** One more vintage: it counts from when it is available. */
  add({ areaId, availableAt }: Vintage): void {
    const known = this.byArea.get(areaId);
    for (const [asOf, count] of known ?? []) if (availableAt <= asOf) known?.set(asOf, count + 1);
  }

  forget(areaId?: AreaId): void {
    if (areaId === undefined) this.byArea.clear();
    else this.byArea.delete(areaId);
  }
}
