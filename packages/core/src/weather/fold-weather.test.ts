import { expect, test } from 'vitest';
import type { WeatherBlock } from '../ports/weather-source.js';
import { readAsOf } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { foldWeather } from './fold-weather.js';

const block = (over: Partial<WeatherBlock>): WeatherBlock => ({
  areaId: 'nyiso',
  point: 'Albany',
  weight: 1,
  variable: 'temperatureC',
  start: 0,
  values: Float64Array.of(1, 2),
  known: { kind: 'at', at: -10 * HOUR_MS },
  ...over,
});

test('an observation replaces the forecast, which stays readable as of its time', () => {
  const observed = block({ values: Float64Array.of(5, 6), known: { kind: 'lag', lagMs: 0 } });
  const series = foldWeather([block({}), observed]).get('nyiso')!.points[0]!.variables.temperatureC!;
  const read = (asOf: number) => [...readAsOf(series, { start: 0, end: 2 * HOUR_MS }, asOf).valuesMw];
  expect(read(-10 * HOUR_MS)).toEqual([1, 2]);
  expect(read(HOUR_MS)).toEqual([5, 2]);
  expect(read(2 * HOUR_MS)).toEqual([5, 6]);
});

test('areas, points and variables are kept apart', () => {
  const weather = foldWeather([
    block({}),
    block({ point: 'Utica', weight: 3 }),
    block({ areaId: 'pjm' }),
    block({ variable: 'humidityPct', values: Float64Array.of(70) }),
  ]);
  expect([...weather.keys()]).toEqual(['nyiso', 'pjm']);
  expect(
    weather.get('nyiso')!.points.map(({ name, weight, variables }) => [name, weight, Object.keys(variables)]),
  ).toEqual([
    ['Albany', 1, ['temperatureC', 'humidityPct']],
    ['Utica', 3, ['temperatureC']],
  ]);
});

test('no blocks, no areas', () => expect(foldWeather([]).size).toBe(0));
