import { type Area, type EpochMs, HOUR_MS, type KnownRule } from '@loadcast/core';
import { uniform } from './noise.js';

const GAP_STREAM = 4_000;
const REVISION_STREAM = 5_000;
const LONGEST_GAP_HOURS = 6;
const GAP_CHANCE = 0.0004;
const REVISION_CHANCE = 1 / 60;

/** An hour's load is published this long after its end. */
export const PUBLICATION_LAG_MS = 1.7 * HOUR_MS;
/** Corrections come this long after the hour. */
const REVISION_LAG_MS = 72 * HOUR_MS;

/**
 * What the simulated upstream says at `asOf` about the load of an hour: nothing before it is published, nothing for a
 * rare hour that it never publishes, and on about one day in sixty a preliminary value that is corrected after three days.
 *
 * @param stream separates series
 * @param loadMw the true load
 * @returns MW, NaN for nothing
 */
export function publishedLoadMw(loadMw: number, stream: number, seed: number, start: EpochMs, asOf: EpochMs): number {
  const end = start + HOUR_MS;
  const hour = start / HOUR_MS;
  if (asOf < end + PUBLICATION_LAG_MS || isGap(seed, stream, hour)) return Number.NaN;
  const day = Math.floor(hour / 24);
  const isPreliminary = asOf < end + REVISION_LAG_MS && uniform(seed, REVISION_STREAM + stream, day) < REVISION_CHANCE;
  return isPreliminary
    ? Math.round(loadMw * (0.96 + 0.08 * uniform(seed, REVISION_STREAM + 100 + stream, hour)))
    : loadMw;
}

function isGap(seed: number, stream: number, hour: number): boolean {
  for (let back = 0; back < LONGEST_GAP_HOURS; back++) {
    const draw = uniform(seed, GAP_STREAM + stream, hour - back);
    if (draw < GAP_CHANCE && (draw / GAP_CHANCE) * LONGEST_GAP_HOURS >= back) return true;
  }
  return false;
}

/**
 * When the operator's forecast of a day is public on a demonstration grid: at 08:00 of its market's clock on the day before,
 * ahead of the gate. Operators publish it by then; the EIA-930 files have it a day later.
 */
export function operatorForecastKnown({ marketTimezone }: Pick<Area, 'marketTimezone'>): KnownRule {
  return { kind: 'daily', zone: marketTimezone, timeOfDayMs: 8 * HOUR_MS, dayOffset: -1 };
}
