import { screenedActuals } from '../accuracy/screened-actuals.js';
import type { Area } from '../areas/area.js';
import { type KnownSeries, newestHour } from '../series/known-series.js';
import { ceilToHour, type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, localDay, operatingDayWindow } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
import type { ForecastLines, Vintage } from '../vintages/vintage.js';
import { PEAK_CALIBRATION } from './calibration.data.js';
import { type DayPeak, dayPeak, type LoadPaths, oddsOfTop } from './day-peaks.js';
import { drained } from './drained.js';
import { jointPathsInSteps } from './joint-paths.js';
import { laterPeaks, measuredPeak } from './later-peaks.js';
import { seedOf } from './normals.js';
import { type DaySpan, isEligible, monthOf, programOf, seasonOf } from './peak-spans.js';
import type { LoadSeason, PeakProgram } from './programs.data.js';

/** A run that paths can be made of. */
export type PathRun = Pick<Vintage, 'areaId' | 'issuedAt' | 'start' | 'valueMw' | 'p10Mw' | 'p90Mw' | 'dependence'>;

export interface PeakSources {
  readonly area: Area;
  /** Reported load. */
  readonly load: KnownSeries;
  /** The newest run that was available. */
  readonly run: PathRun;
  /** An older run, for the hours between the newest measured one and the start of `run`. */
  readonly before?: PathRun | undefined;
}

/** What may be the peak of a day. Odds are undefined where too little is known. */
export interface DayOdds {
  readonly day: string;
  readonly peak: DayPeak | undefined;
  /** Probability that no other day of the month has a higher peak. */
  readonly monthOdds: number | undefined;
  readonly season: LoadSeason['id'];
  /** Probability that no day of the season up to this one has a higher peak. */
  readonly seasonSoFarOdds: number | undefined;
  /** The coincident-peak rule that the day counts for, and the probability that it is one of its days. */
  readonly program: PeakProgram | undefined;
  readonly programOdds: number | undefined;
}

/** Paths that odds are counted over. */
export const ODDS_PATHS = 400;
/** Share of the days of a span that may be missing. */
const MOST_MISSING = 0.1;

/** The seed of a run's paths. */
export const seedOfRun = ({ areaId, issuedAt }: Pick<PathRun, 'areaId' | 'issuedAt'>): number =>
  seedOf(`${areaId} ${new Date(issuedAt).toISOString()}`);

const hasPaths = (run: PathRun): run is PathRun & Required<Pick<PathRun, 'dependence'>> =>
  run.dependence !== undefined && !Number.isNaN(run.p10Mw[0]!);

/** Joint paths of a run, hour by hour from its start, in steps of a millisecond or so. Undefined for a run without dependence or bounds. */
export function pathsOfRun(run: PathRun, count: number): Generator<void, Float64Array[]> | undefined {
  if (!hasPaths(run)) return undefined;
  return jointPathsInSteps(run, run.dependence, seedOfRun(run), count);
}

/**
 * The odds of days as they stood at `asOf`: from load that was known then, and joint paths of the run.
 *
 * @param days `YYYY-MM-DD` on the market clock
 */
export function peakOdds(sources: PeakSources, days: readonly string[], asOf: EpochMs): DayOdds[] {
  return drained(peakOddsInSteps(sources, days, asOf));
}

/** `peakOdds` in steps of a few milliseconds: between two of them a caller may let other work in. */
export function* peakOddsInSteps(
  sources: PeakSources,
  days: readonly string[],
  asOf: EpochMs,
): Generator<void, DayOdds[]> {
  const { area } = sources;
  const spans = days.flatMap((day) => [monthOf(day), seasonOf(day), programOf(area, day)?.span ?? monthOf(day)]);
  const sorted = (end: keyof DaySpan): string[] => spans.map((span) => span[end]).sort();
  const span = { first: sorted('first')[0] ?? '', last: sorted('last').at(-1) ?? '' };
  const peaks = yield* spanPeaks(sources, span, asOf);
  const found: DayOdds[] = [];
  for (const day of days) {
    yield;
    const { season, first } = seasonOf(day);
    const ranked = programOf(area, day);
    found.push({
      day,
      peak: peaks.wholeOf(day),
      monthOdds: peaks.odds(day, monthOf(day), 1),
      season,
      seasonSoFarOdds: peaks.odds(day, { first, last: day }, 1),
      program: ranked?.program,
      programOdds:
        ranked &&
        peaks.odds(day, ranked.span, ranked.program.count, (other) => isEligible(area, ranked.program, other)),
    });
  }
  return found;
}

/**
 * The peaks of windows, such as an operating day or the next 24 hours, made in steps. This is what a peak is everywhere: the
 * mean over the paths of their highest hours, and the hour that is most likely the highest. Undefined where hours are unknown.
 */
export function* windowPeaksInSteps(
  sources: PeakSources,
  windows: readonly Window[],
  asOf: EpochMs,
): Generator<void, (DayPeak | undefined)[]> {
  const paths = yield* loadPathsInSteps(sources, Math.min(...windows.map(({ start }) => start)), asOf);
  return windows.map((window) => ifWhole(dayPeak(paths, window)));
}

const ifWhole = (peak: DayPeak | undefined): DayPeak | undefined => (peak?.isWhole ? peak : undefined);

/** Load from an instant on: measured hours, and paths of the later ones. A run without bounds or dependence is its own only path. */
function* loadPathsInSteps(sources: PeakSources, from: EpochMs, asOf: EpochMs): Generator<void, LoadPaths> {
  const { area, load, run } = sources;
  const newest = newestHour(load, asOf) ?? run.start - HOUR_MS;
  const window = { start: Math.min(from, newest), end: Math.max(ceilToHour(asOf), newest + HOUR_MS) };
  const measured = screenedActuals(area, load, window, asOf);
  yield;
  const lines = linesFrom(Math.min(newest + HOUR_MS, run.start), sources);
  if (!hasPaths(run)) return { measured, start: lines.start, pathsMw: [lines.valueMw] };
  const paths = yield* jointPathsInSteps(lines, run.dependence, seedOfRun(run), ODDS_PATHS);
  const pathsMw = paths.map((path) => path.map((mw) => PEAK_CALIBRATION.level * mw));
  yield;
  return { measured, start: lines.start, pathsMw };
}

function* spanPeaks(sources: PeakSources, span: DaySpan, asOf: EpochMs): Generator<void, SpanPeaks> {
  const { area, load, run } = sources;
  const zone = area.marketTimezone;
  const newest = newestHour(load, asOf) ?? run.start - HOUR_MS;
  const paths = yield* loadPathsInSteps(sources, operatingDayWindow(zone, span.first).start, asOf);
  const from = localDay(zone, newest + HOUR_MS);
  const end = run.start + run.valueMw.length * HOUR_MS;
  const beyond: string[] = [];
  for (let day = localDay(zone, end); day <= span.last; day = addDays(day, 1)) beyond.push(day);
  const later = yield* laterPeaks(area, load, asOf, from, beyond, paths.pathsMw.length);
  const byDay = new Map(beyond.map((day) => [day, later?.get(day)]));
  return peaksOfSpan(sources, paths, from, byDay);
}

interface SpanPeaks {
  /** The peak of a day that is measured or in the runs, every hour of it. */
  wholeOf(day: string): DayPeak | undefined;
  /** The odds that a day is among the `count` highest of a span. Undefined where too many days are not known. */
  odds(day: string, span: DaySpan, count: number, isRanked?: (day: string) => boolean): number | undefined;
}

/**
 * Peaks of the days of a span by path: measured, from the run, and beyond it from past years.
 *
 * @param from the day of the first hour that is not measured
 * @param byDay peaks of the days beyond the run
 */
function peaksOfSpan(
  { area, run }: PeakSources,
  paths: LoadPaths,
  from: string,
  byDay: Map<string, Float64Array | undefined>,
): SpanPeaks {
  const zone = area.marketTimezone;
  const ofRun = new Map<string, DayPeak | undefined>();
  /** The peak of a day that is measured or in the run, except for a few hours. */
  const peakOf = (day: string): DayPeak | undefined => {
    if (!ofRun.has(day)) ofRun.set(day, dayPeak(paths, operatingDayWindow(zone, day)));
    return ofRun.get(day);
  };
  const measuredOf = (day: string): Float64Array | undefined => {
    const mw = measuredPeak(paths.measured, zone, day);
    return Number.isNaN(mw) ? undefined : new Float64Array(paths.pathsMw.length).fill(mw);
  };
  const pathsOf = (day: string): Float64Array | undefined => {
    if (!byDay.has(day)) byDay.set(day, day < from ? measuredOf(day) : peakOf(day)?.tailedMw);
    return byDay.get(day);
  };
  const wholeOf = (day: string): DayPeak | undefined => ifWhole(peakOf(day));
  return {
    wholeOf,
    odds(day, { first, last }, count, isRanked = () => true) {
      const own = wholeOf(day);
      if (!own || !hasPaths(run)) return undefined;
      const others: Float64Array[] = [];
      let [missing, all] = [0, 0];
      for (let other = first; other <= last; other = addDays(other, 1)) {
        if (other === day || !isRanked(other)) continue;
        all++;
        const peaks = pathsOf(other);
        if (peaks) others.push(peaks);
        else missing++;
      }
      return missing > MOST_MISSING * all ? undefined : oddsOfTop(own.tailedMw, others, count);
    },
  };
}

/** The lines of the run from an hour on; hours before its start come from the run before. */
function linesFrom(start: EpochMs, { run, before }: PeakSources): ForecastLines & { readonly start: EpochMs } {
  const gap = Math.round((run.start - start) / HOUR_MS);
  const line = (name: 'valueMw' | 'p10Mw' | 'p90Mw'): Float64Array => {
    const whole = new Float64Array(gap + run.valueMw.length).fill(Number.NaN);
    whole.set(run[name], gap);
    for (let hour = 0; before && hour < gap; hour++) {
      whole[hour] = before[name][hour + Math.round((start - before.start) / HOUR_MS)] ?? Number.NaN;
    }
    return whole;
  };
  return { start, valueMw: line('valueMw'), p10Mw: line('p10Mw'), p90Mw: line('p90Mw') };
}
