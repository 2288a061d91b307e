import { CONTRACT_AREAS } from '@loadcast/core';
import { type AreaBacktest, emptyPoints } from '@loadcast/core/backtest';
import { expect, test } from 'vitest';
import { judgeRuns, pointsOf } from '../judge/judge-runs.js';
import { summarise } from '../summary.js';
import { judgeTable } from './judge-table.js';
import { summaryTable } from './summary-table.js';

/** Actual 100, forecast `valueMw` with bounds 5 MW around it, one winter day. */
function result(areaId: AreaBacktest['areaId'], valueMw: number): AreaBacktest {
  const points = emptyPoints('America/New_York', ['2023-01-10']);
  points.actualMw.fill(100);
  points.issuedAt.fill(Date.UTC(2023, 0, 9, 14));
  points.valueMw.fill(valueMw);
  points.p10Mw.fill(valueMw - 5);
  points.p90Mw.fill(valueMw + 5);
  return { areaId, runs: [{ run: 'DAM', points }], models: [], issues: 1, gaps: [] };
}

test('the table of a comparison has a line a run and season, and with another model its scores and the change', () => {
  const ours = [result('pjm', 102), result('miso', 104)];
  const alone = judgeTable(judgeRuns(ours, CONTRACT_AREAS));
  expect(alone[2]).toMatch(/^DAM +all +48 +3\.000 +\d\.\d{3} +\d\.\d{3} +3\.00 +100\.0 +100\.0 +100\.0$/);
  expect(alone[3]).toMatch(/^DAM +winter +48 /);
  const compared = judgeTable(judgeRuns(ours, CONTRACT_AREAS, pointsOf([result('pjm', 108)])));
  expect(compared[2]).toMatch(/^DAM +all +24 +2\.000 .* 8\.000 +-75\.0 +- .* 0\.0$/);
  expect(compared.at(-1)).toMatch(/^DAM +1 +2\.00 +100\.0 +2\.00 +8\.00 +100\.0 +8\.00$/);
});

test('the table of a summary has a line for each area and run, and the mean', () => {
  const lines = summaryTable(summarise([result('pjm', 110), result('miso', 130)], CONTRACT_AREAS));
  expect(lines.map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
    ['area', 'run', 'hours', 'MAPE %'],
    ['PJM', 'DAM', '24', '10.000'],
    ['MISO', 'DAM', '24', '30.000'],
    ['mean of 2 grids', 'DAM', '20.000', expect.any(String)],
  ]);
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
});
