import { type ActualsStore, HOUR_MS, ServiceError } from '@loadcast/core';

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
  const answeredAt = new Map<string, number>();
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  return {
    append: (batch) => store.append(batch),
    keys: () => store.keys(),
    async read(key, held) {
      const name = `${key.measure} ${key.series}`;
      const isRecent = now() - (answeredAt.get(name) ?? Number.NEGATIVE_INFINITY) <= LONGEST_STAND_IN_MS;
      const standsIn = isRecent ? held : undefined;
      if (standsIn && now() < leftAloneUntil) return standsIn;
      try {
        const series = await store.read(key, held);
        answeredAt.set(name, now());
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
