import { readFileSync, statSync } from 'node:fs';
import {
  areaById,
  CONTRACT_AREAS,
  FORECASTERS,
  type ForecastData,
  foldBlocks,
  HOUR_MS,
  type KnownSeries,
} from '@loadcast/core';
import { backtestArea, scorePaired, scorePoints } from '@loadcast/core/backtest';
import { forecasterRegistry } from '@loadcast/core/forecast';
import { simulatedBatch } from '@loadcast/sources/simulated';
import { describe, expect, test } from 'vitest';
import { linearModel } from './linear-model.mjs';
import { onnxForecaster } from './onnx-forecaster.js';
import { trainWeights } from './train.mjs';

const MODEL_FILE = new URL('../same-hour-regression.onnx', import.meta.url);
const registry = forecasterRegistry([...FORECASTERS.values(), onnxForecaster(MODEL_FILE)]);
const forecaster = registry.get('onnx-same-hour-regression')!;
const PJM = areaById('pjm');
const WINDOW = { start: Date.UTC(2024, 0, 1), end: Date.UTC(2024, 5, 1) };

/** Half a year of the simulated grid's PJM that the model was not trained on. */
function simulatedLoad(change: (mw: number, hour: number) => number = (mw) => mw): KnownSeries {
  const { series } = simulatedBatch(CONTRACT_AREAS, WINDOW, WINDOW.end + 30 * 24 * HOUR_MS);
  const { start, valuesMw } = series.find(({ key }) => key.series === 'PJM' && key.measure === 'demand')!;
  return foldBlocks([{ start, values: valuesMw.map(change), known: { kind: 'lag', lagMs: 2 * HOUR_MS } }]);
}

const dataOf = (load: KnownSeries | undefined): ForecastData => ({
  load: (series) => (series === 'PJM' ? load : undefined),
  operatorForecast: () => undefined,
  weather: () => undefined,
});
const ISSUED_AT = Date.UTC(2024, 3, 20, 13, 58);

test('the committed model is what make-model.mjs writes, under 10 KB', () => {
  expect(statSync(MODEL_FILE).size).toBeLessThan(10_000);
  expect(new Uint8Array(readFileSync(MODEL_FILE))).toEqual(linearModel(trainWeights()));
});

describe('a forecast', () => {
  test('is 384 hours from the next full one, bounds around the value, whole hundredths', async () => {
    const forecast = await forecaster.forArea(PJM, dataOf(simulatedLoad())).issue(ISSUED_AT);
    expect(forecast).toMatchObject({ start: Date.UTC(2024, 3, 20, 14), dataCutoff: Date.UTC(2024, 3, 20, 10) });
    expect(forecast.valueMw).toHaveLength(384);
    forecast.valueMw.forEach((mw, hour) => {
      expect(mw).toBe(Math.round(mw * 100) / 100);
      expect(forecast.p10Mw[hour]).toBeLessThanOrEqual(mw);
      expect(forecast.p90Mw[hour]).toBeGreaterThanOrEqual(mw);
    });
  });

  test('nothing that became known after the issue changes it', async () => {
    const now = (ISSUED_AT - WINDOW.start) / HOUR_MS;
    const changed = simulatedLoad((mw, hour) => (hour + 3 > now ? 1 : mw));
    const issue = (load: KnownSeries) => forecaster.forArea(PJM, dataOf(load)).issue(ISSUED_AT);
    expect(await issue(changed)).toEqual(await issue(simulatedLoad()));
  });

  test.each([
    { name: 'no series', load: undefined },
    { name: 'a week of load', load: simulatedLoad((mw, hour) => (hour < 110 * 24 - 168 ? Number.NaN : mw)) },
  ])('$name is no_data', async ({ load }) => {
    const { issue } = forecaster.forArea(PJM, dataOf(load));
    await expect(issue(ISSUED_AT)).rejects.toThrow(expect.objectContaining({ code: 'no_data' }));
  });
});

test('replayed by the backtest, it is better than the same hour of last week for the day ahead', async () => {
  const load = simulatedLoad();
  const plan = { from: '2024-04-01', to: '2024-04-14', runs: ['DAM', '7DA'], gateTimeOfDayMs: 9 * HOUR_MS } as const;
  const { runs, models, gaps } = await backtestArea({ area: PJM, forecaster, data: dataOf(load), truth: load }, plan);
  expect(models).toEqual([{ name: 'onnx-same-hour-regression', version: '1.0.0' }]);
  expect(gaps).toEqual([]);
  const { model, baseline } = scorePaired(runs[0]!.points, 'naive168Mw');
  expect(model.hours).toBeGreaterThan(300);
  expect(model.maeMw).toBeLessThan(baseline.maeMw);
  for (const { points } of runs) expect(scorePoints(points).coveragePct).toBeGreaterThan(50);
});
