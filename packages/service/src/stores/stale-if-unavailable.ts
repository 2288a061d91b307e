import { type ActualsStore, HOUR_MS, type SeriesBlocks, type SeriesKey, ServiceError } from '@loadcast/core';

/** How long the last read values replace a store that does not answer. */
const LONGEST_STAND_IN_MS = 6 * HOUR_MS;
/** A store that did not answer is not asked again for this long: callers must not queue up behind it. */
const LEFT_ALONE_MS = 1_000;

/**
 * Actuals that can still be read while their store is away: for up to six hours there is then nothing new to what a reader
 * holds.
 *
 * @param now a clock that never goes back, ms
 */
export function staleIfUnavailable(store: ActualsStore, now: () => number): ActualsStore {
  /** When what a reader holds of a series was last known to be all there is. */
  const answers = new Map<string, { readonly at: number; readonly blocks: number }>();
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  async function blockCounts(): Promise<readonly SeriesBlocks[]> {
    const counts = await store.blockCounts!();
    const blocksOf = new Map(counts.map((count) => [nameOf(count), count.blocks]));
    for (const [name, { blocks }] of answers)
      if (blocks === (blocksOf.get(name) ?? 0)) answers.set(name, { at: now(), blocks });
    return counts;
  }

  return {
    ...(store.blockCounts && { blockCounts }),
    append: (batch) => store.append(batch),
    keys: () => store.keys(),
    async read(key, held) {
      const name = nameOf(key);
      const isRecent = now() - (answers.get(name)?.at ?? Number.NEGATIVE_INFINITY) <= LONGEST_STAND_IN_MS;
      const standsIn = isRecent ? held : undefined;
      if (standsIn && now() < leftAloneUntil) return standsIn;
      try {
        const series = await store.read(key, held);
        answers.set(name, { at: now(), blocks: series.blocks });
        return series;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
        leftAloneUntil = now() + LEFT_ALONE_MS;
        if (standsIn) return standsIn;
        throw error;
      }
    },
  };
}

const nameOf = ({ measure, series }: SeriesKey): string => `${measure} ${series}`;
