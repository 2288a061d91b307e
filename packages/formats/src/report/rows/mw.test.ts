import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMw, roundMw } from './mw.js';

test.each([
  { mw: 21537.456, text: '21537.46' },
  { mw: 21537.5, text: '21537.5' },
  { mw: 21537, text: '21537' },
  { mw: 0.01, text: '0.01' },
  { mw: 0.004, text: '0' },
  { mw: -0.001, text: '0' },
  { mw: -12.345, text: '-12.34' },
  { mw: 1e12, text: '1000000000000' },
  { mw: 1e-9, text: '0' },
])('$mw MW is written $text', ({ mw, text }) => expect(formatMw(mw)).toBe(text));

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%s MW is never written', (mw) => {
  expect(() => formatMw(mw)).toThrow(RangeError);
});

test('MW has at most two decimals and never an exponent', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e7, max: 1e7, noNaN: true }), (mw) => {
      expect(formatMw(mw)).toMatch(/^-?\d+(\.\d{1,2})?$/);
      expect(JSON.stringify(roundMw(mw))).toBe(formatMw(mw));
    }),
  );
});
