import { naiveMw } from '../accuracy/baselines.js';
import { type OperatorHours, operatorAtGate } from '../accuracy/operator-at-gate.js';
import { SCREEN_WARM_UP_MS } from '../accuracy/screened-actuals.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import {
  type ForecastWindow,
  type ForecastWindowQuery,
  forecastWindowOf,
  pastInstants,
  type RunChoice,
} from '../reads/forecast-window.js';
import { newestMeasured, screenedHours } from '../reads/screened-hours.js';
import { type InstantDeps, vintagesAt } from '../reads/vintages-at.js';
import { sliceSeries } from '../series/series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Vintage } from '../vintages/vintage.js';
import { type ForecasterReader, type SubmittedHours, submittedAt } from './submitted-hours.js';

export interface ComparisonDeps extends InstantDeps {
  /** `read` should be quick (actuals in memory). */
  readonly actuals: Pick<ActualsStore, 'read'>;
  /** Absent: nobody hands in forecasts here. */
  readonly forecasters?: Pick<ForecasterReader, 'known'> | undefined;
}

export interface ComparisonQuery extends Omit<ForecastWindowQuery, 'choice'> {
  /**
   * Absent: from the hour after the newest measured one on the newest run, for each hour before it the newest run that was
   * available when the hour began, so that a chart of past and future has no hole.
   */
  readonly choice?: RunChoice;
  /** The forecaster whose runs are compared too, by the one that counts when ours was chosen. */
  readonly forecasterId?: string | undefined;
}

/**
 * Forecasts beside what happened: one value an hour from `start`, MW, NaN where there is none. The operator's forecast is the
 * one that stood when the run was chosen, or the first after it.
 */
export interface Comparison extends OperatorHours {
  readonly start: EpochMs;
  /** Load as known at `asOf`, without what screening finds cannot be load. */
  readonly actualMw: Float64Array;
  readonly forecast: ForecastWindow;
  /** Persistence from the load known at `naiveAsOfMs`: the instant at which the forecast's run was chosen. */
  readonly naive24hMw: Float64Array;
  readonly naive168hMw: Float64Array;
  readonly naiveAsOfMs: Float64Array;
  /** Absent where no forecaster is asked for. */
  readonly submitted?: SubmittedHours | undefined;
}

/** A naive forecast looks back so far for an hour that was known. */
const NAIVE_MEMORY_MS = SCREEN_WARM_UP_MS;

/** The forecast, the operator's, two naive ones and the load of a window, hour by hour. */
export async function readComparison(deps: ComparisonDeps, query: ComparisonQuery): Promise<Comparison> {
  const { area, window, asOf, forecasterId } = query;
  const { forecasters } = deps;
  const [load, operator] = await Promise.all([
    deps.actuals.read({ series: area.series, measure: 'demand' }),
    deps.actuals.read({ series: area.series, measure: 'day_ahead_forecast' }),
  ]);
  const memory = { start: window.start - NAIVE_MEMORY_MS, end: window.end };
  const usable = await screenedHours(deps.actuals, area, load, memory, asOf);
  const chosen = query.choice
    ? await chosenRuns(deps, { ...query, choice: query.choice })
    : await currentRuns(deps, query, (await newestMeasured(deps.actuals, area, load, asOf))?.start);
  const asked = { areaId: area.id, window, instants: chosen.instants };
  return {
    start: window.start,
    actualMw: sliceSeries(usable, window).valuesMw,
    forecast: forecastWindowOf(window, chosen.runs),
    ...operatorAtGate(operator, window.start, chosen.instants, asOf),
    naive24hMw: naiveMw(load, usable, window.start, 24, chosen.instants),
    naive168hMw: naiveMw(load, usable, window.start, 168, chosen.instants),
    naiveAsOfMs: Float64Array.from(chosen.instants),
    submitted: forecasterId && forecasters ? await submittedAt({ forecasters }, { ...asked, forecasterId }) : undefined,
  };
}

/** The run of each hour, and the instant at which it was chosen: NaN where that is still to come. */
interface Chosen {
  readonly runs: readonly (Vintage | undefined)[];
  readonly instants: readonly EpochMs[];
}

async function chosenRuns(deps: ComparisonDeps, query: ForecastWindowQuery): Promise<Chosen> {
  const instants = pastInstants(query);
  return { instants, runs: await vintagesAt(deps, query.area.id, instants) };
}

async function currentRuns(
  deps: ComparisonDeps,
  { area, window, asOf }: ComparisonQuery,
  newestActual: EpochMs | undefined,
): Promise<Chosen> {
  const hours = Math.max(0, Math.round((window.end - window.start) / HOUR_MS));
  const starts = Array.from({ length: hours }, (_, hour) => window.start + hour * HOUR_MS);
  const before = starts.map((start) => Math.min(start, asOf));
  const [newest, ...runs] = await vintagesAt(deps, area.id, [asOf, ...before]);
  const isAhead = (start: EpochMs) =>
    newest !== undefined && start >= newest.start && start > (newestActual ?? Number.NEGATIVE_INFINITY);
  return {
    runs: runs.map((run, hour) => (isAhead(starts[hour]!) ? newest : run)),
    instants: before.map((at, hour) => (isAhead(starts[hour]!) ? asOf : at)),
  };
}
