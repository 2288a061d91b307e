import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { syntheticSeries } from '../../testing/synthetic-data.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { cutoffsUpTo, monthlyCutoff, monthlyRefit, nextMonthlyCutoff, refitFor } from './training-cutoff.js';

test.each([
  { at: Date.UTC(2024, 2, 1), instant: Date.UTC(2024, 2, 1), trainingCutoff: dayNumber(2024, 2, 29) },
  { at: Date.UTC(2024, 2, 31, 23, 59), instant: Date.UTC(2024, 2, 1), trainingCutoff: dayNumber(2024, 2, 29) },
  { at: Date.UTC(2023, 11, 31, 23), instant: Date.UTC(2023, 11, 1), trainingCutoff: dayNumber(2023, 11, 30) },
])('the month refit of $at trains on days before the last of the month before', ({ at, instant, trainingCutoff }) => {
  expect(monthlyRefit(at)).toEqual({ refitAt: instant, trainingCutoff });
});

describe('cutoffs', () => {
  const refit = monthlyRefit(Date.UTC(2024, 2, 15));

  test.each([
    {
      name: 'the last day of February belongs to March',
      day: dayNumber(2024, 2, 29),
      trainingCutoff: dayNumber(2024, 2, 29),
    },
    { name: 'the day before to February', day: dayNumber(2024, 2, 28), trainingCutoff: dayNumber(2024, 1, 31) },
    { name: 'over the year end', day: dayNumber(2023, 12, 31), trainingCutoff: dayNumber(2023, 12, 31) },
  ])('$name', ({ day, trainingCutoff }) => expect(monthlyCutoff(day)).toBe(trainingCutoff));

  test('follow one another by months, the refit last', () => {
    const cutoffs = cutoffsUpTo(refit, dayNumber(2023, 11, 12));
    expect(cutoffs).toEqual([
      dayNumber(2023, 10, 31),
      dayNumber(2023, 11, 30),
      dayNumber(2023, 12, 31),
      dayNumber(2024, 1, 31),
      dayNumber(2024, 2, 29),
    ]);
    for (let i = 1; i < cutoffs.length; i++) expect(nextMonthlyCutoff(cutoffs[i - 1]!)).toBe(cutoffs[i]);
    for (const trainingCutoff of cutoffs) expect(monthlyCutoff(trainingCutoff)).toBe(trainingCutoff);
  });
});

describe('the refit of an issue', () => {
  const start = Date.UTC(2023, 0, 1);
  const issuedAt = Date.UTC(2023, 11, 12, 15, 20);
  const values = new Float64Array(400 * 24).fill(1000);
  const knownFrom = (at: number) => syntheticSeries(start, values, (hour) => Math.max(hour + 3 * HOUR_MS, at));

  test.each([
    { name: 'the month when history was known', at: 0, instant: Date.UTC(2023, 11, 1) },
    { name: 'the day when it was filled on the 5th', at: Date.UTC(2023, 11, 5), instant: Date.UTC(2023, 11, 12) },
    { name: 'the hour when it was filled today', at: issuedAt - 2 * HOUR_MS, instant: Date.UTC(2023, 11, 12, 15) },
    { name: 'the issue when it was filled within the hour', at: issuedAt - HOUR_MS / 6, instant: issuedAt },
  ])('is $name', ({ at, instant }) => {
    const refit = refitFor(knownFrom(at), issuedAt);
    expect(refit.refitAt).toBe(instant);
    expect(refit.trainingCutoff).toBe(Math.floor(instant / DAY_MS) - 1);
  });

  test.each([
    { before: 0, isMonths: false },
    { before: 15, isMonths: false },
    { before: 17, isMonths: true },
  ])('is that of the month only where it had load for a first fit: $before days, $isMonths', ({ before, isMonths }) => {
    const month = Date.UTC(2023, 11, 1);
    const young = syntheticSeries(month - before * DAY_MS, values, (hour) => hour + 3 * HOUR_MS);
    const refit = refitFor(young, month + (before === 0 ? 20 : 2) * DAY_MS + 15 * HOUR_MS);
    expect(refit.refitAt === month).toBe(isMonths);
  });
});
