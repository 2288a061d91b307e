import { areaById, type IssuedForecast } from '@loadcast/core';
import { expect, test } from 'vitest';
import { forecastJson, forecastTable } from './forecast-table.js';

const START = Date.UTC(2026, 6, 1, 5);
const valueMw = Float64Array.from({ length: 48 }, (_, hour) => (hour === 30 ? 999 : 100 + hour));
const forecast = {
  start: START,
  valueMw,
  p10Mw: valueMw.map((mw) => mw - 10),
  p90Mw: valueMw.map((mw) => mw + 10),
  dataCutoff: START - 7_200_000,
  model: { name: 'engine', version: '1' },
  excludedInputs: [],
} as unknown as IssuedForecast;
const row = { area: areaById('pjm'), issuedAt: START - 1_000, forecast };

test('the highest hour is that of the first 24, with its local day', () => {
  expect(forecastTable([row]).map((line) => line.split(/ {2,}/))).toEqual([
    ['area', 'issued at', 'newest actual', '24 h highest', 'p10..p90', 'at', 'model'],
    [
      'PJM',
      '2026-07-01T04:59:59Z',
      '2026-07-01T03:00:00Z',
      '123 MW',
      '113..133',
      '2026-07-02T04:00:00Z (2026-07-02 local)',
      'engine',
    ],
  ]);
});

test('JSON has every hour', () => {
  const json = JSON.parse(JSON.stringify(forecastJson(row)));
  expect(json).toMatchObject({ area: 'PJM', start: '2026-07-01T05:00:00Z', dataCutoff: '2026-07-01T03:00:00Z' });
  expect([json.valueMw.length, json.p10Mw[30], json.p90Mw[30]]).toEqual([48, 989, 1_009]);
});
