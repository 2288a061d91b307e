import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { type KnownRule, knownTimes } from './known-rule.js';
import { emptyHourly, type LoadSeries } from './series.js';

/**
 * A run of hourly values that became known together, in the unit of their series (MW, °C, W/m2, percent).
 *
 * NaN is no value: an earlier block's value of that hour stays in force.
 */
export interface ObservationBlock {
  readonly start: EpochMs;
  readonly values: Float64Array;
  readonly known: KnownRule;
}

/**
 * An hourly series that keeps when each value became known, and the values it replaced. Its unit depends on the series:
 * MW for load, °C, W/m2 or percent for weather.
 *
 * `values[i]` is the newest value of hour `start + i * HOUR_MS`, `knownAtMs[i]` when that value became known (both
 * NaN where nothing ever was). `replaced` holds, per hour index, the older values of the few hours that were restated,
 * oldest first.
 */
export interface KnownSeries {
  readonly start: EpochMs;
  readonly values: Float64Array;
  readonly knownAtMs: Float64Array;
  readonly replaced: ReadonlyMap<number, readonly KnownValue[]>;
  /** How many blocks it was folded from: a later read of a growing store starts after this many. */
  readonly blocks: number;
}

/** One version of an hour's value, in the unit of its series. */
export interface KnownValue {
  readonly value: number;
  readonly knownAtMs: EpochMs;
}

/**
 * Folds blocks into one series.
 *
 * For each hour the value with the latest known time is the newest; of two known at the same instant, the later block.
 *
 * @param blocks in the order in which they were written; any windows, overlaps allowed
 * @returns a series from the first to the last hour of any block; empty when there is no block
 */
export function foldBlocks(blocks: readonly ObservationBlock[]): KnownSeries {
  return foldOnto(
    { start: 0, values: new Float64Array(), knownAtMs: new Float64Array(), replaced: new Map(), blocks: 0 },
    blocks,
  );
}

/**
 * What `foldBlocks` gives for the blocks of a series and more, without folding the first ones again.
 *
 * @param series stays as it is
 * @param blocks written after the blocks of `series`, in the order in which they were written
 */
export function foldOnto(series: KnownSeries, blocks: readonly ObservationBlock[]): KnownSeries {
  if (blocks.length === 0) return series;
  // Not Math.min(...blocks): a decade of live polls is more arguments than a call can take.
  const hasHours = series.values.length > 0;
  const start = blocks.reduce((least, block) => Math.min(least, block.start), hasHours ? series.start : Infinity);
  const end = blocks.reduce(
    (most, block) => Math.max(most, block.start + block.values.length * HOUR_MS),
    hasHours ? series.start + series.values.length * HOUR_MS : -Infinity,
  );
  const hours = Math.round((end - start) / HOUR_MS);
  const values = new Float64Array(hours).fill(Number.NaN);
  const knownAtMs = new Float64Array(hours).fill(Number.NaN);
  const before = hasHours ? Math.round((series.start - start) / HOUR_MS) : 0;
  values.set(series.values, before);
  knownAtMs.set(series.knownAtMs, before);
  const replaced = new Map<number, readonly KnownValue[]>();
  for (const [hour, versions] of series.replaced) replaced.set(hour + before, versions);

  // Hours behind all that was folded have one version: not to look costs a quarter less time in the first read of a store.
  let folded = before + series.values.length;
  for (const block of blocks) {
    const first = Math.round((block.start - start) / HOUR_MS);
    const times = knownTimes(block.known, block.start, block.values.length);
    for (let i = 0; i < times.length; i++) {
      const value = block.values[i]!;
      if (Number.isNaN(value)) continue;
      const hour = first + i;
      if (hour < folded && !Number.isNaN(knownAtMs[hour]!)) {
        replace(replaced, values, knownAtMs, hour, { value, knownAtMs: times[i]! });
        continue;
      }
      values[hour] = value;
      knownAtMs[hour] = times[i]!;
    }
    folded = Math.max(folded, first + times.length);
  }
  return { start, values, knownAtMs, replaced, blocks: series.blocks + blocks.length };
}

/** The later-known of two values for an hour becomes the newest; the other is kept among the replaced ones. */
function replace(
  replaced: Map<number, readonly KnownValue[]>,
  values: Float64Array,
  knownAtMs: Float64Array,
  hour: number,
  incoming: KnownValue,
): void {
  const current = { value: values[hour]!, knownAtMs: knownAtMs[hour]! };
  const [newest, older] = incoming.knownAtMs >= current.knownAtMs ? [incoming, current] : [current, incoming];
  values[hour] = newest.value;
  knownAtMs[hour] = newest.knownAtMs;
  const versions = [...(replaced.get(hour) ?? []), older];
  replaced.set(
    hour,
    versions.sort((a, b) => a.knownAtMs - b.knownAtMs),
  );
}

/**
 * A series as known at an instant: each hour's newest value among those known at or before `asOf`.
 *
 * @param window both ends on whole UTC hours; hours outside the series are NaN
 * @param asOf epoch ms; `Infinity` gives the newest values
 * @returns a fresh hourly series over exactly `window`
 */
export function readAsOf(series: KnownSeries, window: Window, asOf: EpochMs): LoadSeries {
  const result = emptyHourly(window);
  writeAsOf(series, window.start, asOf, result.valuesMw);
  return result;
}

/**
 * Writes a series as known at an instant over the existing values: unknown hours stay as they are.
 *
 * @param start of the first hour of `out`, a whole UTC hour
 */
export function writeAsOf(series: KnownSeries, start: EpochMs, asOf: EpochMs, out: Float64Array): void {
  const shift = Math.round((start - series.start) / HOUR_MS);
  const from = Math.max(0, -shift);
  const to = Math.min(out.length, series.values.length - shift);
  for (let i = from; i < to; i++) {
    const hour = i + shift;
    if (series.knownAtMs[hour]! <= asOf) {
      out[i] = series.values[hour]!;
    } else if (series.replaced.size > 0) {
      const older = series.replaced.get(hour)?.findLast((version) => version.knownAtMs <= asOf);
      if (older) out[i] = older.value;
    }
  }
}

/**
 * The version of one hour's value that was the newest at an instant, or undefined where nothing was known.
 *
 * @param start of the hour, a whole UTC hour
 */
export function versionKnownAt(series: KnownSeries, start: EpochMs, asOf: EpochMs): KnownValue | undefined {
  const hour = Math.round((start - series.start) / HOUR_MS);
  const knownAtMs = series.knownAtMs[hour]!;
  if (knownAtMs <= asOf) return { value: series.values[hour]!, knownAtMs };
  return series.replaced.get(hour)?.findLast((version) => version.knownAtMs <= asOf);
}

/**
 * The value of one hour as known at an instant: what `readAsOf` gives for it.
 *
 * @param start of the hour, a whole UTC hour
 * @returns in the unit of the series; NaN when nothing was known
 */
export function valueKnownAt(series: KnownSeries, start: EpochMs, asOf: EpochMs): number {
  return versionKnownAt(series, start, asOf)?.value ?? Number.NaN;
}

/**
 * The start of the newest hour whose value was known at `asOf`, or undefined.
 */
export function newestHour(series: KnownSeries, asOf: EpochMs): EpochMs | undefined {
  let hour = series.values.length - 1;
  while (hour >= 0 && !wasKnown(series, hour, asOf)) hour--;
  return hour < 0 ? undefined : series.start + hour * HOUR_MS;
}

/**
 * The start of the first hour whose value was known at `asOf`, or undefined.
 */
export function firstHour(series: KnownSeries, asOf: EpochMs): EpochMs | undefined {
  let hour = 0;
  while (hour < series.values.length && !wasKnown(series, hour, asOf)) hour++;
  return hour === series.values.length ? undefined : series.start + hour * HOUR_MS;
}

function wasKnown({ knownAtMs, replaced }: KnownSeries, hour: number, asOf: EpochMs): boolean {
  return knownAtMs[hour]! <= asOf || (replaced.get(hour)?.some((version) => version.knownAtMs <= asOf) ?? false);
}
