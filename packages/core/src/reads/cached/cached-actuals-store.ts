import type { ActualsStore, SeriesKey } from '../../ports/actuals-store.js';
import type { KnownSeries } from '../../series/known-series.js';

export interface CachedActualsStore extends ActualsStore {
  /** Grows with every write, and when a series was read that differs from the cached one. */
  readonly version: number;
  /**
   * Reads what other processes may have written to the cached series; until then readers get the cached values. Never
   * rejects: a series that cannot be read leaves the cache, so that the next reader gets the error.
   */
  follow(): Promise<void>;
}

/** One series in the cache. */
interface SeriesCacheEntry {
  readonly key: SeriesKey;
  series?: KnownSeries;
  reading?: Promise<KnownSeries>;
  /** How many batches were written through this store, and how many of them `series` is sure to hold. */
  written: number;
  seen: number;
}

/**
 * An actuals store that caches every series once read (ten years of an hourly series are 1.4 MB), so that answers do
 * not unpack them each time. Only the new part is read after a batch; readers share one read, and must not change the
 * result.
 */
export function cachedActualsStore(store: ActualsStore): CachedActualsStore {
  const cache = new Map<string, SeriesCacheEntry>();
  let version = 0;
  const nameOf = ({ series, measure }: SeriesKey): string => `${measure} ${series}`;

  async function readOn(entry: SeriesCacheEntry): Promise<KnownSeries> {
    for (;;) {
      const { written } = entry;
      const series = await store.read(entry.key, entry.series);
      if (series !== entry.series) version++;
      entry.series = series;
      entry.seen = written;
      if (entry.seen === entry.written) return entry.series;
    }
  }

  function shared(entry: SeriesCacheEntry): Promise<KnownSeries> {
    entry.reading ??= readOn(entry).finally(() => {
      delete entry.reading;
    });
    return entry.reading;
  }

  let following: Promise<void> | undefined;
  let isReadPending = false;

  /** A read under way may have begun before the other write: it is followed by another one. */
  async function followAll(): Promise<void> {
    while (isReadPending) {
      isReadPending = false;
      for (const entry of cache.values()) {
        await entry.reading?.catch(() => {});
        await shared(entry).catch(() => {
          delete entry.series;
          version++;
        });
      }
    }
    following = undefined;
  }

  return {
    get version() {
      return version;
    },
    follow() {
      isReadPending = true;
      following ??= Promise.resolve().then(followAll);
      return following;
    },
    async append(batch) {
      try {
        await store.append(batch);
      } finally {
        // The version rises after an error too: the store may have written the batch before it.
        version++;
        for (const name of new Set(batch.blocks.map(({ key }) => nameOf(key)))) {
          const entry = cache.get(name);
          if (entry) entry.written++;
        }
      }
    },
    read({ series, measure }) {
      const key = { series, measure };
      const name = nameOf(key);
      const entry: SeriesCacheEntry = cache.get(name) ?? { key, written: 0, seen: 0 };
      cache.set(name, entry);
      const isCurrent = entry.series && entry.seen === entry.written;
      return isCurrent ? Promise.resolve(entry.series!) : shared(entry);
    },
    keys: () => store.keys(),
  };
}
