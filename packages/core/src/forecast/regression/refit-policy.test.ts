import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { monthlyRefit, type Refit, refitOn } from '../inputs/training-cutoff.js';
import { RefitPolicy, type TrainingSeries } from './refit-policy.js';

const MARCH = monthlyRefit(Date.UTC(2023, 2, 5));
const APRIL = monthlyRefit(Date.UTC(2023, 3, 5));
const MID_MARCH = refitOn(Date.UTC(2023, 2, 17));

/** A series, and a way to restate one of its days. */
function countedSeries(id: string) {
  const changed: number[] = [];
  const trainingView = {
    get changes() {
      return changed.length;
    },
    changedSince: (changes: number) => Math.min(Number.POSITIVE_INFINITY, ...changed.slice(changes)),
  } as Pick<DayTable, 'changes' | 'changedSince'> as DayTable;
  const series: TrainingSeries = { id, trainingView, issueView: trainingView, readTraining() {} };
  return { series, restate: (day: number) => changed.push(day) };
}

describe.each([true, false])('with training rows kept: %s', (canExtend) => {
  test.each<{ name: string; from: Refit; to: Refit; restated?: number; other?: number[]; action: string }>([
    { name: 'the same refit', from: MARCH, to: MARCH, action: 'keep' },
    { name: 'a month later', from: MARCH, to: APRIL, action: canExtend ? 'extend' : 'rebuild' },
    { name: 'a month earlier', from: APRIL, to: MARCH, action: 'rebuild' },
    { name: 'from the middle of a month', from: MID_MARCH, to: APRIL, action: 'rebuild' },
    { name: 'with other inputs', from: MARCH, to: MARCH, other: [1], action: 'rebuild' },
    { name: 'a restated training day', from: MARCH, to: APRIL, restated: dayNumber(2022, 5, 1), action: 'rebuild' },
    {
      name: 'a restated day after the cutoff',
      from: MARCH,
      to: MARCH,
      restated: dayNumber(2023, 3, 9),
      action: 'keep',
    },
  ])('$name: $action', ({ from, to, restated, other = [], action }) => {
    const { series, restate } = countedSeries('PJM');
    const policy = new RefitPolicy(canExtend);
    policy.record(from, [series]);
    if (restated !== undefined) restate(restated);
    expect(policy.actionFor(to, [series], other)).toBe(action);
  });
});

test.each<{ name: string; ids: string[] }>([
  { name: 'one series more', ids: ['PJM', 'MISO'] },
  { name: 'one series less', ids: [] },
])('$name: rebuild', ({ ids }) => {
  const policy = new RefitPolicy(true);
  policy.record(MARCH, [countedSeries('PJM').series]);
  const series = ids.map((id) => countedSeries(id).series);
  expect(policy.actionFor(MARCH, series)).toBe('rebuild');
});

test('before the first fit: rebuild', () => {
  expect(new RefitPolicy(true).actionFor(MARCH, [countedSeries('PJM').series])).toBe('rebuild');
});
