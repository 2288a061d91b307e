import { type AreaId, CONTRACT_AREAS, type MarketRun } from '@loadcast/core';
import { type AreaBacktest, type BacktestPoints, emptyPoints } from '@loadcast/core/backtest';
import { describe, expect, test } from 'vitest';
import { pointsCsv } from './points-csv.js';
import { gapLines, modelName, summarise, summaryJson } from './summary.js';

const DAY = '2023-06-01';

function pointsOf(fill: Partial<Record<keyof BacktestPoints, number>>): BacktestPoints {
  const points = emptyPoints('America/New_York', [DAY]);
  for (const [column, value] of Object.entries(fill)) points[column as keyof BacktestPoints].fill(value);
  return points;
}

function result(
  areaId: AreaId,
  run: MarketRun,
  points: BacktestPoints,
  more: Partial<AreaBacktest> = {},
): AreaBacktest {
  return { areaId, runs: [{ run, points }], models: [{ name: 'm', version: '1' }], issues: 1, gaps: [], ...more };
}

const good = pointsOf({
  issuedAt: Date.UTC(2023, 4, 31, 13),
  valueMw: 110,
  p10Mw: 90,
  p90Mw: 120.25,
  actualMw: 100,
  naive168Mw: 80,
});
const pjm = result('pjm', 'DAM', good);
const miso = result('miso', 'DAM', pointsOf({ valueMw: 130, actualMw: 100, naive168Mw: 100 }));

describe('summary', () => {
  test('JSON has the documented keys, and null for what a model does not give', () => {
    const { rows } = summaryJson('m@1', DAY, DAY, summarise([pjm, miso], CONTRACT_AREAS));
    expect(rows).toEqual([
      {
        area: 'PJM',
        run: 'DAM',
        n: 24,
        mapePct: 10,
        maeMw: 10,
        rmseMw: 10,
        biasMw: 10,
        pinballMw: 1.51,
        crpsMw: 5.81,
        coveragePct: 100,
        widthMw: 30.25,
        baseline: { name: 'naive_168h', mapePct: 20, maeMw: 20 },
      },
      expect.objectContaining({ area: 'MISO', mapePct: 30, pinballMw: null, coveragePct: null, widthMw: null }),
    ]);
  });

  test('an area and run without a scored hour has no row, and a line that says why', () => {
    const silent = result('spp', '7DA', pointsOf({ actualMw: 100 }), {
      issues: 0,
      gaps: [{ reason: 'no load for 30 days', issues: 1 }],
    });
    expect(summarise([silent], CONTRACT_AREAS)).toEqual([]);
    expect(gapLines([silent, pjm], CONTRACT_AREAS)).toEqual([
      'SPP: no forecast at 1 of 1 gates: no load for 30 days',
      'SPP 7DA: nothing to score: no forecast for any hour',
    ]);
  });

  test.each([
    { name: 'one model', results: [pjm, miso], model: 'm@1' },
    { name: 'two rungs', results: [pjm, { ...miso, models: [{ name: 'a', version: '2' }] }], model: 'a@2+m@1' },
    { name: 'no forecast', results: [], model: 'asked' },
  ])('the model of $name is $model', ({ results, model }) => {
    expect(modelName(results, 'asked')).toBe(model);
  });
});

test('points are one line an hour, empty where the actual is unusable, none without a forecast', () => {
  const points = pointsOf({
    issuedAt: Date.UTC(2023, 4, 31, 13),
    valueMw: 110.5,
    p10Mw: 90,
    p90Mw: 120.25,
    actualMw: 99,
  });
  points.actualMw[1] = Number.NaN;
  points.valueMw.fill(Number.NaN, 2);
  expect([...pointsCsv([result('pjm', 'DAM', points)], CONTRACT_AREAS)].join('')).toBe(
    [
      'area,run,issued_at,interval_start,value_mw,p10,p90,actual_mw',
      'PJM,DAM,2023-05-31T13:00:00Z,2023-06-01T04:00:00Z,110.5,90,120.25,99',
      'PJM,DAM,2023-05-31T13:00:00Z,2023-06-01T05:00:00Z,110.5,90,120.25,',
      '',
    ].join('\n'),
  );
});
