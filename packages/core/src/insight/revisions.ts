import type { KnownSeries } from '../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';

/** One restatement of an hour, MW. */
export interface Revision {
  /** Start of the hour. */
  readonly start: EpochMs;
  readonly oldMw: number;
  readonly newMw: number;
  /** When the new value became known. */
  readonly knownAt: EpochMs;
}

/**
 * The restatements of the hours of a window that were known at `asOf`, by hour, of one hour the first ones first. A value
 * that was published again unchanged is none.
 *
 * @param window both ends on whole UTC hours
 */
export function revisionsOf(load: KnownSeries, window: Window, asOf: EpochMs): Revision[] {
  const revisions: Revision[] = [];
  for (let start = window.start; start < window.end; start += HOUR_MS) {
    const hour = Math.round((start - load.start) / HOUR_MS);
    const older = load.replaced.get(hour);
    if (!older) continue;
    const versions = [...older, { value: load.values[hour]!, knownAtMs: load.knownAtMs[hour]! }];
    versions.forEach(({ value, knownAtMs }, index) => {
      const before = versions[index - 1];
      if (!before || before.value === value || knownAtMs > asOf) return;
      revisions.push({ start, oldMw: before.value, newMw: value, knownAt: knownAtMs });
    });
  }
  return revisions;
}
