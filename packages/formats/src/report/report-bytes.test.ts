import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ReportBytes } from './report-bytes.js';
import { anyMw, mwOrEmpty } from './testing/any-report.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const written = (write: (out: ReportBytes) => void): string => {
  const out = new ReportBytes();
  write(out);
  return Buffer.from(out.take()).toString();
};

test('MW is what formatMw writes', () => {
  fc.assert(
    fc.property(fc.oneof(anyMw, fc.double({ min: -1e13, max: 1e13, noNaN: true })), (value) => {
      expect(written((out) => out.mw(value))).toBe(mwOrEmpty(value));
    }),
    { numRuns: 1_000 },
  );
});

test.each([0.05, 0.5, 0.994, 0.995, 0.999, 9.99, 9.995, 99_999.999, 999_999_999.99, 999_999_999.999, 1e9, -0.004])(
  '%f MW is what formatMw writes',
  (value) => {
    expect(written((out) => out.mw(value))).toBe(mwOrEmpty(value));
  },
);

test.each([0, 1, 9, 10, 25, 99, 100, 999_999_999, 1_000_000_000, Number.MAX_SAFE_INTEGER, -1, -25])(
  'the whole number %i is what String writes',
  (value) => {
    expect(written((out) => out.integer(value))).toBe(String(value));
  },
);

test.each([
  { name: 'a short piece', piece: 'a,b' },
  { name: 'a piece longer than the first memory', piece: 'x'.repeat(20_000) },
  { name: 'letters beyond ASCII', piece: 'Montréal, €' },
  { name: 'bytes', piece: Uint8Array.of(65, 66, 67) },
])('$name comes out as it went in, among others', ({ piece }) => {
  const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString();
  const all = written((out) => {
    for (let i = 0; i < 3_000; i++) out.integer(i);
    out.piece(piece);
    out.integer(7);
  });
  expect(all).toBe(`${Array.from({ length: 3_000 }, (_, i) => i).join('')}${text}7`);
});

test('what was taken does not come again', () => {
  const out = new ReportBytes();
  const taken = ['first', '', 'the other'].map((text) => {
    out.piece(text);
    return Buffer.from(out.take()).toString();
  });
  expect(taken).toEqual(['first', '', 'the other']);
});
