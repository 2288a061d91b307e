import { crpsOf } from '../../accuracy/error-sums.js';
import { pinballLossMw } from '../../accuracy/pinball-loss.js';
import { localDay } from '../../time/operating-day.js';
import { localDateTime } from '../../time/zone.js';
import { bootstrapRatio } from '../bootstrap-ratio.js';
import type { BacktestPoints } from '../points.js';
import { type JudgedPeaks, judgePeaks } from './judged-peaks.js';

/** Meteorological: winter is December to February. */
export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;

/** The hours of a run that are judged together: all hours, one season, or one hour of the local day. */
export type Cut = 'all' | (typeof SEASONS)[number] | `hour ${number}`;

/** One area's hours of a run, with the forecasts they are compared with. */
export interface JudgedPoints {
  /** The clock of days, hours and seasons. */
  readonly zone: string;
  readonly points: BacktestPoints;
  /** Another model's of the same run; hours in any order. */
  readonly other?: BacktestPoints | undefined;
}

/** Means over areas, each area with the same weight. NaN where nothing was scored, or there are no bounds. */
export interface JudgedScores {
  readonly mapePct: number;
  /** Mean of the pinball losses of p10, of the value as p50, and of p90, in percent of the mean load. */
  readonly pinballPct: number;
  /** Continuous ranked probability score, as `Scores.crpsMw`, in percent of the mean load. */
  readonly crpsPct: number;
  readonly coveragePct: number;
  /** The areas whose bounds have the lowest and the highest coverage. */
  readonly lowestCoveragePct: number;
  readonly highestCoveragePct: number;
  /** Forecast minus actual in percent of the load: negative is too low. */
  readonly biasPct: number;
}

/** A relative change of a mean over areas against the other model, negative is better, and its 95 % interval. */
export interface Change {
  readonly changePct: number;
  readonly lowPct: number;
  readonly highPct: number;
}

/** Scores of a cut on the hours that the model, and the other one where there is one, have forecast. */
export interface JudgedCut {
  readonly cut: Cut;
  readonly hours: number;
  readonly model: JudgedScores;
  readonly other?: JudgedScores;
  readonly mapeChange?: Change;
  readonly pinballChange?: Change;
}

/** What a run's forecasts are worth, and how much better or worse than another model's on the same hours. */
export interface Judgement {
  /** All hours, then seasons, then hours of the day; cuts without a scored hour are left out. */
  readonly cuts: readonly JudgedCut[];
  readonly peaks: JudgedPeaks;
  readonly otherPeaks?: JudgedPeaks;
}

const CUTS: readonly Cut[] = ['all', ...SEASONS, ...Array.from({ length: 24 }, (_, hour) => `hour ${hour}` as const)];

/**
 * Judges one run over some areas. With another model both are scored on the hours that both have forecast, and the changes
 * have intervals by a moving-block bootstrap over days, all areas of a day drawn together.
 */
export function judge(areas: readonly JudgedPoints[]): Judgement {
  const isCompared = areas.some(({ other }) => other !== undefined);
  const rows = areas.map(pairedRows);
  const tallies = areas.map((area, i) => tallyArea(area, rows[i]!));
  const cuts = CUTS.flatMap((cut) => {
    const ofCut = tallies.flatMap((tally) => tally.get(cut) ?? []);
    return ofCut.length > 0 ? judgedCut(cut, ofCut, isCompared) : [];
  });
  const peaks = judgePeaks(areas.map(({ zone, points }, i) => ({ zone, points, rows: rows[i]! })));
  if (!isCompared) return { cuts, peaks };
  const others = areas.map(({ zone, points, other }, i) => ({
    zone,
    points: { ...points, valueMw: valuesBeside(points, other, rows[i]!) },
    rows: rows[i]!,
  }));
  return { cuts, peaks, otherPeaks: judgePeaks(others) };
}

/** A row of our points, the other model's row for the same hour, and the hour's local time. */
interface PairedRow {
  readonly row: number;
  readonly other: number;
  readonly day: string;
  readonly month: number;
  readonly hour: number;
}

function pairedRows({ zone, points, other }: JudgedPoints): PairedRow[] {
  const rowOf = new Map(other && Array.from(other.start, (start, row) => [start, row] as const));
  const rows: PairedRow[] = [];
  for (let row = 0; row < points.start.length; row++) {
    const start = points.start[row]!;
    if (!(points.actualMw[row]! > 0) || Number.isNaN(points.valueMw[row]!)) continue;
    const beside = other ? rowOf.get(start) : -1;
    if (beside === undefined || Number.isNaN(other?.valueMw[beside])) continue;
    const { month, hour } = localDateTime(zone, start);
    rows.push({ row, other: beside, day: localDay(zone, start), month, hour });
  }
  return rows;
}

function valuesBeside(points: BacktestPoints, other: BacktestPoints | undefined, rows: readonly PairedRow[]) {
  const values = new Float64Array(points.start.length).fill(Number.NaN);
  for (const { row, other: beside } of rows) values[row] = other?.valueMw[beside] ?? Number.NaN;
  return values;
}

/** Sums over the hours of one model. */
interface Sums {
  ratio: number;
  error: number;
  pinballMw: number;
  crpsMw: number;
  inside: number;
}

/** Sums for one area and cut: over all days, and by day for the bootstrap. */
interface Tally {
  hours: number;
  loadMw: number;
  readonly model: Sums;
  readonly other: Sums;
  readonly days: Map<string, { readonly model: Sums; readonly other: Sums }>;
}

const noSums = (): Sums => ({ ratio: 0, error: 0, pinballMw: 0, crpsMw: 0, inside: 0 });

function tallyArea({ points, other }: JudgedPoints, rows: readonly PairedRow[]): Map<Cut, Tally> {
  const tallies = new Map<Cut, Tally>();
  for (const { row, other: beside, day, month, hour } of rows) {
    const actual = points.actualMw[row]!;
    for (const cut of ['all', SEASONS[Math.floor((month % 12) / 3)]!, `hour ${hour}`] as const) {
      const tally = tallies.get(cut) ?? { hours: 0, loadMw: 0, model: noSums(), other: noSums(), days: new Map() };
      tallies.set(cut, tally);
      const ofDay = tally.days.get(day) ?? { model: noSums(), other: noSums() };
      tally.days.set(day, ofDay);
      tally.hours++;
      tally.loadMw += actual;
      for (const sums of [tally, ofDay]) {
        addHour(sums.model, points, row, actual);
        if (other) addHour(sums.other, other, beside, actual);
      }
    }
  }
  return tallies;
}

function addHour(sums: Sums, { valueMw, p10Mw, p90Mw }: BacktestPoints, row: number, actual: number): void {
  const [value, p10, p90] = [valueMw[row]!, p10Mw[row]!, p90Mw[row]!];
  sums.error += (value - actual) / actual;
  sums.ratio += Math.abs(value - actual) / actual;
  const bounds = pinballLossMw(0.1, actual, p10) + pinballLossMw(0.9, actual, p90);
  sums.pinballMw += (bounds + pinballLossMw(0.5, actual, value)) / 3;
  sums.crpsMw += crpsOf(bounds, Math.abs(value - actual));
  sums.inside += Number.isNaN(p10 + p90) ? Number.NaN : Number(p10 <= actual && actual <= p90);
}

function judgedCut(cut: Cut, tallies: readonly Tally[], isCompared: boolean): JudgedCut {
  const hours = tallies.reduce((sum, tally) => sum + tally.hours, 0);
  const model = computeScores(tallies, 'model');
  if (!isCompared) return { cut, hours, model };
  return {
    cut,
    hours,
    model,
    other: computeScores(tallies, 'other'),
    mapeChange: compareTallies(tallies, (sums, tally) => sums.ratio / tally.hours),
    pinballChange: compareTallies(tallies, (sums, tally) => sums.pinballMw / tally.loadMw),
  };
}

function computeScores(tallies: readonly Tally[], whose: 'model' | 'other'): JudgedScores {
  const mean = (value: (sums: Sums, tally: Tally) => number): number =>
    (100 * tallies.reduce((sum, tally) => sum + value(tally[whose], tally), 0)) / tallies.length;
  const covered = tallies.map((tally) => (100 * tally[whose].inside) / tally.hours);
  return {
    mapePct: mean(({ ratio }, { hours }) => ratio / hours),
    pinballPct: mean(({ pinballMw }, { loadMw }) => pinballMw / loadMw),
    crpsPct: mean(({ crpsMw }, { loadMw }) => crpsMw / loadMw),
    coveragePct: mean(({ inside }, { hours }) => inside / hours),
    lowestCoveragePct: Math.min(...covered),
    highestCoveragePct: Math.max(...covered),
    biasPct: mean(({ error }, { hours }) => error / hours),
  };
}

/** @param share what some hours add to an area's mean */
function compareTallies(tallies: readonly Tally[], share: (sums: Sums, tally: Tally) => number): Change {
  const days = [...new Set(tallies.flatMap((tally) => [...tally.days.keys()]))].sort().map((day) => {
    const ratio = { over: 0, under: 0 };
    for (const tally of tallies) {
      const ofDay = tally.days.get(day);
      if (!ofDay) continue;
      ratio.over += share(ofDay.model, tally);
      ratio.under += share(ofDay.other, tally);
    }
    return ratio;
  });
  const total = (side: 'over' | 'under') => days.reduce((sum, day) => sum + day[side], 0);
  const { low, high } = bootstrapRatio(days);
  const asChange = (ratio: number) => 100 * (ratio - 1);
  return { changePct: asChange(total('over') / total('under')), lowPct: asChange(low), highPct: asChange(high) };
}
