import { type ActualsStore, HOUR_MS, type KnownSeries, ServiceError } from '@loadcast/core';

/** For how long what was read last stands in for a store that does not answer. */
const LONGEST_STAND_IN_MS = 6 * HOUR_MS;
/** A store that did not answer is not asked again for this long: callers must not queue up behind it. */
const LEFT_ALONE_MS = 1_000;

/**
 * Actuals that go on being read while their store is away: what was read last is given for up to six hours.
 *
 * @param now a clock that never goes back, ms
 */
export function survivingActualsStore(store: ActualsStore, now: () => number): ActualsStore {
  const last = new Map<string, { readonly series: KnownSeries; readonly readAt: number }>();
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  return {
    append: (batch) => store.append(batch),
    keys: () => store.keys(),
    async read(key) {
      const name = `${key.measure} ${key.series}`;
      const held = last.get(name);
      const standsIn = held && now() - held.readAt <= LONGEST_STAND_IN_MS ? held.series : undefined;
      if (standsIn && now() < leftAloneUntil) return standsIn;
      try {
        const series = await store.read(key);
        last.set(name, { series, readAt: now() });
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
