import { describe, expect, test } from 'vitest';
import { OUTPUTS } from '../combination/ensemble.js';
import { mediansOf } from './median.js';

const MEANS = Float64Array.from({ length: OUTPUTS }, (_, output) => 9 + output / 1000);

describe.each([
  ['errors of equal tails', (level: number) => level - 0.5],
  ['a long upper tail', (level: number) => (level < 0.5 ? level - 0.5 : 3 * (level - 0.5))],
  ['no spread at all', () => 0],
  ['tails that cross', (level: number) => 0.5 - level],
])('with %s', (_name, quantile) => {
  const calibration = { errorQuantile: (lead: number, _hour: number, level: number) => (lead + 1) * quantile(level) };
  const medians = mediansOf(MEANS, calibration);

  test.each([
    [0, 9],
    [1, 0],
    [16, 23],
  ])('lead day %i, hour %i: the median is not above the mean and bounds stay where they were', (lead, hour) => {
    const output = lead * 24 + hour;
    const width = Math.max(0, quantile(0.9) - quantile(0.1)) * (lead + 1);
    expect(MEANS[output]! - medians.logs[output]!).toBeCloseTo(0.02 * width, 12);
    for (const level of [0.05, 0.1, 0.5, 0.9, 0.95]) {
      const before = MEANS[output]! + calibration.errorQuantile(lead, hour, level);
      expect(medians.logs[output]! + medians.calibration.errorQuantile(lead, hour, level)).toBeCloseTo(before, 12);
    }
  });
});

test('forecasts of mean load are not written to', () => {
  const means = MEANS.slice();
  mediansOf(means, { errorQuantile: (_lead, _hour, level) => level - 0.5 });
  expect(means).toEqual(MEANS);
});
