import { expect, test } from 'vitest';
import { type Comparison, comparisonsOf } from './comparison.js';
import { dayErrors } from './errors/hour-errors.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T05:00Z'); // midnight in New York
const NONE = new Array<number | null>(48).fill(null);
const world = (series: Partial<Comparison>): Comparison => ({
  code: 'PJM',
  startMs: START,
  count: 48,
  actual: NONE,
  forecast: NONE,
  p10: NONE,
  p90: NONE,
  operator: NONE,
  issuedMs: NONE,
  isOperatorLate: [],
  ...series,
});
const hours = (value: (hour: number) => number | null) => NONE.map((_, hour) => value(hour));

test('columns become one axis a grid; hours that are absent are null, and rows outside are left out', () => {
  const iso = (hour: number) => new Date(START + hour * HOUR).toISOString();
  const data = {
    region: ['PJM', 'ERCOT', 'PJM', 'PJM'],
    time_utc: [iso(1), iso(0), iso(0), iso(9)],
    loadcast_mw: [2, 5, 1, 9],
    actual_mw: [null, 4, 3, 9],
  };
  const [pjm, ercot] = comparisonsOf({ data, meta: {} }, START, START + 3 * HOUR);
  expect(pjm).toMatchObject({ code: 'PJM', forecast: [1, 2, null], actual: [3, null, null], p10: [null, null, null] });
  expect(ercot).toMatchObject({ code: 'ERCOT', forecast: [5, null, null] });
});

test('two forecasts are compared on the hours that both have, and a day with few of them is not', () => {
  const day = world({
    actual: hours(() => 100),
    forecast: hours(() => 98),
    operator: hours((hour) => (hour === 0 ? null : 105)),
    p10: hours(() => 99),
    p90: hours((hour) => (hour < 5 ? 101 : 99.5)),
  });
  const errors = dayErrors(day, '2026-11-21', 'America/New_York');
  expect(errors).toMatchObject({ hours: 23, oursPct: expect.closeTo(2), operatorPct: expect.closeTo(5) });
  expect(errors).toMatchObject({ inside: 4, withBounds: 23 });
  expect(dayErrors({ ...day, operator: NONE }, '2026-11-21', 'America/New_York')).toMatchObject({
    hours: 24,
    oursPct: expect.closeTo(2),
    operatorPct: null,
  });
  expect(dayErrors(world({ actual: hours((h) => (h < 10 ? 100 : null)) }), '2026-11-21', 'UTC')).toBeUndefined();
});
