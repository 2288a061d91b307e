import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantileLine } from './quantile-lines.js';

const cents = fc.integer({ min: 0, max: 20_000_000 }).map((value) => value / 100);
const LEVELS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

test('p10, the value and p90 stay what they are, and a higher level is never lower', () => {
  fc.assert(
    fc.property(fc.tuple(cents, cents, cents), (three) => {
      const [p10, value, p90] = [...three].sort((a, b) => a - b) as [number, number, number];
      const lines = { valueMw: Float64Array.of(value), p10Mw: Float64Array.of(p10), p90Mw: Float64Array.of(p90) };
      const at = (level: number) => quantileLine(lines, level)[0]!;
      expect([at(0.1), at(0.5), at(0.9)]).toEqual([p10, value, p90]);
      const all = LEVELS.map(at);
      expect(all).toEqual([...all].sort((a, b) => a - b));
      expect(all.every((quantile) => quantile >= 0 && Number.isFinite(quantile))).toBe(true);
    }),
  );
});

test('a step without bounds has no quantile', () => {
  const lines = { valueMw: Float64Array.of(1), p10Mw: Float64Array.of(Number.NaN), p90Mw: Float64Array.of(Number.NaN) };
  expect(quantileLine(lines, 0.5)[0]).toBeNaN();
});
