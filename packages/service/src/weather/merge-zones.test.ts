import { AREAS, areaById, type WeatherBlock } from '@loadcast/core';
import { weatherZoneOf } from '@loadcast/core/forecast';
import { expect, test } from 'vitest';
import { mergeZones } from './merge-zones.js';
import { knownWeather } from './weather-archive.js';

const POINTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const block = (point: string, value: number, over: Partial<WeatherBlock> = {}): WeatherBlock => ({
  areaId: 'nyiso',
  point,
  weight: 1,
  variable: 'temperatureC',
  start: 0,
  values: Float64Array.of(value),
  known: { kind: 'at', at: 5 },
  ...over,
});
const merged = (blocks: readonly WeatherBlock[], points = POINTS) =>
  mergeZones(blocks, points).map(({ point, values, known }) => [point, values[0], known.kind === 'at' ? known.at : 0]);

test('eight points are four zones, each the mean by weight of two', () => {
  const blocks = POINTS.map((point, i) => block(point, i, { weight: i % 2 === 0 ? 3 : 1 }));
  expect(merged(blocks)).toEqual([0.25, 2.25, 4.25, 6.25].map((value, i) => [`place ${i}`, value, 5]));
});

test('a point that did not answer moves no other to another zone', () => {
  expect(merged(POINTS.slice(1).map((point) => block(point, POINTS.indexOf(point))))).toEqual([
    ['place 0', 1, 5],
    ['place 1', 2.5, 5],
    ['place 2', 4.5, 5],
    ['place 3', 6.5, 5],
  ]);
});

test('forecasts that offices issued at different times are one forecast of the zone, known with the last', () => {
  const blocks = [block('a', 10, { known: { kind: 'at', at: 7 } }), block('b', 20, { known: { kind: 'at', at: 9 } })];
  expect(merged(blocks)).toEqual([['place 0', 15, 9]]);
});

test.each<{ name: string; over: Partial<WeatherBlock> }>([
  { name: 'observation and forecast', over: { known: { kind: 'lag', lagMs: 0 } } },
  { name: 'variables', over: { variable: 'cloudPct' } },
  { name: 'windows', over: { start: 3_600_000 } },
])('$name are not mixed', ({ over }) => {
  expect(merged([block('a', 1), block('b', 2, over)]).map(([, value]) => value)).toEqual([1, 2]);
});

test('an hour without a value at any point has none, one with a value at one has that', () => {
  const blocks = [
    block('a', 0, { values: Float64Array.of(NaN, 4) }),
    block('b', 0, { values: Float64Array.of(NaN, NaN) }),
  ];
  expect([...mergeZones(blocks, POINTS)[0]!.values]).toEqual([NaN, 4]);
});

test('an only point is the only zone', () => expect(merged([block('x', 3)], ['x'])).toEqual([['place 0', 3, 5]]));

test.each(AREAS.map(({ id }) => id))(
  'live weather of %s reaches the models in the zones that they merge its points to themselves',
  (areaId) => {
    const { points } = areaById(areaId);
    const valueAt = (index: number) => 10 + index ** 2;
    const blocks = points.map(({ name, weight }, i) => block(name, valueAt(i), { areaId, weight }));
    const live = knownWeather(
      mergeZones(
        blocks,
        points.map(({ name }) => name),
      ),
    ).get(areaId)!;

    const zones = new Map<number, { sum: number; weight: number }>();
    for (const [index, { weight }] of points.entries()) {
      const zone = weatherZoneOf(index, points.length);
      const { sum, weight: before } = zones.get(zone) ?? { sum: 0, weight: 0 };
      zones.set(zone, { sum: sum + weight * valueAt(index), weight: before + weight });
    }
    expect(live.points.map((_, zone) => weatherZoneOf(zone, live.points.length))).toEqual([...zones.keys()]);
    const found = live.points.map(({ weight, variables }) => [variables.temperatureC!.values[0]!, weight]);
    const fitted = [...zones.values()].map(({ sum, weight }) => [sum / weight, weight]);
    expect(found.flat().map((value) => value.toFixed(9))).toEqual(fitted.flat().map((value) => value.toFixed(9)));
  },
);
