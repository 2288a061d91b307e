import type { Area } from '../areas/area.js';
import type { MarketRun } from '../horizons/horizon.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { KnownSeries } from '../series/known-series.js';
import { type LoadSeries, sliceSeries } from '../series/series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, localDay, operatingDayWindow } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
import { gateInstant } from '../vintages/market-run.js';
import type { ModelId } from '../vintages/vintage.js';
import { type BaselineName, NAIVE_PERIOD_HOURS, naiveMw } from './baselines.js';
import { sumsOfDay } from './day-sums.js';
import { addSums, noErrors, type Scores, scoresOf, sumErrors } from './error-sums.js';
import { type DayForecast, gateVintages, type VintageReads } from './gate-vintages.js';
import { operatorAtGate } from './operator-at-gate.js';
import { SCREEN_WARM_UP_MS } from './screened-actuals.js';
import { readServedLoad } from './served-load.js';

export interface AccuracyDeps {
  /** `read` should be quick (actuals in memory): it is called once or twice an answer. */
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly vintages: VintageReads;
}

export interface AccuracyQuery {
  readonly area: Area;
  readonly run?: MarketRun;
  /** Operating days, ending with the last one that was over at `asOf`. */
  readonly windowDays?: number;
  /** Epoch ms: neither actuals nor vintages known later count. */
  readonly asOf: EpochMs;
  readonly baseline?: BaselineName;
}

/** A baseline and the model on the hours for which both have a value. */
export interface BaselineComparison {
  readonly name: BaselineName;
  readonly scores: Scores;
  /** The model on the same paired hours. */
  readonly modelScores: Scores;
  /** `1 - model MAE / baseline MAE`, percent: 100 is perfect, 0 no better than the baseline. */
  readonly skillPct: number;
  /** Paired hours whose baseline became known after the gate: the operator had more time than the model. */
  readonly lateHours: number;
}

/** How good a market run was over some operating days. */
export interface Accuracy {
  readonly run: MarketRun;
  readonly windowDays: number;
  /** First and last operating day of the window, market clock. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The hours from the start of the first day to the end of the last. */
  readonly hours: Window;
  /** `scores.hours` is 0, and every metric NaN, when no hour of the window has both a vintage and an actual. */
  readonly scores: Scores;
  /** The model of the newest vintage that was scored. */
  readonly model?: ModelId;
  /** Computed on request only. */
  readonly baseline?: BaselineComparison;
}

/** The rolling window of the contract. */
export const ACCURACY_WINDOW_DAYS = 30;

/**
 * Accuracy of a market run over the operating days that ended before `asOf`: the run in force at each day's gate,
 * scored against screened actuals as they were known at `asOf`.
 *
 * Hours without a vintage, without an actual or with an actual that screening flags are left out; a baseline is scored
 * on those hours of them that it covers. The operator's baseline is its own day-ahead forecast as it stood at the gate, or
 * the first that came after it, and has no hours for areas whose operator publishes none.
 *
 * @throws {RangeError} `windowDays` is no whole number from 1 on
 */
export async function accuracyOf(deps: AccuracyDeps, query: AccuracyQuery): Promise<Accuracy> {
  const windowDays = query.windowDays ?? ACCURACY_WINDOW_DAYS;
  if (!Number.isInteger(windowDays) || windowDays < 1)
    throw new RangeError(`windowDays must be 1 or more: ${windowDays}`);
  const lastDay = addDays(localDay(query.area.marketTimezone, query.asOf), -1);
  const days = Array.from({ length: windowDays }, (_, i) => addDays(lastDay, i + 1 - windowDays));
  return accuracyOfDays(deps, query, days);
}

/**
 * Accuracy of a market run on one operating day, scored like `accuracyOf`.
 *
 * The day may not have ended at `asOf`: then the hours known so far count, and a day whose gate is yet to come has
 * none.
 *
 * @param query `day` is `YYYY-MM-DD` on the market clock
 * @throws {RangeError} `day` is no real date
 */
export async function accuracyOfDay(
  deps: AccuracyDeps,
  query: Omit<AccuracyQuery, 'windowDays'> & { readonly day: string },
): Promise<Accuracy> {
  return accuracyOfDays(deps, query, [query.day]);
}

async function accuracyOfDays(deps: AccuracyDeps, query: AccuracyQuery, days: readonly string[]): Promise<Accuracy> {
  const { area, run = 'DAM', asOf } = query;
  const known = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const zone = area.marketTimezone;
  const window = { start: operatingDayWindow(zone, days[0]!).start, end: operatingDayWindow(zone, days.at(-1)!).end };
  const longer = { start: window.start - SCREEN_WARM_UP_MS, end: window.end };
  const { usable: truth } = await readServedLoad(deps.actuals, area, known, longer, asOf);
  const past = days.filter((day) => gateInstant(area, run, day) <= asOf);
  const forecasts = past.length > 0 ? await gateVintages(deps.vintages, area, run, past) : [];
  const baselineOf = query.baseline && (await baselineReader(deps, area, run, known, truth, query.baseline, asOf));

  const sums = { model: noErrors(), paired: noErrors(), baseline: noErrors() };
  let lateHours = 0;
  let newest: DayForecast | undefined;
  past.forEach((day, i) => {
    const forecast = forecasts[i];
    if (!forecast) return;
    newest = forecast;
    const actualMw = sliceSeries(truth, operatingDayWindow(zone, day)).valuesMw;
    addSums(sums.model, sumsOfDay(actualMw, forecast));
    const baseline = baselineOf?.(day);
    if (!baseline) return;
    const otherMw = baseline.valueMw;
    // Paired: only hours for which both have a value.
    const pairedMw = actualMw.map((mw, hour) =>
      Number.isNaN(otherMw[hour]! + forecast.valueMw[hour]!) ? Number.NaN : mw,
    );
    addSums(sums.paired, sumErrors(pairedMw, forecast));
    lateHours += pairedMw.filter((mw, hour) => !Number.isNaN(mw) && baseline.isLate(hour)).length;
    const noneMw = otherMw.map(() => Number.NaN);
    addSums(sums.baseline, sumErrors(pairedMw, { valueMw: otherMw, p10Mw: noneMw, p90Mw: noneMw }));
  });

  const [scores, modelScores] = [scoresOf(sums.baseline), scoresOf(sums.paired)];
  const skillPct = 100 * (1 - modelScores.maeMw / scores.maeMw);
  return {
    run,
    windowDays: days.length,
    firstDay: days[0]!,
    lastDay: days.at(-1)!,
    hours: window,
    scores: scoresOf(sums.model),
    ...(newest && { model: newest.model }),
    ...(query.baseline && { baseline: { name: query.baseline, scores, modelScores, skillPct, lateHours } }),
  };
}

/** A baseline's values for the hours of a day, and which of them became known after its gate. */
interface BaselineDay {
  readonly valueMw: Float64Array;
  isLate(hour: number): boolean;
}

/** A function that gives a baseline's values for the hours of an operating day. */
async function baselineReader(
  deps: AccuracyDeps,
  area: Area,
  run: MarketRun,
  known: KnownSeries,
  truth: LoadSeries,
  name: BaselineName,
  asOf: EpochMs,
): Promise<(day: string) => BaselineDay> {
  const gatesOf = (day: string) => {
    const { start, end } = operatingDayWindow(area.marketTimezone, day);
    return { start, gates: new Float64Array((end - start) / HOUR_MS).fill(gateInstant(area, run, day)) };
  };
  if (name === 'operator') {
    const operator = await deps.actuals.read({ series: area.series, measure: 'day_ahead_forecast' });
    return (day) => {
      const { start, gates } = gatesOf(day);
      const { operatorMw, operatorKnownAtMs } = operatorAtGate(operator, start, gates, asOf);
      return { valueMw: operatorMw, isLate: (hour) => operatorKnownAtMs[hour]! > gates[hour]! };
    };
  }
  return (day) => {
    const { start, gates } = gatesOf(day);
    return { valueMw: naiveMw(known, truth, start, NAIVE_PERIOD_HOURS[name], gates), isLate: () => false };
  };
}
