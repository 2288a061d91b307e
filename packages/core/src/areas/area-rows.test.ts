import { expect, test } from 'vitest';
import { AREAS } from './contract-areas.js';

test('every area has weather points with positive weights, and each grid about twelve', () => {
  for (const { points, kind } of AREAS) {
    expect(points.length).toBeGreaterThanOrEqual(kind === 'grid' ? 12 : 1);
    expect(points.filter(({ weight }) => weight <= 0)).toEqual([]);
  }
});

test('a point that two areas share has one position and one weight', () => {
  const points = new Map(AREAS.flatMap((area) => area.points).map((point) => [point.name, point]));
  for (const point of AREAS.flatMap((area) => area.points)) expect(point).toEqual(points.get(point.name));
});

test('each area has a random stream of its own, and sums are of areas', () => {
  expect(new Set(AREAS.map(({ simulated }) => simulated!.stream)).size).toBe(AREAS.length);
  const series = new Set(AREAS.map((area) => area.series));
  const parts = AREAS.flatMap(({ simulated }) => (simulated && 'sumOf' in simulated ? simulated.sumOf : []));
  expect(parts.filter((part) => !series.has(part))).toEqual([]);
});

test('the listing orders of a surface have no repeats', () => {
  for (const set of ['a', 'b', 'c', 'oasis'] as const) {
    const orders = AREAS.flatMap((area) => area.codes[set]).flatMap(({ order }) => order ?? []);
    expect(new Set(orders).size).toBe(orders.length);
  }
});
