import { expect, test } from 'vitest';
import { drained } from './drained.js';
import { jointPathsInSteps } from './joint-paths.js';
import { normals } from './normals.js';

const jointPaths = (...of: Parameters<typeof jointPathsInSteps>) => drained(jointPathsInSteps(...of));

const HOURS = 96;
const flat = (mw: number) => new Float64Array(HOURS).fill(mw);
const LINES = { valueMw: flat(1000), p10Mw: flat(900), p90Mw: flat(1050) };
const DEPENDENCE = { persistence: 0.75, harmonics: [0.8, 0.16, 0.03, 0.01] };

const correlation = (paths: readonly Float64Array[], a: number, b: number): number => {
  const z = (mw: number) => (mw < 1000 ? (mw - 1000) / 100 : (mw - 1000) / 50);
  const mean = (of: (path: Float64Array) => number) => paths.reduce((sum, path) => sum + of(path), 0) / paths.length;
  const product = mean((path) => z(path[a]!) * z(path[b]!));
  return product / Math.sqrt(mean((path) => z(path[a]!) ** 2) * mean((path) => z(path[b]!) ** 2));
};

test('paths of a seed are the same on every machine, and path i whatever the count', () => {
  const [few, many] = [jointPaths(LINES, DEPENDENCE, 7, 3), jointPaths(LINES, DEPENDENCE, 7, 10)];
  expect(many.slice(0, 3)).toEqual(few);
  expect(few.map((path) => Number(path[50]!.toFixed(6)))).toMatchInlineSnapshot(`
    [
      1009.272553,
      936.482929,
      1051.333101,
    ]
  `);
  expect(jointPaths(LINES, DEPENDENCE, 8, 1)).not.toEqual(few.slice(0, 1));
});

test('one hour of ten lies below p10, and one above p90', () => {
  const paths = jointPaths(LINES, DEPENDENCE, 1, 4000);
  const share = (is: (mw: number) => boolean) => paths.filter((path) => is(path[40]!)).length / paths.length;
  expect(share((mw) => mw < 900)).toBeCloseTo(0.1, 1);
  expect(share((mw) => mw > 1050)).toBeCloseTo(0.1, 1);
  expect(share((mw) => mw < 1000)).toBeCloseTo(0.5, 1);
});

test.each([
  { lag: 1, expected: 0.97 },
  { lag: 6, expected: 0.72 },
  { lag: 12, expected: 0.57 },
  { lag: 24, expected: 0.75 },
  { lag: 48, expected: 0.56 },
])('errors $lag hours apart go together as the dependence says', ({ lag, expected }) => {
  const paths = jointPaths(LINES, DEPENDENCE, 2, 4000);
  expect(Math.abs(correlation(paths, 20, 20 + lag) - expected)).toBeLessThan(0.06);
});

test('an hour without bounds has no path', () => {
  const lines = { ...LINES, p10Mw: flat(900).fill(Number.NaN, 3, 4), p90Mw: flat(1050).fill(Number.NaN, 3, 4) };
  expect(jointPaths(lines, DEPENDENCE, 1, 2).map((path) => path.findIndex(Number.isNaN))).toEqual([3, 3]);
});

test('normals have mean 0 and variance 1', () => {
  const next = normals(3);
  const draws = Float64Array.from({ length: 20_000 }, next);
  const mean = draws.reduce((sum, z) => sum + z, 0) / draws.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(draws.reduce((sum, z) => sum + z * z, 0) / draws.length - 1)).toBeLessThan(0.04);
});
