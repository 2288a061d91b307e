import type { Areas } from '@loadcast/core';
import {
  type AreaBacktest,
  ODDS_KINDS,
  type OddsKind,
  type PeakCase,
  type PeakSummary,
  scorePeaks,
  topHoursBiasPct,
} from '@loadcast/core/backtest';
import { areaCode } from '@loadcast/formats';
import { type Figures, figureCells, figureColumns, fixed, left, right, table } from '@loadcast/observe';

const FIGURES: Figures<PeakSummary> = [
  ['days', ({ days }) => days, 0],
  ['peak bias %', ({ expected }) => expected.biasPct, 2],
  ['of curve', ({ curve }) => curve.biasPct, 2],
  ['peak MAPE %', ({ expected }) => expected.mapePct, 2],
  ['of curve', ({ curve }) => curve.mapePct, 2],
  ['hour hit %', ({ expected }) => expected.hourHitPct, 1],
  ['of curve', ({ curve }) => curve.hourHitPct, 1],
  ['hour Brier', ({ expected }) => expected.hourBrier, 3],
  ['of curve', ({ curve }) => curve.hourBrier, 3],
];
const SCORE_COLUMNS = [...left('area'), ...figureColumns(FIGURES), ...right('top 1 % of hours %')];
const ODDS_COLUMNS = [...left('odds of', 'decile'), ...right('cases', 'forecast %', 'came %')];

const KIND_TEXTS: Readonly<Record<OddsKind, string>> = {
  hour: 'hour of the peak',
  month: 'highest of the month',
  seasonSoFar: 'highest of the season so far',
  program: 'coincident-peak day',
};

/** Peaks of the DAM run as lines: scores of each area beside the scores of the forecast curve's highest hour, then reliability. */
export function peaksTable(results: readonly AreaBacktest[], areas: Areas): string[] {
  const scored = results.filter(({ peaks }) => peaks && peaks.length > 0);
  if (scored.length === 0) return [];
  const all = scorePeaks(scored.flatMap(({ peaks }) => peaks as PeakCase[]));
  const rows = scored.map((result) => {
    const top = result.runs.find(({ run }) => run === 'DAM');
    return scoreCells(
      areaCode(areas.byId(result.areaId)),
      scorePeaks(result.peaks!),
      top && topHoursBiasPct(top.points),
    );
  });
  return [
    '',
    ...table(SCORE_COLUMNS, [...rows, ...(rows.length > 1 ? [scoreCells('all', all, undefined)] : [])]),
    '',
    ...table(
      ODDS_COLUMNS,
      ODDS_KINDS.flatMap((kind) => oddsRows(kind, all)),
    ),
  ];
}

const scoreCells = (area: string, scores: PeakSummary, topPct: number | undefined): string[] => [
  ...[area, ...figureCells(FIGURES, scores)],
  topPct === undefined ? '' : fixed(topPct, 2),
];

function oddsRows(kind: OddsKind, { reliability }: PeakSummary): string[][] {
  return reliability[kind].map(({ from, cases, forecastPct, observedPct }) => [
    KIND_TEXTS[kind],
    `${Math.round(100 * from)}-${Math.round(100 * from) + 10} %`,
    String(cases),
    fixed(forecastPct, 1),
    fixed(observedPct, 1),
  ]);
}
