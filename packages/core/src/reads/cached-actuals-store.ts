import type { ActualsStore, ObservationBatch, SeriesKey } from '../ports/actuals-store.js';
import { foldOnto, type KnownSeries } from '../series/known-series.js';

export interface CachedActualsStore extends ActualsStore {
  /** Forgets what is kept: for a process that learns that another one wrote. */
  forget(): void;
}

/** A read, and what it gave once it has. */
interface Kept {
  readonly reading: Promise<KnownSeries>;
  series?: KnownSeries;
}

/**
 * An actuals store that keeps every series it was asked for in memory (ten years of an hourly series are 1.4 MB), so
 * that answers do not unpack them each time. What is appended through it is laid onto what it keeps; readers share one
 * read, and must not change what they are given.
 */
export function cachedActualsStore(store: ActualsStore): CachedActualsStore {
  const kept = new Map<string, Kept>();
  const nameOf = ({ series, measure }: SeriesKey): string => `${measure} ${series}`;

  function layOn({ blocks }: ObservationBatch): void {
    for (const name of new Set(blocks.map(({ key }) => nameOf(key)))) {
      const known = kept.get(name);
      if (!known) continue;
      // A read that is under way may have seen the batch or not: it is not kept.
      if (!known.series) {
        kept.delete(name);
        continue;
      }
      const series = foldOnto(
        known.series,
        blocks.filter(({ key }) => nameOf(key) === name),
      );
      kept.set(name, { reading: Promise.resolve(series), series });
    }
  }

  return {
    forget: () => kept.clear(),
    async append(batch) {
      try {
        await store.append(batch);
      } catch (error) {
        for (const { key } of batch.blocks) kept.delete(nameOf(key));
        throw error;
      }
      layOn(batch);
    },
    read(key) {
      const name = nameOf(key);
      const known = kept.get(name);
      if (known) return known.reading;
      const reading = store.read(key).then(
        (series) => {
          entry.series = series;
          return series;
        },
        (error: unknown) => {
          if (kept.get(name) === entry) kept.delete(name);
          throw error;
        },
      );
      const entry: Kept = { reading };
      kept.set(name, entry);
      return reading;
    },
    keys: () => store.keys(),
  };
}
