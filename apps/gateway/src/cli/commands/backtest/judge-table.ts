import type { JudgedRun } from '@loadcast/backtest';
import type { Change, JudgedCut, JudgedPeaks } from '@loadcast/core/backtest';
import { fixed, left, right, table } from '../../table.js';

const signed = (value: number): string => (Number.isNaN(value) ? '-' : `${value > 0 ? '+' : ''}${value.toFixed(1)}`);

const MODEL_COLUMNS = right('hours', 'MAPE %', 'pinball %', 'CRPS %', 'bias %', 'cover %', 'lowest area', 'highest');
const OTHER_COLUMNS = right('MAPE there', 'change %', 'of 95 %', 'pinball there', 'change %', 'of 95 %', 'cover there');
const PEAK_COLUMNS = right('days', 'peak bias %', 'hour hit %', 'top 1 % of hours %');

/**
 * The whole run and its seasons as lines, means over areas: pinball of p10, p50 and p90 and CRPS in percent of the
 * load, the coverage, and the coverage of the least and most covered areas; beside them another model's scores on the
 * same hours, the relative change and its interval. Then the daily peaks of the forecast curve.
 */
export function judgeTable(runs: readonly JudgedRun[]): string[] {
  if (runs.length === 0) return [];
  const isCompared = runs.some(({ otherPeaks }) => otherPeaks !== undefined);
  const columns = [...left('run', 'hours of'), ...MODEL_COLUMNS, ...(isCompared ? OTHER_COLUMNS : [])];
  const cuts = runs.flatMap(({ run, cuts: ofRun }) =>
    ofRun.filter(({ cut }) => !cut.startsWith('hour')).map((cut) => [run, cut.cut, ...cutCells(cut)]),
  );
  const peakColumns = [
    ...left('run'),
    ...PEAK_COLUMNS,
    ...(isCompared ? right('bias there', 'hit there', 'top there') : []),
  ];
  const peaks = runs.map(({ run, peaks: own, otherPeaks }) => [
    run,
    String(own.days),
    ...peakCells(own),
    ...(otherPeaks ? peakCells(otherPeaks) : []),
  ]);
  return ['', ...table(columns, cuts), '', ...table(peakColumns, peaks)];
}

function cutCells({ hours, model, other, mapeChange, pinballChange }: JudgedCut): string[] {
  const { mapePct, pinballPct, crpsPct, biasPct, coveragePct, lowestCoveragePct, highestCoveragePct } = model;
  return [
    String(hours),
    fixed(mapePct, 3),
    fixed(pinballPct, 3),
    fixed(crpsPct, 3),
    fixed(biasPct, 2),
    fixed(coveragePct, 1),
    fixed(lowestCoveragePct, 1),
    fixed(highestCoveragePct, 1),
    ...(other && mapeChange && pinballChange
      ? [
          fixed(other.mapePct, 3),
          ...changeCells(mapeChange),
          fixed(other.pinballPct, 3),
          ...changeCells(pinballChange),
          fixed(other.coveragePct, 1),
        ]
      : []),
  ];
}

function changeCells({ changePct, lowPct, highPct }: Change): string[] {
  return [signed(changePct), Number.isNaN(lowPct) ? '-' : `${signed(lowPct)} to ${signed(highPct)}`];
}

function peakCells({ biasPct, hourHitPct, topHoursBiasPct }: JudgedPeaks): string[] {
  return [fixed(biasPct, 2), fixed(hourHitPct, 1), fixed(topHoursBiasPct, 2)];
}
