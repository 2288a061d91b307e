import type { Change, JudgedCut, JudgedPeaks } from '@loadcast/core/backtest';
import { type Figures, figureCells, figureColumns, fixed, left, right, table } from '@loadcast/observe';
import type { JudgedRun } from '../judge/judge-runs.js';

const signed = (value: number): string => (Number.isNaN(value) ? '-' : `${value > 0 ? '+' : ''}${value.toFixed(1)}`);

const FIGURES: Figures<JudgedCut> = [
  ['hours', ({ hours }) => hours, 0],
  ['MAPE %', ({ model }) => model.mapePct, 3],
  ['pinball %', ({ model }) => model.pinballPct, 3],
  ['CRPS %', ({ model }) => model.crpsPct, 3],
  ['bias %', ({ model }) => model.biasPct, 2],
  ['cover %', ({ model }) => model.coveragePct, 1],
  ['lowest area', ({ model }) => model.lowestCoveragePct, 1],
  ['highest', ({ model }) => model.highestCoveragePct, 1],
];
const OTHER_COLUMNS = right('MAPE there', 'change %', 'of 95 %', 'pinball there', 'change %', 'of 95 %', 'cover there');
const PEAK_FIGURES: Figures<JudgedPeaks> = [
  ['peak bias %', ({ biasPct }) => biasPct, 2],
  ['hour hit %', ({ hourHitPct }) => hourHitPct, 1],
  ['top 1 % of hours %', ({ topHoursBiasPct }) => topHoursBiasPct, 2],
];

/**
 * The whole run and its seasons as lines, means over areas: pinball of p10, p50 and p90 and CRPS in percent of the
 * load, the coverage, and the coverage of the least and most covered areas; beside them another model's scores on the
 * same hours, the relative change and its interval. Then the daily peaks of the forecast curve.
 */
export function judgeTable(runs: readonly JudgedRun[]): string[] {
  if (runs.length === 0) return [];
  const isCompared = runs.some(({ otherPeaks }) => otherPeaks !== undefined);
  const columns = [...left('run', 'hours of'), ...figureColumns(FIGURES), ...(isCompared ? OTHER_COLUMNS : [])];
  const cuts = runs.flatMap(({ run, cuts: ofRun }) =>
    ofRun.filter(({ cut }) => !cut.startsWith('hour')).map((cut) => [run, cut.cut, ...cutCells(cut)]),
  );
  const peakColumns = [
    ...left('run'),
    ...right('days'),
    ...figureColumns(PEAK_FIGURES),
    ...(isCompared ? right('bias there', 'hit there', 'top there') : []),
  ];
  const peaks = runs.map(({ run, peaks: own, otherPeaks }) => [
    run,
    String(own.days),
    ...figureCells(PEAK_FIGURES, own),
    ...(otherPeaks ? figureCells(PEAK_FIGURES, otherPeaks) : []),
  ]);
  return ['', ...table(columns, cuts), '', ...table(peakColumns, peaks)];
}

function cutCells(cut: JudgedCut): string[] {
  const { other, mapeChange, pinballChange } = cut;
  const own = figureCells(FIGURES, cut);
  if (!other || !mapeChange || !pinballChange) return own;
  const mape = [fixed(other.mapePct, 3), ...changeCells(mapeChange)];
  const pinball = [fixed(other.pinballPct, 3), ...changeCells(pinballChange)];
  return [...own, ...mape, ...pinball, fixed(other.coveragePct, 1)];
}

function changeCells({ changePct, lowPct, highPct }: Change): string[] {
  return [signed(changePct), Number.isNaN(lowPct) ? '-' : `${signed(lowPct)} to ${signed(highPct)}`];
}
