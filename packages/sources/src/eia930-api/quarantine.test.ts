import { expect, test } from 'vitest';
import { createQuarantine, isAnotherShape } from './quarantine.js';

test.each([
  { odd: 0, rows: 0, is: false },
  { odd: 0, rows: 5_000, is: false },
  { odd: 1, rows: 2, is: false },
  { odd: 1, rows: 1, is: true },
  { odd: 2, rows: 100, is: true },
  { odd: 50, rows: 5_000, is: false },
  { odd: 51, rows: 5_000, is: true },
])('$odd odd rows of $rows are another shape: $is', ({ odd, rows, is }) => {
  expect(isAnotherShape(odd, rows)).toBe(is);
});

test('a row is kept as it came, once, without the key, and no more than can be looked at', () => {
  const quarantine = createQuarantine('secret');
  expect(quarantine.provenance()).toEqual({});
  quarantine.add({ period: 'x', note: 'secret' });
  quarantine.add({ period: 'x', note: 'secret' });
  quarantine.add({ period: 'y'.repeat(5_000) });
  const { quarantined_rows, quarantined } = quarantine.provenance();
  expect([quarantined_rows, String(quarantined).length]).toEqual([2, 2_000]);
  expect(quarantined).toMatch(/^{"period":"x","note":"\[key\]"}\n{"period":"yyy/);
});
