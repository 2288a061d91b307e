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

/**
 * An actuals store that caches every series once read (ten years of an hourly series are 1.4 MB), so that answers do
 * not unpack them each time. Only the new part is read after a batch; readers share one read, and must not change the
 * result.
 */
export function cachedActualsStore(store: ActualsStore): CachedActualsStore {
  const cache = new Map<string, CachedSeries>();
  let version = 0;
  const nameOf = ({ series, measure }: SeriesKey): string => `${measure} ${series}`;

  let following: Promise<void> | undefined;
  let isReadPending = false;

  /** A read under way may have begun before the other write: it is followed by another one. */
  async function followAll(): Promise<void> {
    while (isReadPending) {
      isReadPending = false;
      const counts = await store.blockCounts?.().catch(() => undefined);
      const blocksOf = counts && new Map(counts.map((count) => [nameOf(count), count.blocks]));
      for (const [name, entry] of cache) {
        if (blocksOf && entry.holds(blocksOf.get(name) ?? 0)) continue;
        await entry.readAgain().catch(() => {
          entry.drop();
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
          cache.get(name)?.noteWrite();
        }
      }
    },
    read({ series, measure }) {
      const key = { series, measure };
      const name = nameOf(key);
      const entry = cache.get(name) ?? cacheSeries(store, key, () => version++);
      cache.set(name, entry);
      return entry.read();
    },
    keys: () => store.keys(),
  };
}

type CachedSeries = ReturnType<typeof cacheSeries>;

function cacheSeries(store: ActualsStore, key: SeriesKey, onChange: () => void) {
  let held: KnownSeries | undefined;
  let reading: Promise<KnownSeries> | undefined;
  /** How many batches were written through the cache, and how many of them `held` is sure to have. */
  let [written, seen] = [0, 0];

  async function readOn(): Promise<KnownSeries> {
    for (;;) {
      const writtenBefore = written;
      const series = await store.read(key, held);
      if (series !== held) onChange();
      held = series;
      seen = writtenBefore;
      if (seen === written) return series;
    }
  }
  const shared = (): Promise<KnownSeries> => {
    reading ??= readOn().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    read: (): Promise<KnownSeries> => (held && seen === written ? Promise.resolve(held) : shared()),
    /** Reads once more after a read under way. */
    async readAgain(): Promise<void> {
      await reading?.catch(() => {});
      await shared();
    },
    /** Whether all of so many blocks were read. */
    holds: (blocks: number): boolean => held?.blocks === blocks,
    noteWrite(): void {
      written++;
    },
    drop(): void {
      held = undefined;
    },
  };
}
