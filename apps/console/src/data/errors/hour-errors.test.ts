import { expect, test } from 'vitest';
import type { Comparison } from '../comparison.js';
import { errorsByLead, errorsByWeekHour, hourErrors, reliabilityOf, worstDays } from './hour-errors.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T05:00Z'); // a Saturday, midnight in New York
const ZONE = 'America/New_York';
const hours = (value: (hour: number) => number | null) => Array.from({ length: 48 }, (_, hour) => value(hour));
const NONE = hours(() => null);
const world = (series: Partial<Comparison>): Comparison => ({
  code: 'PJM',
  startMs: START,
  count: 48,
  actual: hours(() => 100),
  forecast: hours(() => 102),
  p10: NONE,
  p90: NONE,
  operator: NONE,
  isOperatorLate: [],
  issuedMs: hours((hour) => START + Math.floor(hour / 24) * 24 * HOUR - 15 * HOUR),
  ...series,
});

test('an hour without a load or a forecast is left out, and days are those of the grid’s clock', () => {
  const of = hourErrors(world({ actual: hours((hour) => (hour < 2 ? null : hour === 2 ? 0 : 100)) }), ZONE);
  expect(of).toHaveLength(45);
  expect(of[0]).toMatchObject({ day: '2026-11-21', weekday: 6, hour: 3, leadHours: 18 });
});

test('errors by lead run from the first lead to the last, both forecasts on the same hours', () => {
  const operator = hours((hour) => (hour % 24 === 1 ? null : 95));
  const byLead = errorsByLead(hourErrors(world({ operator }), ZONE))!;
  expect([byLead.firstLead, byLead.ours.length]).toEqual([15, 24]);
  expect([byLead.ours[1], byLead.operator[0], byLead.operator[1]]).toEqual([2, 5, null]);
  expect(
    errorsByLead(hourErrors(world({ issuedMs: hours((hour) => START + (hour - 6) * HOUR) }), ZONE)),
  ).toBeUndefined();
});

test('a lead that came only on the day of a clock change has no value', () => {
  const issuedMs = hours((hour) => START + (hour < 24 || hour === 47 ? -15 : 9) * HOUR);
  const actual = hours((hour) => (hour < 24 || hour > 28 ? 100 : null));
  const of = errorsByLead([
    ...hourErrors(world({ issuedMs, actual }), ZONE),
    ...hourErrors(world({ actual: hours((hour) => (hour < 24 ? 100 : null)) }), ZONE),
  ])!;
  expect([of.ours[0], of.ours.at(-1)]).toEqual([2, null]);
});

test('the week has a row a weekday, and an hour that was never measured is empty', () => {
  const week = errorsByWeekHour(hourErrors(world({ forecast: hours((hour) => (hour === 5 ? 110 : 102)) }), ZONE));
  expect([week[6]![5], week[0]![5], week[1]![5]]).toEqual([10, 2, null]);
});

test('reliability is how often the load was at or below a level; without bounds there is none', () => {
  const bounded = world({
    actual: hours((hour) => (hour < 12 ? 90 : 104)),
    p10: hours(() => 95),
    p90: hours((hour) => (hour < 36 ? 110 : 103)),
  });
  expect(reliabilityOf(hourErrors(bounded, ZONE)).map(({ observedPct }) => observedPct)).toEqual([25, 25, 75]);
  expect(reliabilityOf(hourErrors(world({}), ZONE))).toEqual([]);
});

test('the worst days are whole ones, with the hour that was furthest off', () => {
  const forecast = hours((hour) => (hour === 30 ? 60 : hour >= 24 ? 98 : 101));
  const [worst, other] = worstDays(hourErrors(world({ forecast }), ZONE), 5);
  expect(worst).toMatchObject({ day: '2026-11-22', worst: { hour: 6, forecastMw: 60 }, operatorPct: null });
  expect(worst!.biasPct).toBeLessThan(0);
  expect(other).toMatchObject({ day: '2026-11-21', oursPct: 1 });
  const part = world({ actual: hours((hour) => (hour < 40 ? 100 : null)) });
  expect(worstDays(hourErrors(part, ZONE), 5).map(({ day }) => day)).toEqual(['2026-11-21']);
});
