import type { ActualsStore, SeriesKey } from '../ports/actuals-store.js';
import type { KnownSeries } from '../series/known-series.js';

export interface CachedActualsStore extends ActualsStore {
  /** Forgets what is kept: for a process that learns that another one wrote. */
  forget(): void;
}

/**
 * An actuals store that keeps every series it was asked for in memory (ten years of an hourly series are 1.4 MB), so
 * that answers do not unpack them each time. A series is read again after a batch that touches it; readers share one
 * read, and must not change what they are given.
 */
export function cachedActualsStore(store: ActualsStore): CachedActualsStore {
  const kept = new Map<string, Promise<KnownSeries>>();
  const nameOf = ({ series, measure }: SeriesKey): string => `${measure} ${series}`;

  return {
    forget: () => kept.clear(),
    async append(batch) {
      try {
        await store.append(batch);
      } finally {
        for (const { key } of batch.blocks) kept.delete(nameOf(key));
      }
    },
    read(key) {
      const name = nameOf(key);
      const known = kept.get(name);
      if (known) return known;
      const reading = store.read(key).catch((error: unknown) => {
        if (kept.get(name) === reading) kept.delete(name);
        throw error;
      });
      kept.set(name, reading);
      return reading;
    },
    keys: () => store.keys(),
  };
}
