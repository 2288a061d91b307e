import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { mwText } from './report-layout.js';
import { anyMw, mwOrEmpty } from './testing/any-report.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

test('MW is what formatMw writes', () => {
  fc.assert(
    fc.property(fc.oneof(anyMw, fc.double({ min: -1e13, max: 1e13, noNaN: true })), (value) => {
      expect(mwText(value)).toBe(mwOrEmpty(value));
    }),
    { numRuns: 1_000 },
  );
});
