import { naiveHourMw } from '../accuracy/baselines.js';
import { SCREEN_WARM_UP_MS } from '../accuracy/screened-actuals.js';
import type { Area } from '../areas/area.js';
import type { BacktestPoints } from '../backtest/points.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { decidingInstants, forecastWindowOf, type RunChoice } from '../reads/forecast-window.js';
import { screenedHours, unchangedAround } from '../reads/screened-hours.js';
import { vintagesAt } from '../reads/vintages-at.js';
import { type KnownSeries, valueKnownAt } from '../series/known-series.js';
import { sliceSeries } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { firstVersions } from './first-versions.js';

export interface ScoreDeps {
  /** `read` should be quick, and give the same object until something is added: it says whether scores still hold. */
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly vintages: Pick<VintageStore, 'newest' | 'headers' | 'count'>;
  /** Called now and then in a long read. */
  readonly pause?: () => Promise<void>;
}

/** Actuals as they stand at `asOf`, or as they were first published. */
export type ActualsVersion = 'latest' | 'first';

export interface ScoredQuery {
  readonly area: Area;
  /** Which run counts for an hour. */
  readonly choice: Exclude<RunChoice, { readonly kind: 'newest' }>;
  /** Both ends on whole UTC hours. */
  readonly window: Window;
  /** Nothing that became known later counts. */
  readonly asOf: EpochMs;
  readonly actuals: ActualsVersion;
}

/** The columns of a backtest's hours that stored forecasts have. */
export type StoredPoints = Omit<BacktestPoints, 'operatorDebiasedMw' | 'pitBin'>;

/** What was read of the forecasts of a window: the runs that were available at `lastInstant`, `count` in all. */
interface ForecastHours extends Pick<StoredPoints, 'valueMw' | 'p10Mw' | 'p90Mw' | 'issuedAt'> {
  readonly instants: Float64Array;
  readonly lastInstant: EpochMs;
  readonly nextInstant: EpochMs;
  readonly count: number;
}

/** Points, and what they were made of; they hold for instants `[from, until)` while that is the same. */
interface PointsCacheEntry {
  readonly points: StoredPoints;
  readonly forecast: ForecastHours;
  readonly reported: KnownSeries;
  readonly operator: KnownSeries;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** A year of an area is 600 kB. */
const MOST_CACHED_WINDOWS = 33;
const caches = new WeakMap<ScoreDeps['vintages'], Map<string, PointsCacheEntry>>();

/** Persistence looks back 35 days; screening needs its own warm-up before them. */
const NAIVE_MEMORY_MS = 36 * DAY_MS;

/**
 * The hours of a window beside what was forecast of them: what `backtestArea` gives, from the runs that were issued. A
 * naive forecast repeats what was known at the instant at which the hour's run was chosen.
 *
 * The same object until a run is added, a value becomes known, or another gate has passed.
 */
export async function storedPoints(deps: ScoreDeps, query: ScoredQuery): Promise<StoredPoints> {
  const { area, asOf, window } = query;
  const cache = caches.get(deps.vintages) ?? new Map<string, PointsCacheEntry>();
  caches.set(deps.vintages, cache);
  const key = [area.id, JSON.stringify(query.choice), window.start, window.end, query.actuals].join(' ');
  const reported = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const operator = await deps.actuals.read({ series: area.series, measure: 'day_ahead_forecast' });
  const kept = cache.get(key);
  const isSameForecast = kept !== undefined && (await isUnchanged(deps, query, kept.forecast));
  if (isSameForecast && kept.reported === reported && kept.operator === operator) {
    if (asOf >= kept.from && asOf < kept.until) return kept.points;
  }
  const forecast = isSameForecast ? kept.forecast : await readForecast(deps, query);
  const longer = { start: window.start - NAIVE_MEMORY_MS, end: window.end };
  const spans = [unchangedAround(reported, longer, asOf), unchangedAround(operator, window, asOf)];
  const entry = {
    points: pointsOf(query, forecast, reported, operator),
    forecast,
    reported,
    operator,
    from: Math.max(forecast.lastInstant, ...spans.map(({ from }) => from)),
    until: Math.min(forecast.nextInstant, ...spans.map(({ until }) => until)),
  };
  cache.delete(key);
  for (const oldest of cache.keys()) {
    if (cache.size < MOST_CACHED_WINDOWS) break;
    cache.delete(oldest);
  }
  cache.set(key, entry);
  return entry.points;
}

async function isUnchanged({ vintages }: ScoreDeps, { area, asOf }: ScoredQuery, forecast: ForecastHours) {
  if (asOf < forecast.lastInstant || asOf >= forecast.nextInstant) return false;
  return (await countAt(vintages, area, forecast.lastInstant)) === forecast.count;
}

async function countAt(vintages: ScoreDeps['vintages'], area: Area, instant: EpochMs): Promise<number> {
  return Number.isFinite(instant) ? vintages.count(area.id, instant) : 0;
}

async function readForecast(deps: ScoreDeps, query: ScoredQuery): Promise<ForecastHours> {
  const { area, window, asOf } = query;
  const all = decidingInstants(query, Math.round((window.end - window.start) / HOUR_MS));
  const instants = Float64Array.from(all, (at) => (at > asOf ? Number.NaN : at));
  const lastInstant = all.reduce((last, at) => (at <= asOf ? Math.max(last, at) : last), Number.NEGATIVE_INFINITY);
  const nextInstant = all.reduce((next, at) => (at > asOf ? Math.min(next, at) : next), Number.POSITIVE_INFINITY);
  // Counted before it is read: a run that comes between is seen the next time.
  const count = await countAt(deps.vintages, area, lastInstant);
  const read = forecastWindowOf(window, await vintagesAt(deps, area.id, Array.from(instants)));
  const issuedAt = Float64Array.from(read.vintages, (vintage) => vintage?.issuedAt ?? Number.NaN);
  const { valueMw, p10Mw, p90Mw } = read;
  return { valueMw, p10Mw, p90Mw, issuedAt, instants, lastInstant, nextInstant, count };
}

function pointsOf(
  { area, window, asOf, actuals }: ScoredQuery,
  { valueMw, p10Mw, p90Mw, issuedAt, instants }: ForecastHours,
  reported: KnownSeries,
  operator: KnownSeries,
): StoredPoints {
  const load = actuals === 'first' ? firstVersions(reported) : reported;
  const memory = { start: window.start - SCREEN_WARM_UP_MS, end: window.end };
  const usable = screenedHours(area.series, load, memory, asOf);
  const start = Float64Array.from(instants, (_, hour) => window.start + hour * HOUR_MS);
  const naive = (periodHours: number) =>
    Float64Array.from(instants, (gate, hour) =>
      Number.isNaN(gate) ? Number.NaN : naiveHourMw(reported, usable, start[hour]!, { periodHours, gate }),
    );
  const operatorMw = start.map((hour) => {
    const forecastMw = valueKnownAt(operator, hour, asOf);
    return forecastMw > 0 ? forecastMw : Number.NaN;
  });
  const actualMw = sliceSeries(usable, window).valuesMw;
  const [naive24Mw, naive168Mw] = [naive(24), naive(168)];
  return { issuedAt, start, valueMw, p10Mw, p90Mw, actualMw, operatorMw, naive24Mw, naive168Mw };
}
