import { expect, test } from 'vitest';
import { fanOf } from './fan.js';
import { seamOf } from './fan-chart.js';

const NONE = [null, null, null, null, null, null];
const EARLY = 1_000;
const NEWEST = 2_000;

test.each([
  {
    name: 'an hour or more between them',
    issuedMs: [EARLY, EARLY, EARLY, EARLY, NEWEST, NEWEST],
    seam: { measured: 1, newest: 4 },
  },
  {
    name: 'the newest forecast from the next hour on',
    issuedMs: [EARLY, EARLY, NEWEST, NEWEST, NEWEST, NEWEST],
    seam: { measured: 1, newest: 2 },
  },
  { name: 'no earlier forecast', issuedMs: [NEWEST, NEWEST, NEWEST, NEWEST, NEWEST, NEWEST], seam: undefined },
  { name: 'no forecast', issuedMs: NONE, seam: undefined },
])('the seam of earlier and newest forecasts: $name', ({ issuedMs, seam }) => {
  expect(seamOf({ actual: [90, 92, null, null, null, null], issuedMs })).toEqual(seam);
});

test('an earlier forecast ends at its last measured hour, the newest begins where it does, and nothing is made up between', () => {
  const forecast = [91, 93, 120, 121, 98, 97]; // hours 2 and 3 are of an earlier forecast that was too high
  const values = { actual: [90, 92, null, null, null, null], forecast, p10: forecast, p90: forecast, operator: NONE };
  const { lines, bands } = fanOf(values, { hasHalf: false, seam: { measured: 1, newest: 4 } });
  expect(lines.map(({ kind, values }) => [kind, values])).toEqual([
    ['operator', NONE],
    ['forecast', [91, 93, null, null, 98, 97]],
    ['actual', values.actual],
  ]);
  expect(bands[0]?.upper).toEqual([91, 93, null, null, 98, 97]);
});
