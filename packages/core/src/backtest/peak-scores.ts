import type { OddsCase, PeakCase } from './peak-cases.js';
import type { BacktestPoints } from './points.js';

/** Scores of the expected peak, or of the highest hour of the forecast curve. */
export interface PeakScores {
  /** Mean of forecast over actual peak less 1, in percent. */
  readonly biasPct: number;
  readonly mapePct: number;
  /** Share of the days, in percent, whose highest hour was the likeliest. */
  readonly hourHitPct: number;
  /** Brier score of the hour, a sum over the hours of a day: 0 is perfect. */
  readonly hourBrier: number;
}

/** A decile of odds: how many, their mean, and how often the event came, in percent. */
export interface OddsDecile {
  readonly from: number;
  readonly cases: number;
  readonly forecastPct: number;
  readonly observedPct: number;
}

export const ODDS_KINDS = ['hour', 'month', 'seasonSoFar', 'program'] as const;
export type OddsKind = (typeof ODDS_KINDS)[number];

export interface PeakSummary {
  readonly days: number;
  readonly expected: PeakScores;
  readonly curve: PeakScores;
  /** Reliability of odds by decile, without empty ones. */
  readonly reliability: Readonly<Record<OddsKind, readonly OddsDecile[]>>;
}

/** Scores of peaks; NaN without a day. */
export function scorePeaks(cases: readonly PeakCase[]): PeakSummary {
  const reliability = ODDS_KINDS.map((kind) => [kind, groupByDecile(collectOdds(cases, kind))]);
  const sure = (hour: number, { actualHour }: PeakCase) => (hour === actualHour ? 0 : 2);
  return {
    days: cases.length,
    expected: scoresOf(
      cases,
      ({ expectedMw }) => expectedMw,
      ({ likeliestHour }) => likeliestHour,
      brierOfHours,
    ),
    curve: scoresOf(
      cases,
      ({ curveMw }) => curveMw,
      ({ curveHour }) => curveHour,
      (peak) => sure(peak.curveHour, peak),
    ),
    reliability: Object.fromEntries(reliability) as PeakSummary['reliability'],
  };
}

/** Mean error of the forecast, in percent, over the highest hundredth of the measured hours: negative is too low. */
export function topHoursBiasPct({ actualMw, valueMw }: Pick<BacktestPoints, 'actualMw' | 'valueMw'>): number {
  const rows = [...actualMw.keys()].filter((row) => !Number.isNaN(actualMw[row]! + valueMw[row]!));
  const highest = rows.sort((a, b) => actualMw[b]! - actualMw[a]!).slice(0, Math.ceil(rows.length / 100));
  return 100 * meanOf(highest, (row) => valueMw[row]! / actualMw[row]! - 1);
}

function collectOdds(cases: readonly PeakCase[], kind: OddsKind): OddsCase[] {
  if (kind !== 'hour') return cases.flatMap((peak) => peak[kind] ?? []);
  return cases.flatMap(({ hourOdds, actualHour }) =>
    hourOdds.flatMap((odds, hour) => (odds > 0 ? { odds, came: hour === actualHour } : [])),
  );
}

function scoresOf(
  cases: readonly PeakCase[],
  mw: (peak: PeakCase) => number,
  hour: (peak: PeakCase) => number,
  brier: (peak: PeakCase) => number,
): PeakScores {
  return {
    biasPct: 100 * meanOf(cases, (peak) => mw(peak) / peak.actualMw - 1),
    mapePct: 100 * meanOf(cases, (peak) => Math.abs(mw(peak) / peak.actualMw - 1)),
    hourHitPct: 100 * meanOf(cases, (peak) => Number(hour(peak) === peak.actualHour)),
    hourBrier: meanOf(cases, brier),
  };
}

const brierOfHours = ({ hourOdds, actualHour }: PeakCase): number =>
  hourOdds.reduce((sum, odds, hour) => sum + (odds - Number(hour === actualHour)) ** 2, 0);

function groupByDecile(list: readonly OddsCase[]): OddsDecile[] {
  return Array.from({ length: 10 }, (_, decile) => {
    const among = list.filter(({ odds }) => Math.min(9, Math.floor(10 * odds)) === decile);
    return {
      from: decile / 10,
      cases: among.length,
      forecastPct: 100 * meanOf(among, ({ odds }) => odds),
      observedPct: 100 * meanOf(among, ({ came }) => Number(came)),
    };
  }).filter(({ cases }) => cases > 0);
}

function meanOf<T>(list: readonly T[], value: (each: T) => number): number {
  return list.reduce((sum, each) => sum + value(each), 0) / list.length;
}
