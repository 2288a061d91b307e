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
  { isFallback = false, lastLeadDay = LAST_LEAD_DAY as number, days = DAYS, rows = 0 } = {},
): EnsembleMember {
  const past = new Map(
    Array.from({ length: days }, (_, day) => day).map((day) => [day, new Float64Array(OUTPUTS).fill(errorOf(day))]),
  );
  return { kind: 'grids', isFallback, member: { past, rows, design: { lastLeadDay } } as unknown as Member };
}
const even = (size: number) => (day: number) => (day % 2 === 0 ? size : -size);
const pairs = (size: number) => (day: number) => (day % 4 < 2 ? size : -size);

const weightsOf = (members: readonly EnsembleMember[], trainingCutoff = DAYS) => {
  const errors = new MemberErrors(members, ACTUAL, 0, trainingCutoff);
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

  test('are the initial ones with less than sixty days of errors', () => {
    const { withPrimary } = weightsOf([memberWith(even(0.05)), memberWith(pairs(0.1))], 60);
    expect([withPrimary[0]![1], withPrimary[1]![1]]).toEqual([1, 1]);
  });
});

test('a fallback member has a weight beside a primary one, and one among fallback members', () => {
  const members = [
    memberWith(even(0.05)),
    memberWith(pairs(0.05), { isFallback: true }),
    memberWith(even(0.2), { isFallback: true }),
  ];
  const { withPrimary, fallbackOnly } = weightsOf(members);
  expect(withPrimary[1]![3]).toBeGreaterThan(0.3);
  expect(fallbackOnly[1]![3]).toBeGreaterThan(0.8);
});

test.each([
  { name: 'no weight before sixty days of errors', days: 59, share: 0 },
  { name: 'half of its weight with half of the days', days: 90, share: 0.5 },
  { name: 'all of it once its days are many', days: 180, share: 1 },
  { name: 'a part of its weight by the age of its fit', days: 90, rows: 365 + 0.75 * 335, share: 0.75 },
  { name: 'all of it with fits of two years', days: 90, rows: 700, share: 1 },
])('a younger member has $name', ({ days, rows = 0, share }) => {
  const since = DAYS + 40 - days;
  const young = memberWith((day) => (day < since ? Number.NaN : even(0.02)(day)), { days: DAYS + 40, rows });
  const others = [
    memberWith(pairs(0.05), { days: DAYS + 40 }),
    memberWith(pairs(0.06), { isFallback: true, days: DAYS + 40 }),
  ];
  const weightIn = (members: readonly EnsembleMember[]) =>
    weightsOf(members, DAYS + 40).withPrimary.at(-1)![0]! / total(weightsOf(members, DAYS + 40).withPrimary, 0);
  const sameStart = others.map(({ member, ...rest }) => ({ ...rest, member: lastDays(member, since) }));
  const whole = days < 60 ? 1 : weightIn([...sameStart, young]);
  expect(weightIn([...others, young])).toBeCloseTo(share * whole, 6);
});

test.each([
  { name: '31 days later is of the same cohort', start: 31, isYounger: false },
  { name: '32 days later is younger', start: 32, isYounger: true },
])('a member whose past begins $name', ({ start, isYounger }) => {
  const late = memberWith((day) => (day < start ? Number.NaN : even(0.02)(day)));
  const { withPrimary } = weightsOf([memberWith(pairs(0.05)), late]);
  const { withPrimary: whole } = weightsOf([memberWith((day) => (day < start ? Number.NaN : pairs(0.05)(day))), late]);
  expect(withPrimary[1]![0]! < whole[1]![0]! - 1e-6).toBe(isYounger);
});

const total = (table: readonly Float64Array[], leadDay: number) => table.reduce((sum, each) => sum + each[leadDay]!, 0);

/** A member whose past begins on a day. */
function lastDays(member: Member, since: number): Member {
  return { ...member, past: new Map([...member.past].filter(([day]) => day >= since)) } as unknown as Member;
}

test('a member is compared only on the lead days that it forecasts', () => {
  const { withPrimary } = weightsOf([memberWith(even(0.2)), memberWith(pairs(0.02), { lastLeadDay: 4 })]);
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
  const members = [memberWith(even(0.05)), memberWith(pairs(0.08)), memberWith(even(0.1), { isFallback: true })];
  const errors = new MemberErrors(members, ACTUAL, 0, DAYS);
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

test('hours that were not measured are not compared', () => {
  const none = { measured: () => Number.NaN } as Pick<DayTable, 'measured'> as DayTable;
  const errors = new MemberErrors([memberWith(even(0.05)), memberWith(pairs(0.2))], none, 0, DAYS);
  errors.fitTo(DAYS);
  expect(errors.weights.withPrimary.map(([today]) => today)).toEqual([1, 1]);
});
