import { expect, test } from 'vitest';
import { oddsText, peakDays, peakRecord } from './peak-days.js';

const ZONE = 'America/New_York';

/** An answer of one row whose odds are on the hours given, by order in the day. */
function answerOf(day: string, odds: Readonly<Record<number, number>>, more: Readonly<Record<string, unknown>> = {}) {
  const hours = Object.entries(odds).map(([order, pct]) => [`hour_${order}_pct`, [pct]]);
  const columns = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, [value]]));
  return { data: { day: [day], state: ['forecast'], ...Object.fromEntries(hours), ...columns }, meta: {} };
}

test.each([
  { day: '2026-11-22', name: 'a day of 24 hours', order: 18, hour: 17 },
  { day: '2026-03-08', name: 'a day without its third hour', order: 17, hour: 17 },
  { day: '2026-11-01', name: 'a day with its second hour twice', order: 19, hour: 17 },
])('on $name hour $order is $hour:00 by the clock', ({ day, order, hour }) => {
  const [found] = peakDays(answerOf(day, { [order]: 74 }), ZONE);
  expect(found?.hourPcts.flatMap((pct, at) => (pct === null ? [] : [[at, pct]]))).toEqual([[hour, 74]]);
});

test('an hour that is there twice has the odds of both', () => {
  const [found] = peakDays(answerOf('2026-11-01', { 2: 10, 3: 15 }), ZONE);
  expect(found?.hourPcts[1]).toBe(25);
});

test('without odds, as on the Free plan, a day has its peak alone', () => {
  const [found] = peakDays(answerOf('2026-11-22', {}, { peak_mw: 100, peak_time_utc: '2026-11-22T22:00:00Z' }), ZONE);
  expect([found?.peakMw, found?.monthPct, found?.hourPcts.every((pct) => pct === null)]).toEqual([100, null, true]);
});

test('of past days it is counted how often the likeliest hour came, and how often it was promised', () => {
  const at = '2026-11-22T22:00:00Z';
  const row = (more: Readonly<Record<string, unknown>>) => ({
    p10: 90,
    p90: 110,
    peak_time_utc: at,
    actual_peak_mw: 100,
    actual_peak_time_utc: at,
    ...more,
  });
  const days = [
    row({}),
    row({ actual_peak_mw: 120 }),
    row({ actual_peak_time_utc: '2026-11-22T23:00:00Z' }),
    row({ p10: null }), // a day before odds were kept
    row({ actual_peak_mw: null }),
  ].flatMap((more) => peakDays(answerOf('2026-11-22', { 18: 60 }, more), ZONE));
  const { days: count, hourHits, hourHitsPromised, inside } = peakRecord(days, ZONE);
  expect([count, hourHits, Number(hourHitsPromised.toFixed(3)), inside]).toEqual([3, 2, 1.8, 2]);
});

test.each([
  [null, 'pending'],
  [0, 'under 1 %'],
  [0.99, 'under 1 %'],
  [1, '1 %'],
  [73.6, '74 %'],
  [99, '99 %'],
  [100, 'over 99 %'],
])('odds of %s are written %s', (pct, text) => expect(oddsText(pct)).toBe(text));
