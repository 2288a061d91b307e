import { areaCode } from '@loadcast/formats';
import { type Figures, figureCells, figureColumns, fixed, left, table } from '@loadcast/observe';
import type { SummaryRow } from '../summary.js';

const MAPE = 'MAPE %';
const COVERAGE = 'cover %';
const LAST_WEEK = 'last week %';

const FIGURES: Figures<SummaryRow> = [
  ['hours', ({ scores }) => scores.hours, 0],
  [MAPE, ({ scores }) => scores.mapePct, 3],
  ['MAE', ({ scores }) => scores.maeMw, 0],
  ['RMSE', ({ scores }) => scores.rmseMw, 0],
  ['bias', ({ scores }) => scores.biasMw, 0],
  ['pinball', ({ scores }) => scores.pinballMw, 1],
  ['CRPS', ({ scores }) => scores.crpsMw, 1],
  [COVERAGE, ({ scores }) => scores.coveragePct, 2],
  ['width', ({ scores }) => scores.widthMw, 0],
  [LAST_WEEK, ({ baseline }) => baseline.scores.mapePct, 3],
  ['skill %', ({ scores, baseline }) => 100 * (1 - scores.maeMw / baseline.scores.maeMw), 1],
];

/** Figures in percent, whose mean over areas of all sizes says something. */
const WITH_MEAN = new Set([MAPE, COVERAGE, LAST_WEEK]);

/** The scores as lines of a table, MW unless a column says percent, and the means of MAPE and coverage below. */
export function summaryTable(rows: readonly SummaryRow[]): string[] {
  const cells = rows.map((row) => [areaCode(row.area), row.run, ...figureCells(FIGURES, row)]);
  return table([...left('area', 'run'), ...figureColumns(FIGURES)], [...cells, ...meanRows(rows)]);
}

/** Means over areas of one run, for the grids alone and for all, where there is more than one. */
function meanRows(rows: readonly SummaryRow[]): string[][] {
  const groups = [
    { kind: 'grids', of: rows.filter(({ area }) => area.kind === 'grid') },
    { kind: 'areas', of: rows },
  ].filter(({ of }, i, all) => of.length > 0 && (i === 0 || of.length > all[0]!.of.length));
  return groups.flatMap(({ kind, of }) =>
    [...new Set(of.map(({ run }) => run))].flatMap((run) => {
      const ofRun = of.filter((row) => row.run === run);
      if (ofRun.length < 2) return [];
      const means = FIGURES.map(([head, value, decimals]) =>
        WITH_MEAN.has(head) ? fixed(ofRun.reduce((sum, row) => sum + value(row), 0) / ofRun.length, decimals) : '',
      );
      return [[`mean of ${ofRun.length} ${kind}`, run, ...means]];
    }),
  );
}
