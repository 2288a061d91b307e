import { naiveMw } from '../accuracy/baselines.js';
import { debiasedOperatorMw } from '../accuracy/operator-baseline.js';
import { screenedActuals } from '../accuracy/screened-actuals.js';
import type { Area } from '../areas/area.js';
import { ServiceError } from '../errors/service-error.js';
import type { ForecastData, Forecaster, ForecastTarget, IssuedForecast } from '../forecast/forecaster.js';
import { type KnownSeries, readAsOf } from '../series/known-series.js';
import { emptyHourly, valueAt } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
import type { ModelId } from '../vintages/vintage.js';
import { type BacktestPlan, type BacktestRun, gateDays, hourlyIssues, operatingDays, runsOf } from './gate-days.js';
import { type PeakCase, peakCase, TruePeaks } from './peak-cases.js';
import { type BacktestPoints, emptyPoints } from './points.js';

/** A reason for which forecasts were not made, and how many times. */
export interface BacktestGap {
  readonly reason: string;
  readonly issues: number;
}

export interface RunBacktest {
  readonly run: BacktestRun;
  readonly points: BacktestPoints;
}

/** What a backtest found for one area. */
export interface AreaBacktest<Id extends string = Area['id']> {
  readonly areaId: Id;
  readonly runs: readonly RunBacktest[];
  /** The models that issued, each once, in order of appearance: the input tier may change. */
  readonly models: readonly ModelId[];
  /** Forecasts issued. */
  readonly issues: number;
  readonly gaps: readonly BacktestGap[];
  /** Peaks at the gates of the DAM run, where the plan asks for them. */
  readonly peaks?: readonly PeakCase[];
}

export interface BacktestSubject<Id extends string = Area['id']> {
  readonly area: ForecastTarget & Pick<Area, 'marketTimezone' | 'screening'> & { readonly id: Id };
  /** The area whose peaks are scored, where the plan asks for them. */
  readonly peaksOf?: Area | undefined;
  readonly forecaster: Forecaster;
  /** What the model may see. */
  readonly data: ForecastData;
  /** Reported load that forecasts are scored against: the newest value of each hour, screened. */
  readonly truth: KnownSeries;
  /** The operator's own forecast, to compare with: never shown to the model. */
  readonly operator?: KnownSeries | undefined;
}

/**
 * Replays the gates of a span of operating days, and every hour of it where hours ahead are requested: at each the
 * forecaster issues from the data known then, and the hours of each run are paired with the actual load.
 *
 * One issue serves every run of its morning. All runs and baselines have the same actuals, so that they can be compared
 * on the same hours. A morning on which the model has too little data is counted in `gaps` and leaves NaN.
 *
 * @param onIssue called after each issue with the issues done and in all
 * @throws (rejects with) any error of the forecaster other than `no_data`
 */
export async function backtestArea<Id extends string>(
  subject: BacktestSubject<Id>,
  plan: BacktestPlan,
  onIssue: (done: number, total: number) => void = () => {},
): Promise<AreaBacktest<Id>> {
  const { area, forecaster, data, truth } = subject;
  const peaksOf = plan.peaks ? subject.peaksOf : undefined;
  const zone = area.marketTimezone;
  const days = operatingDays(plan.from, plan.to);
  if (days.length === 0) return { areaId: area.id, runs: [], models: [], issues: 0, gaps: [] };
  const baselines = readBaselines(subject, {
    start: operatingDayWindow(zone, days[0]!).start,
    end: operatingDayWindow(zone, days.at(-1)!).end,
  });
  const runs = runsOf(plan).map((run) => ({ run, points: emptyPoints(zone, days) }));
  const models = new Map<string, ModelId>();
  const gaps = new Map<string, number>();
  let issues = 0;
  const peaks: PeakCase[] = [];
  const truePeaks = peaksOf && findTruePeaks(peaksOf, truth, days);

  const replayed = [...gateDays(area, plan), ...hourlyIssues(area, plan)].sort((a, b) => a.issuedAt - b.issuedAt);
  const areaForecaster = forecaster.forArea(area, data);
  for (const [done, { issuedAt, targets }] of replayed.entries()) {
    const issued = await issueOrReason(() => areaForecaster.issue(issuedAt, { quantiles: plan.quantiles ?? false }));
    if (typeof issued === 'string') gaps.set(issued, (gaps.get(issued) ?? 0) + 1);
    else {
      issues++;
      models.set(`${issued.model.name} ${issued.model.version}`, issued.model);
    }
    for (const { run, operatingDay, hours } of targets) {
      const { points } = runs.find((row) => row.run === run)!;
      // Days are whole and ascending, so an hour lies as many rows behind the first as hours have passed.
      const first = Math.round((hours.start - points.start[0]!) / HOUR_MS);
      fillBaselines(points, first, hours, issuedAt, baselines);
      if (typeof issued === 'string') continue;
      fillForecast(points, first, hours, issued);
      const load = data.load(area.series);
      const peak =
        run === 'DAM' &&
        peaksOf &&
        truePeaks &&
        load &&
        peakCase(peaksOf, load, truePeaks, issued, issuedAt, operatingDay);
      if (peak) peaks.push(peak);
    }
    onIssue(done + 1, replayed.length);
  }
  return {
    areaId: area.id,
    runs,
    models: [...models.values()],
    issues,
    gaps: [...gaps].map(([reason, count]) => ({ reason, issues: count })),
    ...(truePeaks && { peaks }),
  };
}

function findTruePeaks(area: Area, truth: KnownSeries, days: readonly string[]): TruePeaks {
  const [first, last] = [days[0]!, days.at(-1)!].map((day) => operatingDayWindow(area.marketTimezone, day));
  return new TruePeaks(area, truth, first!.start, last!.end);
}

async function issueOrReason<T>(issue: () => Promise<T>): Promise<T | string> {
  try {
    return await issue();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'no_data') return error.message;
    throw error;
  }
}

const BASELINE_MEMORY_MS = 60 * DAY_MS;

function readBaselines({ area, truth, operator }: BacktestSubject<string>, window: Window) {
  const longer = { start: window.start - BASELINE_MEMORY_MS, end: window.end };
  const actuals = screenedActuals(area, truth, longer, Number.POSITIVE_INFINITY);
  const published = operator ? readAsOf(operator, longer, Number.POSITIVE_INFINITY) : emptyHourly(longer);
  return {
    known: truth,
    actuals,
    operator: { ...published, valuesMw: published.valuesMw.map((mw) => (mw > 0 ? mw : Number.NaN)) },
    operatorDebiased: { ...published, valuesMw: debiasedOperatorMw(published, actuals, area.marketTimezone) },
  };
}

function fillBaselines(
  points: BacktestPoints,
  first: number,
  hours: Window,
  issuedAt: EpochMs,
  { known, actuals, operator, operatorDebiased }: ReturnType<typeof readBaselines>,
): void {
  const gates = new Float64Array((hours.end - hours.start) / HOUR_MS).fill(issuedAt);
  points.naive24Mw.set(naiveMw(known, actuals, hours.start, 24, gates), first);
  points.naive168Mw.set(naiveMw(known, actuals, hours.start, 168, gates), first);
  for (let start = hours.start, at = first; start < hours.end; start += HOUR_MS, at++) {
    points.actualMw[at] = valueAt(actuals, start);
    points.operatorMw[at] = valueAt(operator, start);
    points.operatorDebiasedMw[at] = valueAt(operatorDebiased, start);
    points.issuedAt[at] = issuedAt;
  }
}

function fillForecast(
  points: BacktestPoints,
  first: number,
  hours: Window,
  { start: issuedStart, valueMw, p10Mw, p90Mw, quantiles }: IssuedForecast,
): void {
  for (let start = hours.start, at = first; start < hours.end; start += HOUR_MS, at++) {
    const lead = Math.round((start - issuedStart) / HOUR_MS);
    points.valueMw[at] = valueMw[lead] ?? Number.NaN;
    points.p10Mw[at] = p10Mw[lead] ?? Number.NaN;
    points.p90Mw[at] = p90Mw[lead] ?? Number.NaN;
    const actual = points.actualMw[at]!;
    if (quantiles && !Number.isNaN(actual))
      points.pitBin[at] = quantiles.filter((quantile) => quantile[lead]! < actual).length;
  }
}
