import { AREAS, DAY_MS, HOUR_MS, readAsOf } from '@loadcast/core';
import { foldWeather } from '@loadcast/core/series';
import { expect, test } from 'vitest';
import { simulatedWeather } from './simulated-weather-source.js';

const NOW = Date.UTC(2026, 2, 8, 14, 20);
const HOUR = Date.UTC(2026, 2, 8, 14);
const never = new AbortController().signal;
const source = simulatedWeather();
const temperatures = async (window: { start: number; end: number }, now: number) => {
  const weather = foldWeather((await source.fetch(window, now, never)).blocks);
  return weather.get('pjm')!.points[0]!.variables.temperatureC!;
};

test('every area has weather, and CAISO that of its four utilities', async () => {
  const weather = foldWeather((await source.fetch({ start: HOUR - DAY_MS, end: HOUR + DAY_MS }, NOW, never)).blocks);
  expect([...weather.keys()]).toEqual(AREAS.map(({ id }) => id));
  expect(weather.get('caiso')!.points.map(({ name }) => name)).toEqual([
    'CISO-PGAE',
    'CISO-SCE',
    'CISO-SDGE',
    'CISO-VEA',
  ]);
});

test('hours past are known at their end, hours to come at the fetch, and none beyond sixteen days', async () => {
  const window = { start: HOUR - 2 * HOUR_MS, end: HOUR + 20 * DAY_MS };
  const series = await temperatures(window, NOW);
  expect([...series.knownAtMs.subarray(0, 3)]).toEqual([HOUR - HOUR_MS, HOUR, NOW]);
  expect(series.values).toHaveLength(2 + 16 * 24);
});

test('forecasts are about 1 C off a day ahead and worse two weeks ahead', async () => {
  const errors = { near: [] as number[], far: [] as number[] };
  for (let day = 0; day < 80; day++) {
    const now = NOW + day * DAY_MS;
    const window = { start: HOUR + day * DAY_MS, end: HOUR + (day + 15) * DAY_MS };
    const [forecast, truth] = [await temperatures(window, now), await temperatures(window, window.end)];
    const error = (hour: number) => forecast.values[hour]! - truth.values[hour]!;
    errors.near.push(error(24));
    errors.far.push(error(14 * 24));
  }
  const rmse = (list: number[]) => Math.sqrt(list.reduce((sum, error) => sum + error * error, 0) / list.length);
  expect(rmse(errors.near)).toBeGreaterThan(0.4);
  expect(rmse(errors.near)).toBeLessThan(1.5);
  expect(rmse(errors.far)).toBeGreaterThan(2);
  expect(rmse(errors.far)).toBeLessThan(5);
});

test('nothing of the future is reported: the observation comes when the hour is over', async () => {
  const window = { start: HOUR, end: HOUR + DAY_MS };
  const early = readAsOf(await temperatures(window, NOW), window, NOW).valuesMw;
  const late = readAsOf(await temperatures(window, NOW + 2 * DAY_MS), window, NOW).valuesMw;
  expect(early.filter((value) => Number.isNaN(value))).toHaveLength(0);
  expect(late.filter((value) => !Number.isNaN(value))).toHaveLength(0);
});
