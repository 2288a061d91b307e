import { describe, expect, test } from 'vitest';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { type EnsembleMember, LAST_LEAD_DAY, OUTPUTS } from './ensemble.js';
import { MemberErrors } from './member-errors.js';

const DAYS = 200;
/** The actual log load is 0 everywhere, so that a forecast is its own error. */
const ACTUAL = { measured: () => 0 } as Pick<DayTable, 'measured'> as DayTable;

/** A member with a given error on each day. */
function memberWith(
  errorOf: (day: number) => number,
  isFallback = false,
  lastLeadDay: number = LAST_LEAD_DAY,
): EnsembleMember {
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const past = new Map(days.map((day) => [day, new Float64Array(OUTPUTS).fill(errorOf(day))]));
  return { kind: 'grids', isFallback, member: { past, design: { lastLeadDay } } as unknown as Member };
}
const even = (size: number) => (day: number) => (day % 2 === 0 ? size : -size);
const pairs = (size: number) => (day: number) => (day % 4 < 2 ? size : -size);

const weightsOf = (members: readonly EnsembleMember[], trainingCutoff = DAYS) => {
  const errors = new MemberErrors(members, ACTUAL, 0);
  errors.fitTo(trainingCutoff);
  return errors.weights;
};

describe('weights of two members', () => {
  test.each([
    { name: 'are equal when their errors are', sizes: [0.05, 0.05], first: 0.5 },
    { name: 'are larger for smaller errors', sizes: [0.05, 0.1], first: 0.78 },
    { name: 'are the same for an error of 0.3 and a larger one', sizes: [0.3, 5], first: 0.5 },
  ])('$name', ({ sizes: [a, b], first }) => {
    const { withPrimary } = weightsOf([memberWith(even(a!)), memberWith(pairs(b!))]);
    expect(withPrimary[0]![1]! / (withPrimary[0]![1]! + withPrimary[1]![1]!)).toBeCloseTo(first, 1);
  });

  test('are the initial ones with less than 120 days of errors', () => {
    const { withPrimary } = weightsOf([memberWith(even(0.05)), memberWith(pairs(0.1))], 100);
    expect([withPrimary[0]![1], withPrimary[1]![1]]).toEqual([1, 1]);
  });
});

test('a fallback member has a weight beside a primary one, and one among fallback members', () => {
  const members = [memberWith(even(0.05)), memberWith(pairs(0.05), true), memberWith(even(0.2), true)];
  const { withPrimary, fallbackOnly } = weightsOf(members);
  expect(withPrimary[1]![3]).toBeGreaterThan(0.3);
  expect(fallbackOnly[1]![3]).toBeGreaterThan(0.8);
});

test.each([
  { name: 'none of its weight before 120 days of errors', since: DAYS - 100, share: 0 },
  { name: 'a third of its weight with a third of a year', since: DAYS - 122, share: 122 / 365 },
  { name: 'all of it where its past begins with the others', since: 20, share: 1 },
])('a young member has $name', ({ since, share }) => {
  const young = memberWith((day) => (day < since ? Number.NaN : even(0.02)(day)));
  const weightOf = (members: readonly EnsembleMember[]) => {
    const { withPrimary } = weightsOf(members);
    return withPrimary.at(-1)![0]! / withPrimary.reduce((sum, weights) => sum + weights[0]!, 0);
  };
  const others = [memberWith(pairs(0.05)), memberWith(pairs(0.06), true)];
  const whole = weightOf([
    ...others.map(({ member, ...rest }) => ({ ...rest, member: lastDays(member, since) })),
    young,
  ]);
  expect(weightOf([...others, young])).toBeCloseTo(share * whole, 6);
});

/** A member whose past begins on a day. */
function lastDays(member: Member, since: number): Member {
  return { ...member, past: new Map([...member.past].filter(([day]) => day >= since)) } as unknown as Member;
}

test('a member is compared only on the lead days that it forecasts', () => {
  const { withPrimary } = weightsOf([memberWith(even(0.2)), memberWith(pairs(0.02), false, 4)]);
  expect(withPrimary[0]![4]).toBeLessThan(0.1);
  expect(withPrimary[0]![5]).toBe(1);
});

test.each([
  { leadDay: 1, isChanged: true },
  { leadDay: 2, isChanged: true },
  { leadDay: 3, isChanged: false },
  { leadDay: LAST_LEAD_DAY, isChanged: false },
])(
  'issue days from three before the cutoff change weights of lead day $leadDay: $isChanged',
  ({ leadDay, isChanged }) => {
    const from = DAYS - 3;
    const shareOf = (last: number) => {
      const { withPrimary } = weightsOf([
        memberWith((day) => (day >= from ? last : even(0.05)(day))),
        memberWith(pairs(0.05)),
      ]);
      return withPrimary[0]![leadDay];
    };
    expect(shareOf(0.3) !== shareOf(0.01)).toBe(isChanged);
  },
);

test('errors added month by month give the weights of all at once', () => {
  const members = [memberWith(even(0.05)), memberWith(pairs(0.08)), memberWith(even(0.1), true)];
  const errors = new MemberErrors(members, ACTUAL, 0);
  for (const trainingCutoff of [30, 60, 61, 150, DAYS]) errors.fitTo(trainingCutoff);
  expect(errors.weights).toEqual(weightsOf(members));
});

test('later errors count more than earlier ones of the same size', () => {
  const half = DAYS / 2;
  const improved = memberWith((day) => even(day < half ? 0.1 : 0.05)(day));
  const worsened = memberWith((day) => pairs(day < half ? 0.05 : 0.1)(day));
  const { withPrimary } = weightsOf([improved, worsened]);
  expect(withPrimary[0]![0]).toBeGreaterThan(withPrimary[1]![0]! + 0.02);
});

test.each([
  { name: '119', forecast: 119, isInitial: true },
  { name: '120', forecast: 120, isInitial: false },
])('with $name days that both members have forecast the weights are initial: $isInitial', ({ forecast, isInitial }) => {
  const late = memberWith((day) => (day < DAYS - forecast ? Number.NaN : pairs(0.2)(day)));
  const { withPrimary } = weightsOf([memberWith(even(0.05)), late]);
  expect(withPrimary[1]![0] === 1).toBe(isInitial);
});

test('hours that were not measured are not compared', () => {
  const none = { measured: () => Number.NaN } as Pick<DayTable, 'measured'> as DayTable;
  const errors = new MemberErrors([memberWith(even(0.05)), memberWith(pairs(0.2))], none, 0);
  errors.fitTo(DAYS);
  expect(errors.weights.withPrimary.map(([today]) => today)).toEqual([1, 1]);
});
