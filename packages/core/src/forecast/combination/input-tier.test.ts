import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { forecastsOf, measuredDays } from '../../testing/measured-days.js';
import { type ForecastLogOf, pastMember } from '../../testing/past-members.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { type EnsembleMember, initialWeights, LAST_LEAD_DAY } from './ensemble.js';
import { InputTier, recentError } from './input-tier.js';

const LEADS = LAST_LEAD_DAY + 1;
const CUTOFF = dayNumber(2024, 5, 31);
const FIRST = CUTOFF - 300;
const ACTUAL = measuredDays(FIRST, 330, () => 9);

const memberOf = (isFallback: boolean, logOf: ForecastLogOf, from = FIRST, to = CUTOFF) =>
  pastMember(isFallback, logOf, from, to);

describe('an input tier', () => {
  const refit: Refit = { refitAt: 0, trainingCutoff: CUTOFF };
  const tierOf = (members: readonly EnsembleMember[]) => {
    const tier = new InputTier('load', members);
    tier.prepare(refit, ACTUAL);
    return tier;
  };
  /** Each member's forecasts of the days from the cutoff to the issue day. */
  const recent = (members: readonly EnsembleMember[], days: number, logOf: ForecastLogOf) =>
    new Map(
      members.map(({ member }) => [
        member,
        [...forecastsOf(CUTOFF, CUTOFF + days, LEADS, logOf).values()] as readonly Float64Array[],
      ]),
    );

  test('forecasts the issue day and has the weeks before it, past and recent', () => {
    const members = [memberOf(false, () => 9.01)];
    const { byDay, logs } = tierOf(members).forecasts(
      recent(members, 3, () => 9.05),
      CUTOFF + 2,
      ACTUAL,
    );
    expect(logs[40]).toBeCloseTo(9.05, 12);
    expect(byDay.get(CUTOFF - 1)![40]).toBeCloseTo(9.01, 12);
    expect(byDay.get(CUTOFF + 1)![40]).toBeCloseTo(9.05, 12);
    expect(byDay.has(CUTOFF - 60)).toBe(false);
  });

  test.each([
    { name: 'a primary member without a forecast of tomorrow', isFallback: false, covers: false },
    { name: 'a fallback member without one', isFallback: true, covers: true },
  ])('with $name: covers tomorrow is $covers', ({ isFallback, covers }) => {
    const members = [memberOf(false, () => 9), memberOf(isFallback, () => 9)];
    const logs = recent(members, 1, () => 9);
    logs.set(members[1]!.member, [new Float64Array(LEADS * 24).fill(Number.NaN)]);
    expect(tierOf(members).coversTomorrow(logs)).toBe(covers);
  });

  test('its recent error is the mean of tomorrow’s errors over the four weeks before', () => {
    const members = [memberOf(false, (day) => (day === CUTOFF - 3 ? 9.28 : 9))];
    const forecasts = tierOf(members).forecasts(
      recent(members, 1, () => 9),
      CUTOFF,
      ACTUAL,
    );
    expect(recentError(forecasts, ACTUAL, CUTOFF)).toBeCloseTo(0.28 / 28, 12);
  });

  test('with less than a week of errors its recent error is unknown', () => {
    const members = [memberOf(false, () => 9, CUTOFF - 5)];
    const forecasts = tierOf(members).forecasts(
      recent(members, 1, () => 9),
      CUTOFF,
      ACTUAL,
    );
    expect(recentError(forecasts, ACTUAL, CUTOFF)).toBeNaN();
  });

  test.each([
    { name: 'takes its steady error off', takesOff: true, log: 9.002 },
    { name: 'leaves it where it is', takesOff: false, log: 9.01 },
  ])('a tier that $name, in the past and now, also from its state', ({ takesOff, log }) => {
    const members = [memberOf(false, () => 9.01)];
    const tier = new InputTier('load', members, takesOff);
    tier.prepare(refit, ACTUAL);
    const logs = recent(members, 3, () => 9.01);
    const { byDay, logs: now, correction } = tier.forecasts(logs, CUTOFF + 2, ACTUAL);
    for (const found of [byDay.get(CUTOFF - 1)!, byDay.get(CUTOFF + 1)!, now]) expect(found[40]).toBeCloseTo(log, 3);
    expect(correction[40]).toBeCloseTo(log - 9.01, 3);
    const restored = new InputTier('load', members, takesOff);
    restored.restore(CUTOFF, { ...tier.state, calibration: undefined });
    expect(restored.forecasts(logs, CUTOFF + 2, ACTUAL).logs).toEqual(now);
  });

  test.each([
    { name: 'half where an autoregression is wrong by as much', wrongBy: 0.01, share: 0.5 },
    { name: 'a third where it is wrong by twice as much', wrongBy: 0.02, share: 1 / 3 },
  ])('the share of the next hours is $name, also from its state', ({ wrongBy, share }) => {
    const tier = new InputTier('load', [memberOf(false, (day) => 9 + (day % 2 === 0 ? 0.01 : -0.01))]);
    const past = forecastsOf(FIRST, CUTOFF, 2, (day) => 9 + (day % 4 < 2 ? wrongBy : -wrongBy));
    tier.prepare(refit, ACTUAL, { past, knownHours: 8 });
    expect(tier.past.nearShares![0]).toBeCloseTo(share, 2);
    const restored = new InputTier('load', tier.members);
    restored.restore(CUTOFF, { ...tier.state, calibration: undefined });
    expect(restored.past.nearShares).toEqual(tier.past.nearShares);
  });

  test('with nothing to be averaged with there is no share', () => {
    expect(tierOf([memberOf(false, () => 9)]).past.nearShares).toBeUndefined();
  });

  test('prepared again for the same refit it keeps its past', () => {
    const tier = tierOf([memberOf(false, () => 9)]);
    const { past } = tier;
    tier.prepare(refit, ACTUAL);
    expect(tier.past).toBe(past);
  });

  test('before it is prepared its weights are the initial ones', () => {
    const members = [memberOf(false, () => 9), memberOf(true, () => 9)];
    expect(new InputTier('load', members).past.weights).toEqual(initialWeights(members));
  });

  test.each([
    { name: 'its own', given: undefined, log: 9.02 },
    { name: 'those given', given: [1, 3], log: 9.03 },
  ])('combines its members’ forecasts with $name weights', ({ given, log }) => {
    const members = [memberOf(false, () => 9, CUTOFF - 50), memberOf(false, () => 9.04, CUTOFF - 50)];
    const logs = new Map(members.map(({ member }, i) => [member, [new Float64Array(LEADS * 24).fill(9 + 0.04 * i)]]));
    const table = given?.map((weight) => new Float64Array(LEADS).fill(weight));
    const weights = table && { withPrimary: table, fallbackOnly: table };
    expect(tierOf(members).combined(logs, 0, weights)[100]).toBeCloseTo(log, 12);
  });

  test.each([
    { name: 'issued 30 days before', issued: 30, leadDay: 1, error: 0 },
    { name: 'issued 29 days before', issued: 29, leadDay: 1, error: 0.01 },
    { name: 'issued the day before yesterday', issued: 2, leadDay: 1, error: 0.01 },
    { name: 'issued yesterday, of the issue day', issued: 1, leadDay: 1, error: 0 },
    { name: 'of another lead day', issued: 10, leadDay: 2, error: 0 },
  ])('an error of 0.28 $name adds $error to the recent error', ({ issued, leadDay, error }) => {
    const isWrong = (day: number, lead: number) => day === CUTOFF - issued && lead === leadDay;
    const members = [memberOf(false, (day, lead) => (isWrong(day, lead) ? 9.28 : 9))];
    const forecasts = tierOf(members).forecasts(
      recent(members, 1, () => 9),
      CUTOFF,
      ACTUAL,
    );
    expect(recentError(forecasts, ACTUAL, CUTOFF)).toBeCloseTo(error, 12);
  });
});
