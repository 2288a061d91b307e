import type { SummaryRow } from '@loadcast/backtest';
import { areaCode } from '@loadcast/formats';
import { fixed, left, right, table } from '../../table.js';

const COLUMNS = [
  ...left('area', 'run'),
  ...right('hours', 'MAPE %', 'MAE', 'RMSE', 'bias', 'pinball', 'CRPS', 'cover %', 'width', 'last week %', 'skill %'),
];

/** The scores as lines of a table, MW unless a column says percent, and the means of MAPE and coverage below. */
export function summaryTable(rows: readonly SummaryRow[]): string[] {
  return table(COLUMNS, [...rows.map(rowCells), ...meanRows(rows)]);
}

function rowCells({ area, run, scores, baseline }: SummaryRow): string[] {
  return [
    areaCode(area),
    run,
    String(scores.hours),
    fixed(scores.mapePct, 3),
    fixed(scores.maeMw, 0),
    fixed(scores.rmseMw, 0),
    fixed(scores.biasMw, 0),
    fixed(scores.pinballMw, 1),
    fixed(scores.crpsMw, 1),
    fixed(scores.coveragePct, 2),
    fixed(scores.widthMw, 0),
    fixed(baseline.scores.mapePct, 3),
    fixed(100 * (1 - scores.maeMw / baseline.scores.maeMw), 1),
  ];
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
      const mean = (value: (row: SummaryRow) => number) =>
        ofRun.reduce((sum, row) => sum + value(row), 0) / ofRun.length;
      return [
        [
          `mean of ${ofRun.length} ${kind}`,
          run,
          '',
          fixed(
            mean((row) => row.scores.mapePct),
            3,
          ),
          ...['', '', '', '', ''],
          fixed(
            mean((row) => row.scores.coveragePct),
            2,
          ),
          '',
          fixed(
            mean((row) => row.baseline.scores.mapePct),
            3,
          ),
          '',
        ],
      ];
    }),
  );
}
