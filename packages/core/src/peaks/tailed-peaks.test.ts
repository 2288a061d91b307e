import { expect, test } from 'vitest';
import { PEAK_CALIBRATION } from './calibration.data.js';
import { Z90 } from './normals.js';
import { tailedPeaks } from './tailed-peaks.js';

const [MEDIAN, P90] = [50_000, 50_000 + 1_000 * Z90];

test.each([
  { name: 'far below the median', deviations: -3, tailed: -3 },
  { name: 'the median', deviations: 0, tailed: 0 },
  { name: 'between median and p90: nearer to the median', deviations: 0.5, tailed: (0.5 * 1.1) / (1 + 0.2 * Z90) },
  { name: 'p90', deviations: Z90, tailed: Z90 },
  { name: 'three standard deviations: farther out', deviations: 3, tailed: (3 * 1.6) / (1 + 0.2 * Z90) },
])('$name', ({ deviations, tailed }) => {
  expect(PEAK_CALIBRATION.tail).toBe(0.2);
  const [mw] = tailedPeaks(Float64Array.of(MEDIAN + 1_000 * deviations), MEDIAN, P90);
  expect(mw).toBeCloseTo(MEDIAN + 1_000 * tailed, 6);
});

test('the order of the paths stays, and the highest is higher than before', () => {
  const peaks = Float64Array.from({ length: 400 }, (_, path) => MEDIAN + 4_000 * Math.sin(path));
  const tailed = tailedPeaks(peaks, MEDIAN, P90);
  const order = (values: Float64Array) => [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  expect(order(tailed)).toEqual(order(peaks));
  expect(Math.max(...tailed)).toBeGreaterThan(Math.max(...peaks));
});

test('peaks that nearly all are one measured load stay', () => {
  const peaks = Float64Array.of(...Array.from({ length: 19 }, () => MEDIAN), MEDIAN + 300);
  expect(tailedPeaks(peaks, MEDIAN, MEDIAN)).toEqual(peaks);
});
