import { describe, expect, test } from 'vitest';
import { pseudoRandom } from '../../testing/measured-days.js';
import type { Member } from '../regression/member.js';
import {
  combineLogs,
  type EnsembleMember,
  initialWeights,
  LAST_LEAD_DAY,
  OUTPUTS,
  writeNormalisedWeights,
} from './ensemble.js';

const member = { past: new Map() } as unknown as Member;
const first: EnsembleMember = { kind: 'weather', member, isFallback: false };
const second: EnsembleMember = { kind: 'operator', member, isFallback: false };
const fallback: EnsembleMember = { kind: 'grids', member, isFallback: true };
const NONE = Number.NaN;

const everywhere = (value: number) => new Float64Array(OUTPUTS).fill(value);
const byLeadDay = (value: number) => new Float64Array(LAST_LEAD_DAY + 1).fill(value);

test.each<{ name: string; members: EnsembleMember[]; forecasts: number[]; mean: number }>([
  {
    name: 'primary members are averaged with equal weights',
    members: [first, second, fallback],
    forecasts: [1, 3, 100],
    mean: 2,
  },
  {
    name: 'a primary member without a forecast is skipped',
    members: [first, second, fallback],
    forecasts: [NONE, 3, 100],
    mean: 3,
  },
  {
    name: 'the fallback member is used where no primary member has a forecast',
    members: [first, second, fallback],
    forecasts: [NONE, NONE, 9],
    mean: 9,
  },
  {
    name: 'the mean is missing where no member has a forecast',
    members: [first, fallback],
    forecasts: [NONE, NONE],
    mean: NONE,
  },
])('without past errors, $name', ({ members, forecasts, mean }) => {
  const combined = combineLogs(members, forecasts.map(everywhere), initialWeights(members));
  expect(new Set(combined)).toEqual(new Set([mean]));
});

test.each<{ name: string; withPrimary: number[]; fallbackOnly: number[]; forecasts: number[]; mean: number }>([
  {
    name: 'a fallback member with a weight is averaged with the primary one',
    withPrimary: [3, 1],
    fallbackOnly: [0, 1],
    forecasts: [4, 8],
    mean: 5,
  },
  {
    name: 'the fallback member is used alone where the primary one has no forecast',
    withPrimary: [3, 1],
    fallbackOnly: [0, 1],
    forecasts: [NONE, 8],
    mean: 8,
  },
  {
    name: 'a fallback member without a forecast is skipped',
    withPrimary: [3, 1],
    fallbackOnly: [0, 1],
    forecasts: [4, NONE],
    mean: 4,
  },
  {
    name: 'a member of weight 0 is used when no other has a forecast',
    withPrimary: [0, 1],
    fallbackOnly: [0, 1],
    forecasts: [4, NONE],
    mean: 4,
  },
])('with weights, $name', ({ withPrimary, fallbackOnly, forecasts, mean }) => {
  const weights = { withPrimary: withPrimary.map(byLeadDay), fallbackOnly: fallbackOnly.map(byLeadDay) };
  const combined = combineLogs([first, fallback], forecasts.map(everywhere), weights);
  expect(new Set(combined)).toEqual(new Set([mean]));
});

describe('each hour has the shares of the members that forecast it', () => {
  const weights = {
    withPrimary: [byLeadDay(3), byLeadDay(0), byLeadDay(1)],
    fallbackOnly: [byLeadDay(0), byLeadDay(0), byLeadDay(1)],
  };
  const without = (logs: Float64Array, ...outputs: number[]) => {
    for (const output of outputs) logs[output] = NONE;
    return logs;
  };
  test.each<{ name: string; logs: Float64Array[] }>([
    { name: 'all do', logs: [everywhere(2), everywhere(6), everywhere(8)] },
    { name: 'one lacks an hour of a day', logs: [without(everywhere(2), 5), everywhere(6), everywhere(8)] },
    { name: 'one lacks the first and the last', logs: [without(everywhere(2), 24, 47), everywhere(6), everywhere(8)] },
    { name: 'one of weight 0 lacks an hour', logs: [everywhere(2), without(everywhere(6), 30), everywhere(8)] },
    { name: 'no primary one does', logs: [without(everywhere(2), 7), without(everywhere(6), 7), everywhere(8)] },
    { name: 'nobody does', logs: [2, 6, 8].map((log) => without(everywhere(log), 0, 50)) },
    { name: 'one ends within a day', logs: [everywhere(2).subarray(0, 30), everywhere(6), everywhere(8)] },
  ])('$name', ({ logs }) => {
    const members = [first, second, fallback];
    const shares = new Float64Array(3);
    const expected = Float64Array.from({ length: OUTPUTS }, (_, output) => {
      writeNormalisedWeights(members, logs, weights, output, shares);
      const parts = logs.flatMap((ofMember, i) => (shares[i]! > 0 ? [shares[i]! * ofMember[output]!] : []));
      return parts.length === 0 ? NONE : parts.reduce((sum, part) => sum + part);
    });
    expect(combineLogs(members, logs, weights)).toEqual(expected);
  });
});

test('weights are those of the lead day, and a shorter member stops at its last', () => {
  const weights = { withPrimary: [byLeadDay(1), byLeadDay(0).fill(1, 1)], fallbackOnly: [byLeadDay(0), byLeadDay(0)] };
  const combined = combineLogs([first, second], [everywhere(2), everywhere(6).subarray(0, 48)], weights);
  expect([combined[23], combined[24], combined[47], combined[48]]).toEqual([2, 4, 4, 2]);
});

test.each<{ name: string; withPrimary: number[]; fallbackOnly: number[]; forecasts: number[]; shares: number[] }>([
  {
    name: 'they are the table’s over their sum',
    withPrimary: [200, 100, 100],
    fallbackOnly: [0, 0, 1],
    forecasts: [1, 1, 1],
    shares: [0.5, 0.25, 0.25],
  },
  {
    name: 'a primary member without a forecast gets 0 and the others add up to 1',
    withPrimary: [2, 3, 1],
    fallbackOnly: [0, 0, 1],
    forecasts: [NONE, 1, 1],
    shares: [0, 0.75, 0.25],
  },
  {
    name: 'without a primary forecast the table of fallback members is read',
    withPrimary: [2, 3, 0],
    fallbackOnly: [0, 0, 7],
    forecasts: [NONE, NONE, 1],
    shares: [0, 0, 1],
  },
  {
    name: 'members with a forecast but no weight are averaged',
    withPrimary: [0, 1, 0],
    fallbackOnly: [0, 0, 1],
    forecasts: [1, NONE, 1],
    shares: [0.5, 0, 0.5],
  },
  {
    name: 'without any forecast all are 0',
    withPrimary: [1, 1, 1],
    fallbackOnly: [0, 0, 1],
    forecasts: [NONE, NONE, NONE],
    shares: [0, 0, 0],
  },
])('normalised weights: $name', ({ withPrimary, fallbackOnly, forecasts, shares }) => {
  const weights = { withPrimary: withPrimary.map(byLeadDay), fallbackOnly: fallbackOnly.map(byLeadDay) };
  const written = new Float64Array(3).fill(9);
  writeNormalisedWeights([first, second, fallback], forecasts.map(everywhere), weights, 30, written);
  expect([...written]).toEqual(shares);
});

test('initial weights are those of all lead days: primary members in one table, fallback members in the other', () => {
  const { withPrimary, fallbackOnly } = initialWeights([first, fallback]);
  expect(withPrimary).toEqual([byLeadDay(1), byLeadDay(0)]);
  expect(fallbackOnly).toEqual([byLeadDay(0), byLeadDay(1)]);
});

test('the mean is never outside the forecasts that it is of', () => {
  const logs = [1, 2, 3].map((seed) => Float64Array.from({ length: OUTPUTS }, (_, i) => pseudoRandom(997 * seed + i)));
  const table = [1, 2, 3].map((seed) => byLeadDay(0).map((_, lead) => pseudoRandom(31 * seed + lead)));
  const combined = combineLogs([first, second, fallback], logs, { withPrimary: table, fallbackOnly: table });
  const isOutside = (log: number, i: number) =>
    log < Math.min(...logs.map((own) => own[i]!)) || log > Math.max(...logs.map((own) => own[i]!));
  expect([...combined].filter(isOutside)).toEqual([]);
});

test('each hour has the weights of the members that forecast it, whichever forecast the hour before', () => {
  const members = [first, second, fallback];
  const weights = {
    withPrimary: members.map((_, i) => byLeadDay(0).map((_zero, leadDay) => (leadDay + i) % 3)),
    fallbackOnly: members.map((_, i) => byLeadDay(i === 2 ? 1 : 0)),
  };
  // Gaps of one hour, of some hours and of some lead days; the third member ends early.
  const logs = [
    everywhere(0).map((_, output) => (output % 7 === 3 || output > 200 ? NONE : 8 + output / 100)),
    everywhere(0).map((_, output) => (output % 24 > 20 || output % 7 === 3 ? NONE : 9 - output / 100)),
    everywhere(7).slice(0, 96).fill(NONE, 10, 30),
  ];
  const shares = new Float64Array(members.length);
  const expected = everywhere(0).map((_, output) => {
    writeNormalisedWeights(members, logs, weights, output, shares);
    if (!shares.some((share) => share > 0)) return NONE;
    return members.reduce((sum, _member, i) => (shares[i]! > 0 ? sum + shares[i]! * logs[i]![output]! : sum), 0);
  });
  expect(combineLogs(members, logs, weights)).toEqual(expected);
  expect(new Set(Array.from(expected, Number.isNaN))).toEqual(new Set([true, false]));
});
