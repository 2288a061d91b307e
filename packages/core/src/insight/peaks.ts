import { unchangedAround } from '../accuracy/served-load.js';
import type { Area } from '../areas/area.js';
import { BudgetMap } from '../budgets/budget-map.js';
import type { DayPeak } from '../peaks/day-peaks.js';
import { drainedWithPauses } from '../peaks/drained.js';
import { measuredPeak } from '../peaks/later-peaks.js';
import { type DayOdds, type PeakSources, peakOddsInSteps, windowPeaksInSteps } from '../peaks/peak-odds.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { RunChoice } from '../reads/forecast-window.js';
import { screenedHours } from '../reads/screened-hours.js';
import { type InstantDeps, vintagesAt } from '../reads/vintages-at.js';
import { type KnownSeries, newestHour } from '../series/known-series.js';
import { valueAt } from '../series/series.js';
import { ceilToHour, type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, instantOnDay, operatingDayWindow } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
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
  const measured = await screenedHours(deps.actuals, area, load, { start: first, end: last }, asOf);
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

/** The expected peak of a window: the hour that is most likely its highest, and its load over the paths of a run. */
export interface ExpectedPeak {
  readonly start: EpochMs;
  readonly valueMw: number;
  /** Bounds of the peak, not of that hour; NaN where the run has none. */
  readonly p10Mw: number;
  readonly p90Mw: number;
}

/** The peaks of windows that have not ended, as `readPeaks` gives those of days. Undefined where the newest run does not have all of one. */
export async function readWindowPeaks(
  deps: PeakDeps,
  area: Area,
  windows: readonly Window[],
  asOf: EpochMs,
): Promise<(ExpectedPeak | undefined)[]> {
  const load = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const run = await deps.vintages.newest(area.id, asOf);
  if (!run) return windows.map(() => undefined);
  const sources = await sourcesOf(deps, area, load, run, asOf);
  const key = windows.map(({ start, end }) => `${start} ${end}`).join();
  const peaks = await WINDOWS.keep(sources, key, asOf, () =>
    drainedWithPauses(windowPeaksInSteps(sources, windows, asOf), deps.pause),
  );
  return peaks.map(
    (peak, index) =>
      peak && {
        start: windows[index]!.start + peak.likeliestHour * HOUR_MS,
        valueMw: peak.expectedMw,
        p10Mw: peak.p10Mw,
        p90Mw: peak.p90Mw,
      },
  );
}

async function cachedOdds(
  deps: PeakDeps,
  area: Area,
  load: KnownSeries,
  run: Vintage,
  days: readonly string[],
  asOf: EpochMs,
): Promise<readonly DayOdds[]> {
  const sources = await sourcesOf(deps, area, load, run, asOf);
  return DAYS.keep(sources, `${days[0]} ${days.length}`, asOf, () =>
    drainedWithPauses(peakOddsInSteps(sources, days, asOf), deps.pause),
  );
}

async function sourcesOf(
  deps: PeakDeps,
  area: Area,
  load: KnownSeries,
  run: Vintage,
  asOf: EpochMs,
): Promise<PeakSources> {
  const unmeasured = (newestHour(load, asOf) ?? run.start) + HOUR_MS;
  const before =
    unmeasured < run.start ? (await vintagesAt(deps, area.id, [Math.min(unmeasured, asOf)]))[0] : undefined;
  return { area, load, run, before };
}

/** Results by run, with the instants `[from, until)` at which nothing else was known of the load. */
class PeakCache<T> {
  readonly #byLoad = new WeakMap<
    KnownSeries,
    Map<string, { readonly value: T; readonly from: EpochMs; readonly until: EpochMs }>
  >();

  async keep(
    { area, load, run, before }: PeakSources,
    what: string,
    asOf: EpochMs,
    make: () => Promise<T>,
  ): Promise<T> {
    const cache = this.#byLoad.get(load) ?? new BudgetMap('peak_odds');
    this.#byLoad.set(load, cache);
    const key = [area.id, run.issuedAt, before?.issuedAt, what].join(' ');
    const kept = cache.get(key);
    if (kept && asOf >= kept.from && asOf < kept.until) return kept.value;
    const value = await make();
    cache.set(key, { value, ...unchangedAround(load, { start: load.start, end: ceilToHour(asOf) }, asOf) });
    return value;
  }
}

const DAYS = new PeakCache<readonly DayOdds[]>();
const WINDOWS = new PeakCache<readonly (DayPeak | undefined)[]>();
