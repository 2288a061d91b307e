import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumsOfDay } from './day-sums.js';
import { sumErrors } from './error-sums.js';

const hours = 24;
const mw = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 3 }) }, fc.constant(Number.NaN));
const day = fc.array(mw, { minLength: hours, maxLength: hours }).map((values) => Float64Array.from(values));

test('sums that are remembered are those of the actuals asked with, restated, late or taken back', () => {
  const forecast = fc.record({ valueMw: day, p10Mw: day, p90Mw: day });
  fc.assert(
    fc.property(forecast, fc.array(day, { minLength: 1, maxLength: 4 }), (said, versions) => {
      const reused = new Float64Array(hours);
      for (const actualMw of [...versions, ...versions]) {
        reused.set(actualMw);
        expect(sumsOfDay(reused, said)).toEqual(sumErrors(actualMw, said));
      }
    }),
  );
});

test('a day whose actuals are as they were is not scored again', () => {
  const said = { valueMw: Float64Array.of(1, 2), p10Mw: Float64Array.of(0, 1), p90Mw: Float64Array.of(2, 3) };
  const sums = sumsOfDay(Float64Array.of(1, Number.NaN), said);
  expect(sumsOfDay(Float64Array.of(1, Number.NaN), said)).toBe(sums);
  expect(sumsOfDay(Float64Array.of(1, 2), said)).not.toBe(sums);
});
