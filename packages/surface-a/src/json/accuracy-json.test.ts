import type { Scores } from '@loadcast/core/accuracy';
import { expect, test } from 'vitest';
import { baselineJson, intervalJson, metricsJson } from './accuracy-json.js';

const scores: Scores = {
  mapePct: 4.12159,
  maeMw: 1_234.567,
  rmseMw: 2_000,
  biasMw: -0.004,
  hours: 24,
  pinballMw: 1,
  crpsMw: 1,
  winklerMw: 1,
  coveragePct: 81.25,
  widthMw: 5_000.126,
  intervalHours: 16,
};
const none: Scores = {
  ...scores,
  mapePct: Number.NaN,
  biasMw: Number.NaN,
  coveragePct: Number.NaN,
  widthMw: Number.NaN,
  intervalHours: 0,
};

test('metrics have two decimals, no -0, and null where there is nothing to score', () => {
  expect(metricsJson(scores)).toEqual({
    mape_pct: 4.12,
    mae_mw: 1_234.57,
    rmse_mw: 2_000,
    bias_mw: 0,
    sample_hours: 24,
  });
  expect(metricsJson(none)).toMatchObject({ mape_pct: null, bias_mw: null, sample_hours: 24 });
});

test.each([
  { name: 'with bounds', of: scores, json: { coverage_pct: 81.25, mean_width_mw: 5_000.13, interval_hours: 16 } },
  { name: 'without bounds', of: none, json: { coverage_pct: null, mean_width_mw: null, interval_hours: 0 } },
])('intervals $name', ({ of, json }) => expect(intervalJson(of)).toEqual(json));

test('a baseline has its metrics, those of the model on the same hours, and the skill', () => {
  expect(baselineJson({ name: 'naive_24h', scores, modelScores: none, lateHours: 0, skillPct: 12.345 })).toMatchObject({
    name: 'naive_24h',
    metrics: { mape_pct: 4.12 },
    model_metrics: { mape_pct: null },
    skill_pct: 12.35,
  });
});
