import { expect, test } from 'vitest';
import { mulberry32 } from '../peaks/normals.js';
import { dieboldMariano } from './diebold-mariano.js';

const drawn = (days: number, gain: number) => {
  const random = mulberry32(7);
  return Array.from({ length: days }, () => ({ over: 100 + gain + 20 * random(), under: 100 + 20 * random() }));
};

/** The sample autocovariances, one after the other, as the papers have them. */
function byTheBook(days: readonly { over: number; under: number }[]): number {
  const d = days.map(({ over, under }) => over - under);
  const mean = d.reduce((a, b) => a + b) / d.length;
  const gamma = (lag: number) =>
    d.slice(lag).reduce((sum, value, at) => sum + (value - mean) * (d[at]! - mean), 0) / d.length;
  const variance = [1, 2, 3, 4, 5, 6].reduce((sum, lag) => sum + 2 * (1 - lag / 7) * gamma(lag), gamma(0));
  return mean / Math.sqrt(variance / d.length);
}

test.each([
  { name: 'errors of one size', days: 40, gain: 0 },
  { name: 'a second that is more accurate', days: 40, gain: 4 },
  { name: 'a second that is less accurate', days: 364, gain: -2 },
  { name: 'two weeks', days: 14, gain: 30 },
])('$name: the statistic is that of the paper, and its sign says who is more accurate', ({ days, gain }) => {
  const { statistic, pValue } = dieboldMariano(drawn(days, gain));
  expect(statistic).toBeCloseTo(byTheBook(drawn(days, gain)), 9);
  if (gain !== 0) expect([Math.sign(statistic), pValue < 0.05]).toEqual([Math.sign(gain), true]);
});

test('p is two-sided: errors that are the same on average give one', () => {
  const days = Array.from({ length: 28 }, (_, day) => ({ over: day % 2, under: (day + 1) % 2 }));
  expect(dieboldMariano(days).statistic).toBeCloseTo(0, 12);
  expect(dieboldMariano(days).pValue).toBeCloseTo(1, 6);
});

test.each([
  { name: 'below two weeks', days: drawn(13, 4) },
  { name: 'of a copy', days: Array.from({ length: 40 }, () => ({ over: 5, under: 5 })) },
])('there is no test $name', ({ days }) => {
  expect(dieboldMariano(days)).toEqual({ statistic: Number.NaN, pValue: Number.NaN });
});
