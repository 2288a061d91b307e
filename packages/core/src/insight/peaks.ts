import type { Area } from '../areas/area.js';
import { drainedWithPauses } from '../peaks/drained.js';
import { measuredPeak } from '../peaks/later-peaks.js';
import { type DayOdds, peakOddsInSteps } from '../peaks/peak-odds.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { RunChoice } from '../reads/forecast-window.js';
import { screenedHours, unchangedAround } from '../reads/screened-hours.js';
import { type InstantDeps, vintagesAt } from '../reads/vintages-at.js';
import { type KnownSeries, newestHour } from '../series/known-series.js';
import { valueAt } from '../series/series.js';
import { ceilToHour, type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, instantOnDay, operatingDayWindow } from '../time/operating-day.js';
import type { Vintage } from '../vintages/vintage.js';

export interface PeakDeps extends InstantDeps {
  /** `read` should be quick, and give the same object until something is added. */
  readonly actuals: Pick<ActualsStore, 'read'>;
}

export interface PeakQuery {
  readonly area: Area;
  /** Operating days, ascending. */
  readonly days: readonly string[];
  readonly asOf: EpochMs;
  /** The gate whose odds are wanted. Absent: as they stand, or of a day that has begun as they stood when it began. */
  readonly gate?: Extract<RunChoice, { readonly kind: 'gate' }>;
}

/** The odds of a day, the run they are of, and what happened. */
export interface PeakDay {
  readonly day: string;
  /** When the odds stood so. */
  readonly oddsAt: EpochMs;
  readonly run: Vintage | undefined;
  /** Undefined where no run was there, or the gate is to come. */
  readonly odds: DayOdds | undefined;
  /** The highest hour of a day that is over and measured whole. */
  readonly actual: { readonly start: EpochMs; readonly valueMw: number } | undefined;
}

/** The peaks of operating days: the forecasts from data known at the time, and the outcomes. */
export async function readPeaks(deps: PeakDeps, query: PeakQuery): Promise<PeakDay[]> {
  const { area, days, asOf } = query;
  const zone = area.marketTimezone;
  const load = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const instants = days.map((day) => oddsInstant(query, day));
  const runs = await vintagesAt(
    deps,
    area.id,
    instants.map((at) => (at > asOf ? Number.NaN : at)),
  );
  const odds = new Map<string, DayOdds>();
  for (const at of new Set(instants)) {
    const together = days.filter((_, index) => instants[index] === at);
    const run = runs[instants.indexOf(at)];
    if (!run) continue;
    await deps.pause?.();
    for (const each of await cachedOdds(deps, area, load, run, together, at)) odds.set(each.day, each);
  }
  const first = operatingDayWindow(zone, days[0]!).start;
  const last = operatingDayWindow(zone, days.at(-1)!).end;
  const measured = screenedHours(area.series, load, { start: first, end: last }, asOf);
  return days.map((day, index) => {
    const { start, end } = operatingDayWindow(zone, day);
    const peak = measuredPeak(measured, zone, day);
    let hour = start;
    while (hour < end && valueAt(measured, hour) !== peak) hour += HOUR_MS;
    const isOver = end <= asOf && !Number.isNaN(valueAt(measured, end - HOUR_MS));
    return {
      day,
      oddsAt: instants[index]!,
      run: runs[index],
      odds: odds.get(day),
      actual: isOver && hour < end ? { start: hour, valueMw: peak } : undefined,
    };
  });
}

function oddsInstant({ area, asOf, gate }: PeakQuery, day: string): EpochMs {
  const zone = area.marketTimezone;
  if (gate) return instantOnDay(zone, addDays(day, -gate.daysBefore), gate.timeOfDayMs);
  const { start, end } = operatingDayWindow(zone, day);
  return end <= asOf ? start : asOf;
}

/** Odds of some days, and the instants `[from, until)` at which nothing else was known of the load. */
interface OddsCacheEntry {
  readonly odds: readonly DayOdds[];
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const MOST_CACHED_ODDS = 400;
const caches = new WeakMap<KnownSeries, Map<string, OddsCacheEntry>>();

async function cachedOdds(
  deps: PeakDeps,
  area: Area,
  load: KnownSeries,
  run: Vintage,
  days: readonly string[],
  asOf: EpochMs,
): Promise<readonly DayOdds[]> {
  const cache = caches.get(load) ?? new Map<string, OddsCacheEntry>();
  caches.set(load, cache);
  const unmeasured = (newestHour(load, asOf) ?? run.start) + HOUR_MS;
  const before =
    unmeasured < run.start ? (await vintagesAt(deps, area.id, [Math.min(unmeasured, asOf)]))[0] : undefined;
  const key = [area.id, run.issuedAt, before?.issuedAt, days[0], days.length].join(' ');
  const kept = cache.get(key);
  if (kept && asOf >= kept.from && asOf < kept.until) return kept.odds;
  const entry = {
    odds: await drainedWithPauses(peakOddsInSteps({ area, load, run, before }, days, asOf), deps.pause),
    ...unchangedAround(load, { start: load.start, end: ceilToHour(asOf) }, asOf),
  };
  if (cache.size >= MOST_CACHED_ODDS) cache.clear();
  cache.set(key, entry);
  return entry.odds;
}
