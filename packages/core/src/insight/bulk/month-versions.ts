import type { KnownSeries, KnownValue } from '../../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { Window } from '../../time/window.js';
import { type BulkMonth, bulkMonthAt } from './bulk-month.js';

/** One version of an hour's value that a month's file holds. */
export interface MonthVersion {
  /** Start of the hour. */
  readonly start: EpochMs;
  readonly valueMw: number;
  readonly knownAt: EpochMs;
}

/**
 * The versions of a series that belong to a month's file and were known at `asOf`, by hour, of one hour the first ones first.
 *
 * A version belongs to the month of its hour. One that became known after that month was settled belongs to the month in which
 * it became known: each is in one file, and no file changes after it is settled.
 *
 * @param asOf nothing that became known later, or after the month was settled, counts
 */
export function monthVersions(series: KnownSeries, month: BulkMonth, asOf: EpochMs): MonthVersion[] {
  const { window, settledAt } = month;
  const until = Math.min(asOf, settledAt);
  const own = versionsIn(series, window, ({ knownAtMs }) => knownAtMs <= until);
  const earlier = { start: series.start, end: window.start };
  const late = versionsIn(series, earlier, ({ knownAtMs }, start) => {
    if (!(knownAtMs >= window.start && knownAtMs < window.end && knownAtMs <= asOf)) return false;
    return knownAtMs > bulkMonthAt(start).settledAt;
  });
  return [...late, ...own];
}

/** What tells whether the versions of some hours that were known at `asOf` are the same as before: versions are only added. */
export function versionsDigest(series: KnownSeries, window: Window, asOf: EpochMs): string {
  let [count, knownSum, valueSum] = [0, 0, 0];
  for (const { valueMw, knownAt } of versionsIn(series, window, ({ knownAtMs }) => knownAtMs <= asOf)) {
    count += 1;
    knownSum = (knownSum + knownAt) % Number.MAX_SAFE_INTEGER;
    valueSum += valueMw;
  }
  return `${count}.${knownSum}.${valueSum}`;
}

function versionsIn(
  series: KnownSeries,
  { start, end }: Window,
  isOwn: (version: KnownValue, start: EpochMs) => boolean,
): MonthVersion[] {
  const versions: MonthVersion[] = [];
  const first = Math.max(0, Math.round((start - series.start) / HOUR_MS));
  const last = Math.min(series.values.length, Math.round((end - series.start) / HOUR_MS));
  for (let hour = first; hour < last; hour++) {
    const at = series.start + hour * HOUR_MS;
    const add = (version: KnownValue): void => {
      if (isOwn(version, at)) versions.push({ start: at, valueMw: version.value, knownAt: version.knownAtMs });
    };
    for (const older of series.replaced.get(hour) ?? []) add(older);
    if (!Number.isNaN(series.knownAtMs[hour]!))
      add({ value: series.values[hour]!, knownAtMs: series.knownAtMs[hour]! });
  }
  return versions;
}
