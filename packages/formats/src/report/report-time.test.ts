import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { utcText } from './report-time.js';

test.each([
  { instant: Date.UTC(2026, 10, 21, 3), text: '2026-11-21T03:00:00+00:00' },
  { instant: Date.UTC(2026, 10, 21, 3, 4, 5, 678), text: '2026-11-21T03:04:05+00:00' },
  { instant: Date.UTC(1969, 11, 31, 23), text: '1969-12-31T23:00:00+00:00' },
])('$instant is written $text', ({ instant, text }) => expect(utcText('+00:00')(instant)).toBe(text));

test('what was written before does not change what is written', () => {
  const instants = fc.array(fc.integer({ min: -1e12, max: 4e12 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(instants, (all) => {
      const write = utcText('-00:00');
      expect(all.map(write)).toEqual(all.map((instant) => `${new Date(instant).toISOString().slice(0, 19)}-00:00`));
    }),
  );
});
