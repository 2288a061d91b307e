import type { ActualsStore, SeriesKey } from '../ports/actuals-store.js';
import type { KnownSeries } from '../series/known-series.js';

export interface CachedActualsStore extends ActualsStore {
  /**
   * Reads what other processes may have written to the series that are kept; readers are given meanwhile what is kept.
   * Never rejects: a series that cannot be read is no longer kept, so that the next reader is told.
   */
  follow(): Promise<void>;
}

interface Kept {
  readonly key: SeriesKey;
  series?: KnownSeries;
  reading?: Promise<KnownSeries>;
  /** How many batches were written through this store, and how many of them `series` is sure to hold. */
  written: number;
  seen: number;
}

/**
 * An actuals store that keeps every series it was asked for in memory (ten years of an hourly series are 1.4 MB), so that
 * answers do not unpack them each time. After a batch only what is new is read; readers share one read, and must not
 * change what they are given.
 */
export function cachedActualsStore(store: ActualsStore): CachedActualsStore {
  const kept = new Map<string, Kept>();
  const nameOf = ({ series, measure }: SeriesKey): string => `${measure} ${series}`;

  async function readOn(entry: Kept): Promise<KnownSeries> {
    for (;;) {
      const { written } = entry;
      entry.series = await store.read(entry.key, entry.series);
      entry.seen = written;
      if (entry.seen === entry.written) return entry.series;
    }
  }

  function shared(entry: Kept): Promise<KnownSeries> {
    entry.reading ??= readOn(entry).finally(() => {
      delete entry.reading;
    });
    return entry.reading;
  }

  let following: Promise<void> | undefined;
  let isNewsLeft = false;

  /** A read that is under way may have begun before the news: another one follows it. */
  async function followAll(): Promise<void> {
    while (isNewsLeft) {
      isNewsLeft = false;
      for (const entry of kept.values()) {
        await entry.reading?.catch(() => {});
        await shared(entry).catch(() => {
          delete entry.series;
        });
      }
    }
    following = undefined;
  }

  return {
    follow() {
      isNewsLeft = true;
      following ??= Promise.resolve().then(followAll);
      return following;
    },
    async append(batch) {
      try {
        await store.append(batch);
      } finally {
        // Also after an error: the store may have kept the batch and been unable to say so.
        for (const name of new Set(batch.blocks.map(({ key }) => nameOf(key)))) {
          const entry = kept.get(name);
          if (entry) entry.written++;
        }
      }
    },
    read({ series, measure }) {
      const key = { series, measure };
      const name = nameOf(key);
      const entry: Kept = kept.get(name) ?? { key, written: 0, seen: 0 };
      kept.set(name, entry);
      const isCurrent = entry.series && entry.seen === entry.written;
      return isCurrent ? Promise.resolve(entry.series!) : shared(entry);
    },
    keys: () => store.keys(),
  };
}
