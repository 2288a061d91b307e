import type { KnownSeries } from '../series/known-series.js';

const kept = new WeakMap<KnownSeries, KnownSeries>();

/** A series as it was first published: of each hour the version that was known first, and none that replaced it. */
export function firstVersions(series: KnownSeries): KnownSeries {
  const known = kept.get(series);
  if (known) return known;
  const values = series.values.slice();
  const knownAtMs = series.knownAtMs.slice();
  for (const [hour, versions] of series.replaced) {
    const first = versions[0];
    if (!first) continue;
    values[hour] = first.value;
    knownAtMs[hour] = first.knownAtMs;
  }
  const first = { ...series, values, knownAtMs, replaced: new Map() };
  kept.set(series, first);
  return first;
}
