import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { KnownSeries, KnownValue } from './known-series.js';

/**
 * Whether two reads of a series hold the same versions of every hour of a window, so that results for those hours are
 * the same, at any instant.
 *
 * @param window both ends on whole UTC hours
 */
export function sameVersions(one: KnownSeries, other: KnownSeries, window: Window): boolean {
  if (one === other) return true;
  const hours = Math.round((window.end - window.start) / HOUR_MS);
  const first = [one, other].map(({ start }) => Math.round((window.start - start) / HOUR_MS)) as [number, number];
  for (let hour = 0; hour < hours; hour++) {
    const [i, j] = [first[0] + hour, first[1] + hour];
    if (differ(one.knownAtMs[i], other.knownAtMs[j]) || differ(one.values[i], other.values[j])) return false;
  }
  const replaced = replacedIn(one, window);
  return (
    replaced.size === replacedIn(other, window).size &&
    [...replaced].every(([start, versions]) => sameValues(versions, replacedAt(other, start)))
  );
}

/** An hour outside a series has no value, as NaN has none. */
function differ(one: number | undefined, other: number | undefined): boolean {
  return one !== other && !(Number.isNaN(one ?? Number.NaN) && Number.isNaN(other ?? Number.NaN));
}

function replacedIn(series: KnownSeries, { start, end }: Window): Map<EpochMs, readonly KnownValue[]> {
  const found = new Map<EpochMs, readonly KnownValue[]>();
  for (const [hour, versions] of series.replaced) {
    const at = series.start + hour * HOUR_MS;
    if (at >= start && at < end) found.set(at, versions);
  }
  return found;
}

const replacedAt = (series: KnownSeries, start: EpochMs): readonly KnownValue[] =>
  series.replaced.get(Math.round((start - series.start) / HOUR_MS)) ?? [];

function sameValues(some: readonly KnownValue[], others: readonly KnownValue[]): boolean {
  return (
    some.length === others.length &&
    some.every((each, n) => each.value === others[n]!.value && each.knownAtMs === others[n]!.knownAtMs)
  );
}
