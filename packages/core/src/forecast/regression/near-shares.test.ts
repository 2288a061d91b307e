import { describe, expect, test } from 'vitest';
import { forecastsOf, measuredDays } from '../../testing/measured-days.js';
import { MEMBERS } from '../settings.data.js';
import { nearSharesOf } from './near-shares.js';

const CUTOFF = 19_000;
const DAYS = 400;
const FIRST = CUTOFF - DAYS;
const LEVEL = 9;
/** Errors of two days out of four, in turn: what one forecast misses says nothing of what the other does. */
const onOddDays = (day: number) => (day % 2 === 0 ? 1 : -1);
const onPairs = (day: number) => (day % 4 < 2 ? 1 : -1);

type ErrorOf = (issueDay: number, leadDay: number) => number;

interface Errors {
  readonly ensemble?: ErrorOf;
  readonly autoregression?: ErrorOf;
  readonly load?: (day: number) => number;
  readonly days?: number;
  readonly knownHours?: number;
  readonly leastShare?: number;
}

/** Shares after forecasts that were wrong by so much, as differences of logs. */
function sharesAfter(errors: Errors): Float64Array {
  const { ensemble, autoregression, load, days = DAYS, knownHours = 8, leastShare } = errors;
  const actual = measuredDays(FIRST, DAYS + 3, (day) => LEVEL + (load?.(day) ?? 0));
  const pastOf = (leadDays: number, errorOf?: ErrorOf) =>
    forecastsOf(CUTOFF - days, CUTOFF, leadDays, (day, leadDay) => LEVEL + (errorOf?.(day, leadDay) ?? 0));
  return nearSharesOf(
    pastOf(18, ensemble),
    { past: pastOf(2, autoregression), knownHours, leastShare },
    actual,
    CUTOFF,
  );
}

describe('the share of the autoregression', () => {
  test.each<Errors & { name: string; share: number }>([
    {
      name: 'is half where both are wrong by as much, each by itself',
      ensemble: (day) => 0.02 * onOddDays(day),
      autoregression: (day) => 0.02 * onPairs(day),
      share: 0.5,
    },
    {
      name: 'is a third where it is wrong by twice as much',
      ensemble: (day) => 0.01 * onOddDays(day),
      autoregression: (day) => 0.02 * onPairs(day),
      share: 1 / 3,
    },
    { name: 'is all where it is never wrong', ensemble: (day) => 0.01 * onOddDays(day), share: 1 },
    { name: 'is none where the ensemble never is', autoregression: (day) => 0.01 * onOddDays(day), share: 0 },
    {
      name: 'is not above one where errors on the same days are larger',
      ensemble: (day) => 0.03 * onOddDays(day),
      autoregression: (day) => 0.01 * onOddDays(day),
      share: 1,
    },
    { name: 'is none where both are alike', share: 0 },
    {
      name: 'is the least where less would have been better',
      autoregression: (day) => 0.01 * onOddDays(day),
      leastShare: 0.7,
      share: 0.7,
    },
    {
      name: 'is above the least where more would',
      ensemble: (day) => 0.01 * onOddDays(day),
      leastShare: 0.7,
      share: 1,
    },
    { name: 'is none after two weeks', ensemble: (day) => 0.01 * onOddDays(day), days: 14, share: 0 },
  ])('$name', ({ share, ...errors }) => {
    const shares = sharesAfter(errors);
    expect(shares).toHaveLength(MEMBERS.nearHours);
    for (const each of shares) expect(each).toBeCloseTo(share, 2);
  });

  test('is that of an hour after the known ones, whatever day it is on', () => {
    const wrongToday = (day: number, leadDay: number) => (leadDay === 0 ? 0.01 * onOddDays(day) : 0);
    const wrongTomorrow = (day: number, leadDay: number) => 0.01 * onOddDays(day) - wrongToday(day, leadDay);
    const shares = sharesAfter({ ensemble: wrongToday, autoregression: wrongTomorrow, knownHours: 20 });
    expect(Array.from(shares, (share) => Math.round(share))).toEqual([1, 1, 1, 1, ...Array(12).fill(0)]);
  });
});

test('a day of cuts counts as a bad day, and not as a hundred', () => {
  const errors: Errors = { ensemble: (day) => 0.01 * onOddDays(day), autoregression: (day) => 0.01 * onPairs(day) };
  const cutsOn = CUTOFF - 40;
  const shares = sharesAfter({ ...errors, load: (day) => (day === cutsOn ? -2 : 0) });
  expect(shares[0]).toBeGreaterThan(0.3);
  expect(shares[0]).toBeLessThan(0.7);
});

test('load from the training cutoff on is not read', () => {
  const errors: Errors = { ensemble: (day) => 0.01 * onOddDays(day), knownHours: 20 };
  const later = sharesAfter({ ...errors, load: (day) => (day >= CUTOFF ? 0.2 : 0) });
  expect(later).toEqual(sharesAfter(errors));
});
