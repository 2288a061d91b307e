import type { Area, AreaId, Areas } from '../areas/area.js';
import type { ActualsStore, ObservationBatch, SeriesKey } from '../ports/actuals-store.js';
import type { IncomingSeries, Observations } from '../ports/load-source.js';
import { countFlags, type ScreenFlag } from '../screening/flags.js';
import { screen } from '../screening/screen.js';
import { type KnownSeries, readAsOf } from '../series/known-series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { type Arrival, HISTORY_KNOWN, isFuture } from './observations.js';
import { type Reconciled, reconcile } from './reconcile.js';

/** How the hours of one incoming series compare with the known ones. */
export interface SeriesReport extends Omit<Reconciled, 'blocks'> {
  readonly key: SeriesKey;
  /** Hours left out because they lie too far ahead; see `isFuture`. */
  readonly futureHours: number;
}

/** What screening says of the newest values of an area's load over the hours that came in. Nothing is dropped for it. */
export interface ScreeningReport {
  readonly areaId: AreaId;
  readonly flags: Readonly<Record<ScreenFlag, number>>;
}

export interface IngestReport {
  readonly source: string;
  readonly series: readonly SeriesReport[];
  readonly screening: readonly ScreeningReport[];
}

export interface IngestTimes {
  readonly ingestedAt: EpochMs;
  readonly arrival: Arrival;
  /** Areas whose load is screened as it comes in; absent: nothing is. */
  readonly areas?: Areas;
}

/** Screening compares with the same hour of the weeks before. */
const SCREENING_MEMORY_MS = 35 * DAY_MS;

/**
 * Stores the new part of a set of observations, as one batch: all of it or nothing.
 *
 * Reads the known series, reconciles, appends. A set that holds nothing new appends nothing. Values are stored as
 * reported; screening only counts.
 *
 * @param observations each key at most once
 * @returns counts per series, in the order given, and screening counts per area whose reported load came in
 * @throws {RangeError} a key comes twice
 * @throws any error of the store; nothing is stored then
 */
export async function ingestActuals(
  store: ActualsStore,
  observations: Observations,
  times: IngestTimes,
): Promise<IngestReport> {
  refuseRepeatedKeys(observations.series);
  const blocks: ObservationBatch['blocks'][number][] = [];
  const series: SeriesReport[] = [];
  const screening: ScreeningReport[] = [];

  for (const incoming of observations.series) {
    const { past, futureHours } = withoutFuture(incoming, times.ingestedAt);
    const { key } = incoming;
    const current = await store.read(key);
    const firstKnown =
      times.arrival === 'live'
        ? ({ kind: 'at', at: times.ingestedAt } as const)
        : (incoming.known ?? HISTORY_KNOWN[key.measure]);
    const { blocks: fresh, ...counts } = reconcile(current, past, { firstKnown, ingestedAt: times.ingestedAt });
    for (const block of fresh) blocks.push({ ...block, key });
    series.push({ key, ...counts, futureHours });

    const area = key.measure === 'demand' ? times.areas?.bySeries(key.series) : undefined;
    if (area) screening.push({ areaId: area.id, flags: screeningCounts(area, current, past) });
  }

  if (blocks.length > 0) {
    const provenance = { ...observations.provenance, arrival: times.arrival };
    await store.append({ source: observations.source, ingestedAt: times.ingestedAt, provenance, blocks });
  }
  return { source: observations.source, series, screening };
}

function refuseRepeatedKeys(series: readonly IncomingSeries[]): void {
  const seen = new Set<string>();
  for (const { key } of series) {
    const name = `${key.series} ${key.measure}`;
    if (seen.has(name)) throw new RangeError(`two runs of one series: ${name}`);
    seen.add(name);
  }
}

function withoutFuture(incoming: IncomingSeries, now: EpochMs): { past: IncomingSeries; futureHours: number } {
  const { key, start, valuesMw } = incoming;
  let end = valuesMw.length;
  while (end > 0 && isFuture(key.measure, start + (end - 1) * HOUR_MS, now)) end--;
  const futureHours = valuesMw.subarray(end).filter((valueMw) => !Number.isNaN(valueMw)).length;
  return {
    past: end === valuesMw.length ? incoming : { key, start, valuesMw: valuesMw.subarray(0, end) },
    futureHours,
  };
}

function screeningCounts(
  area: Area,
  current: KnownSeries,
  { start, valuesMw }: IncomingSeries,
): Record<ScreenFlag, number> {
  const memoryHours = SCREENING_MEMORY_MS / HOUR_MS;
  const window = { start: start - SCREENING_MEMORY_MS, end: start + valuesMw.length * HOUR_MS };
  const newest = readAsOf(current, window, Number.POSITIVE_INFINITY);
  valuesMw.forEach((valueMw, i) => {
    if (!Number.isNaN(valueMw)) newest.valuesMw[memoryHours + i] = valueMw;
  });
  return countFlags(screen(newest, area.screening).subarray(memoryHours));
}
