import { naiveMw } from '../accuracy/baselines.js';
import { sameValues } from '../accuracy/day-sums.js';
import { operatorAtGate } from '../accuracy/operator-at-gate.js';
import { SCREEN_AHEAD_MS, SCREEN_WARM_UP_MS } from '../accuracy/screened-actuals.js';
import { readServedLoad, type ServedLoad, unchangedAround } from '../accuracy/served-load.js';
import type { BacktestPoints } from '../backtest/points.js';
import { BudgetMap } from '../budgets/budget-map.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { RunDeps } from '../reads/runs-forecast.js';
import type { KnownSeries } from '../series/known-series.js';
import { sameVersions } from '../series/same-versions.js';
import { type LoadSeries, sliceSeries } from '../series/series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { ForecastLines } from '../vintages/vintage.js';
import { type ForecastHours, type ForecastHoursQuery, forecastHours, runsAt } from './forecast-hours.js';

export interface ScoreDeps extends RunDeps {
  /** `read` should be quick, and give the same object until something is added: it says whether scores still hold. */
  readonly actuals: Pick<ActualsStore, 'read'>;
}

/** Actuals as they stand at `asOf`, or as they were first published. */
export type ActualsVersion = 'latest' | 'first';

/** `choice` says which run counts for an hour; nothing that became known after `asOf` counts. */
export interface ScoredQuery extends ForecastHoursQuery {
  readonly actuals: ActualsVersion;
}

/** The columns of a backtest's hours that stored forecasts have. */
export interface StoredPoints extends Omit<BacktestPoints, 'operatorDebiasedMw' | 'pitBin'> {
  /** When the operator's forecast of an hour became known, less the instant at which our run was chosen, ms. */
  readonly operatorLateMs: Float64Array;
  /**
   * The hours that forecasters handed in. Only points made for one caller, `{ ...points, submitted }`, have them: scores that
   * are kept for these points reach nobody else.
   */
  readonly submitted?: readonly ComparedColumn[];
}

/** A forecast that is compared with ours, one value an hour, MW. */
export interface ComparedColumn extends ForecastLines {
  readonly name: string;
}

/** Points and the inputs they were made from; valid for instants `[from, until)` while the inputs do not change. */
interface PointsCacheEntry {
  readonly points: StoredPoints;
  readonly forecast: ForecastHours;
  readonly reported: KnownSeries;
  readonly operator: KnownSeries;
  /** Load with witnesses. Their verdict may change while the load stays the same. */
  readonly doubtfulMw: Float64Array | undefined;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const caches = new WeakMap<ScoreDeps['vintages'], Map<string, PointsCacheEntry>>();

/** Persistence looks back 35 days, for which screening has its warm-up before the window, and screens with another before that. */
const READ_BEFORE_MS = 2 * SCREEN_WARM_UP_MS;

/**
 * The hours of a window paired with their forecasts: the points `backtestArea` gives, from the issued runs. A naive
 * forecast repeats the load known at the instant at which the hour's run was chosen, and the operator's is the one of
 * then, or the first after it.
 *
 * The same object until a run is added, a value becomes known, or another gate has passed.
 */
export async function storedPoints(deps: ScoreDeps, query: ScoredQuery): Promise<StoredPoints> {
  const { area, asOf, window } = query;
  const cache = caches.get(deps.vintages) ?? new BudgetMap<string, PointsCacheEntry>('stored_points');
  caches.set(deps.vintages, cache);
  const key = [area.id, JSON.stringify(query.choice), window.start, window.end, query.actuals].join(' ');
  const reported = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const operator = await deps.actuals.read({ series: area.series, measure: 'day_ahead_forecast' });
  const read = { start: window.start - READ_BEFORE_MS, end: window.end + SCREEN_AHEAD_MS };
  const kept = cache.get(key);
  const isSameForecast = kept !== undefined && (await isUnchanged(deps, query, kept.forecast));
  const isSame = isSameForecast && asOf >= kept.from && asOf < kept.until;
  // New values in other hours make another series in which these hours are the same.
  const isSameLoad =
    isSame && sameVersions(kept.reported, reported, read) && sameVersions(kept.operator, operator, window);
  const isSameVerdict = async ({ doubtfulMw }: PointsCacheEntry): Promise<boolean> =>
    !doubtfulMw || sameValues(doubtfulMw, (await readServed(deps, query, reported)).usable.valuesMw);
  if (isSameLoad && (await isSameVerdict(kept))) {
    keep(cache, key, { ...kept, reported, operator });
    return kept.points;
  }
  const forecast = isSameForecast ? kept.forecast : await forecastHours(deps, query);
  await deps.pause?.();
  const longer = { start: window.start - SCREEN_WARM_UP_MS, end: window.end };
  const spans = [unchangedAround(reported, longer, asOf), unchangedAround(operator, window, asOf)];
  const served = await readServed(deps, query, reported);
  const points = await readPoints(deps, query, forecast, reported, operator, served.usable);
  keep(cache, key, {
    points,
    forecast,
    reported,
    operator,
    doubtfulMw: served.witnesses.length > 0 ? served.usable.valuesMw : undefined,
    from: Math.max(forecast.lastInstant, ...spans.map(({ from }) => from)),
    until: Math.min(forecast.nextInstant, ...spans.map(({ until }) => until)),
  });
  return points;
}

/** Moves the latest request to the end. */
function keep(cache: Map<string, PointsCacheEntry>, key: string, entry: PointsCacheEntry): void {
  cache.delete(key);
  cache.set(key, entry);
}

async function isUnchanged(deps: ScoreDeps, { area, asOf }: ScoredQuery, forecast: ForecastHours) {
  if (asOf < forecast.lastInstant || asOf >= forecast.nextInstant) return false;
  return (await runsAt(deps, area, forecast.lastInstant)) === forecast.count;
}

/** The load of a window and of the weeks before it that naive forecasts repeat. */
async function readServed({ actuals }: ScoreDeps, query: ScoredQuery, reported: KnownSeries): Promise<ServedLoad> {
  const { area, window, asOf } = query;
  const load = query.actuals === 'first' ? firstVersions(reported) : reported;
  const memory = { start: window.start - SCREEN_WARM_UP_MS, end: window.end };
  return readServedLoad(actuals, area, load, memory, asOf);
}

/** Pauses between its parts, each of a few milliseconds for a year. */
async function readPoints(
  { pause }: ScoreDeps,
  { window, asOf }: ScoredQuery,
  { valueMw, p10Mw, p90Mw, issuedAt, instants }: ForecastHours,
  reported: KnownSeries,
  operator: KnownSeries,
  usable: LoadSeries,
): Promise<StoredPoints> {
  await pause?.();
  const start = Float64Array.from(instants, (_, hour) => window.start + hour * HOUR_MS);
  const naive24Mw = naiveMw(reported, usable, window.start, 24, instants);
  await pause?.();
  const naive168Mw = naiveMw(reported, usable, window.start, 168, instants);
  await pause?.();
  const { operatorMw, operatorKnownAtMs } = operatorAtGate(operator, window.start, instants, asOf);
  const operatorLateMs = operatorKnownAtMs.map((knownAt, hour) => knownAt - instants[hour]!);
  const actualMw = sliceSeries(usable, window).valuesMw;
  return { issuedAt, start, valueMw, p10Mw, p90Mw, actualMw, operatorMw, operatorLateMs, naive24Mw, naive168Mw };
}

const firstOf = new WeakMap<KnownSeries, KnownSeries>();

/** A series as it was first published: of each hour the version that was known first, and none that replaced it. */
function firstVersions(series: KnownSeries): KnownSeries {
  const known = firstOf.get(series);
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
  firstOf.set(series, first);
  return first;
}
