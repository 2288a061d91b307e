import { expect, test } from 'vitest';
import { buildVintage } from '../testing/index.js';
import { HOUR_MS } from '../time/instant.js';
import { canonicalRows } from './run-chain.js';

test.each([
  ['the hour of an issue', '2026-11-21T12:00:00.000Z'],
  ['the last hour of a day', '2026-11-21T23:00:00.000Z'],
  ['midnight', '2026-11-21T00:00:00.000Z'],
  ['the end of a leap day', '2028-02-28T22:00:00.000Z'],
  ['the end of a year', '2026-12-31T21:00:00.000Z'],
  ['the spring clock change', '2027-03-13T20:00:00.000Z'],
  ['the autumn clock change', '2026-10-31T20:00:00.000Z'],
  ['within an hour', '2026-11-21T12:34:56.789Z'],
  ['before 1970', '1969-12-30T05:30:00.001Z'],
])('a row begins with the instant of its hour: from %s', (_, from) => {
  const start = Date.parse(from);
  const hours = Float64Array.from({ length: 60 }, (_, hour) => 1000 + hour / 4);
  const none = hours.map(() => Number.NaN);
  const run = buildVintage({ areaId: 'pjm', start, valueMw: hours, p10Mw: none, p90Mw: none });
  const rows = Array.from(hours, (mw, hour) => `${new Date(start + hour * HOUR_MS).toISOString()},${mw.toFixed(2)},,`);
  expect(canonicalRows(run).split('\n').slice(-61)).toEqual([...rows, '']);
});
