import { describe, expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';
import { type Submitted, type SubmittedQuery, submittedHours } from './submitted-hours.js';

const PJM = areaById('pjm');
const CHOICE = { kind: 'gate', daysBefore: 1, timeOfDayMs: 9 * HOUR_MS } as const;
const LATE = Date.UTC(2027, 5, 1);

/** The gate at 09:00 in New York on the day before, written out by hand. */
const DAYS = [
  { name: 'a plain day', day: '2026-11-22', gate: '2026-11-21T14:00Z', hours: 24 },
  { name: 'the spring change', day: '2026-03-08', gate: '2026-03-07T14:00Z', hours: 23 },
  { name: 'the autumn change', day: '2026-11-01', gate: '2026-10-31T13:00Z', hours: 25 },
  { name: 'a leap day', day: '2024-02-29', gate: '2024-02-28T14:00Z', hours: 24 },
  { name: 'the end of a year', day: '2026-12-31', gate: '2026-12-30T14:00Z', hours: 24 },
];

/** The store's read, over a list in order of arrival. */
const reader =
  (all: readonly Submitted[]) =>
  async ({ window, asOf, before, most }: SubmittedQuery) =>
    all
      .filter(({ receivedAt, position }) => receivedAt <= asOf && position < before)
      .filter(
        ({ hours, withdraws }) =>
          withdraws !== null || hours.some(({ start }) => start >= window.start && start < window.end),
      )
      .reverse()
      .slice(0, most);

describe.each(DAYS)('on $name', ({ day, gate, hours: count }) => {
  const window = operatingDayWindow(PJM.marketTimezone, day);
  const GATE = Date.parse(gate);
  const all = Array.from({ length: (window.end - window.start) / HOUR_MS }, (_, hour) => hour);
  const run = (position: number, receivedAt: number, mw: number, hours = all): Submitted => ({
    ...{ position, receivedAt, withdraws: null },
    hours: hours.map((hour) => ({
      start: window.start + hour * HOUR_MS,
      valueMw: mw,
      p10Mw: mw - 5,
      p90Mw: Number.NaN,
    })),
  });
  const withdrawal = (position: number, receivedAt: number, withdraws: number): Submitted => ({
    ...{ position, receivedAt, withdraws, hours: [] },
  });
  const read = async (list: readonly Submitted[], asOf = LATE) =>
    submittedHours(
      { forecasters: { known: reader(list) } },
      { forecasterId: 'fct_1', area: PJM, window, asOf, choice: CHOICE },
    );

  test.each([
    { name: 'the last millisecond counts', list: [run(1, GATE, 7)], values: [7] },
    { name: 'a millisecond later does not', list: [run(1, GATE + 1, 7)], values: [Number.NaN] },
    {
      name: 'the newest at the gate counts',
      list: [run(1, GATE - 9, 7), run(2, GATE, 8), run(3, GATE + 1, 9)],
      values: [8],
    },
    {
      name: 'a withdrawal before the gate brings back the one before',
      list: [run(1, GATE - 9, 7), run(2, GATE - 8, 8), withdrawal(3, GATE, 2)],
      values: [7],
    },
    {
      name: 'a withdrawal after the gate changes nothing',
      list: [run(1, GATE, 7), withdrawal(2, GATE + 1, 1)],
      values: [7],
    },
    {
      name: 'more runs than a page are read',
      list: [run(1, GATE - 99, 7), ...Array.from({ length: 120 }, (_, i) => run(i + 2, GATE - 98, 8, [0]))],
      values: [8, 7],
    },
  ])('$name', async ({ list, values }) => {
    expect(all.length).toBe(count);
    const { valueMw, p10Mw, p90Mw } = await read(list);
    const wanted = all.map((hour) => values[hour] ?? values.at(-1)!);
    expect(Array.from(valueMw)).toEqual(wanted);
    expect(Array.from(p10Mw)).toEqual(wanted.map((mw) => mw - 5));
    expect(p90Mw.every(Number.isNaN)).toBe(true);
  });

  test('an answer as of an instant stays as it was whatever comes later', async () => {
    const list = [run(1, GATE - 2, 7), run(2, GATE, 8, [3]), withdrawal(3, GATE + 5, 1), run(4, GATE + 9, 9)];
    for (const asOf of [GATE - 3, GATE - 1, GATE, GATE + 5, LATE]) {
      const known = list.filter(({ receivedAt }) => receivedAt <= asOf);
      expect(await read(list, asOf)).toEqual(await read(known, asOf));
    }
    expect((await read(list, GATE - 1)).valueMw.every(Number.isNaN)).toBe(true);
  });
});
