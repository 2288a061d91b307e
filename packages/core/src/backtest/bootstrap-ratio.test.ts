import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bootstrapRatio } from './bootstrap-ratio.js';

const ratioOf = (days: readonly { over: number; under: number }[]): number =>
  days.reduce((sum, { over }) => sum + over, 0) / days.reduce((sum, { under }) => sum + under, 0);

const around = (days: readonly { over: number; under: number }[]) => {
  const [{ low, high }, ratio] = [bootstrapRatio(days), ratioOf(days)];
  return [low <= ratio * (1 + 1e-12), high >= ratio * (1 - 1e-12)];
};

test('the interval holds the ratio of any days, however many and however few of them decide it', () => {
  const usual = fc.double({ min: 1, max: 100, noNaN: true });
  const error = fc.oneof({ weight: 8, arbitrary: usual }, fc.double({ min: 100, max: 10_000, noNaN: true }));
  const days = fc.array(fc.record({ over: error, under: error }), { minLength: 14, maxLength: 60 });
  fc.assert(fc.property(days, (each) => around(each).every(Boolean)));
});

test('fewer than two blocks of days have no interval', () => {
  expect(bootstrapRatio(Array.from({ length: 13 }, () => ({ over: 1, under: 2 })))).toEqual({ low: NaN, high: NaN });
});
