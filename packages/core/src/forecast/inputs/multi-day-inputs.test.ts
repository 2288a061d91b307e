import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { foldBlocks, type KnownSeries, type ObservationBlock } from '../../series/known-series.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { MULTI_DAY } from '../settings.data.js';
import { startOfDay } from './local-days.js';
import { MultiDayInputs } from './multi-day-inputs.js';
import { monthlyRefit } from './training-cutoff.js';

const ZONE = 'America/New_York';
const DAY = dayNumber(2024, 6, 16);
const KNOWN_HOURS = 8;
const noonOf = (day: number) => startOfDay(ZONE, day) + 12 * HOUR_MS;

/** The file of one day: published at 07:00 for that day and seven more, all hours with one value. */
function file(day: number, mw: number, publishedAt = startOfDay(ZONE, day) + 7 * HOUR_MS): ObservationBlock {
  const start = startOfDay(ZONE, day);
  const hours = (startOfDay(ZONE, day + 8) - start) / HOUR_MS;
  return { start, values: new Float64Array(hours).fill(mw), known: { kind: 'at', at: publishedAt } };
}
/** A file a day up to a day, of 1,000 MW and one more each day. */
const filesUpTo = (last: number, days = 20) =>
  Array.from({ length: days }, (_, i) => file(last - days + 1 + i, 1_000 + (last - days + 1 + i - DAY)));

function inputsAt(series: KnownSeries, issuedAt = noonOf(DAY), day = DAY): MultiDayInputs {
  const inputs = new MultiDayInputs(ZONE);
  expect(inputs.moveTo(series, monthlyRefit(issuedAt), issuedAt, day)).toBe(true);
  return inputs;
}
const mwAt = (inputs: MultiDayInputs, day: number, leadDay: number, hour = 12) =>
  Math.round(Math.exp(inputs.asOfIssueDay(day, KNOWN_HOURS).logs[24 * leadDay + hour]!));

describe('as of an issue day', () => {
  const inputs = inputsAt(foldBlocks(filesUpTo(DAY)));
  test.each([
    { name: 'today, at the issue', day: DAY, mw: 1_000 },
    { name: 'yesterday, as it was then', day: DAY - 1, mw: 999 },
    { name: 'two weeks ago', day: DAY - 14, mw: 986 },
  ])('$name: every lead day is that of the file of the day', ({ day, mw }) => {
    for (const leadDay of [0, 1, MULTI_DAY.lastLeadDay]) expect(mwAt(inputs, day, leadDay)).toBe(mw);
    expect(inputs.asOfIssueDay(day, KNOWN_HOURS).logs).toHaveLength(24 * (MULTI_DAY.lastLeadDay + 1));
  });

  test('a past day is read when its hours were known and two more: an earlier file where that is before the publication', () => {
    expect(mwAt(inputs, DAY - 3, 1)).toBe(997);
    const logs = inputs.asOfIssueDay(DAY - 3, 2).logs; // 04:00, before the file of 07:00
    expect(Math.round(Math.exp(logs[36]!))).toBe(996);
    expect(logs[24 * 7]).toBeNaN();
  });
});

describe('what was published after an issue', () => {
  test.each([
    { name: 'a minute before it is read', at: noonOf(DAY) - 60_000, mw: 5_000 },
    { name: 'at the very instant is read', at: noonOf(DAY), mw: 5_000 },
    { name: 'a minute after it is not', at: noonOf(DAY) + 60_000, mw: 1_000 },
  ])('$name', ({ at, mw }) => {
    expect(mwAt(inputsAt(foldBlocks([...filesUpTo(DAY), file(DAY, 5_000, at)])), DAY, 1)).toBe(mw);
  });

  test('changes no past day either, however late it came', () => {
    const late = file(DAY - 3, 5_000, noonOf(DAY) - HOUR_MS);
    expect(mwAt(inputsAt(foldBlocks([...filesUpTo(DAY), late])), DAY - 3, 1)).toBe(997);
  });
});

test.each([
  { name: 'renewed at 07:00', files: filesUpTo(DAY), ageHours: 5 },
  { name: 'not since the day before', files: filesUpTo(DAY - 1), ageHours: 29 },
  { name: 'never', files: [file(DAY - 30, 1)], ageHours: Number.NaN },
])('the age of tomorrow’s forecast, $name, is $ageHours hours', ({ files, ageHours }) => {
  expect(inputsAt(foldBlocks(files)).asOfIssueDay(DAY, KNOWN_HOURS).ageHours).toBe(ageHours);
});

describe('clocks', () => {
  /** One file of all hours, each with the number of the hour from the start of the day. */
  const numbered = (day: number) => {
    const { start, values, known } = file(day, 1);
    return foldBlocks([{ start, known, values: values.map((_, hour) => 1_000 + hour) }]);
  };
  test.each([
    { name: 'the spring change tomorrow', day: dayNumber(2024, 3, 9), hour: 12, mw: 1_000 + 24 + 11 },
    { name: 'the autumn change tomorrow', day: dayNumber(2024, 11, 2), hour: 12, mw: 1_000 + 24 + 13 },
    { name: 'a leap day tomorrow', day: dayNumber(2024, 2, 28), hour: 12, mw: 1_000 + 24 + 12 },
    { name: 'a new year tomorrow', day: dayNumber(2023, 12, 31), hour: 0, mw: 1_000 + 24 },
  ])('$name: wall-clock hours of 24 a day', ({ day, hour, mw }) => {
    expect(mwAt(inputsAt(numbered(day), noonOf(day), day), day, 1, hour)).toBe(mw);
  });

  test('the hour that the spring change skips is the mean of its neighbours', () => {
    const day = dayNumber(2024, 3, 9);
    const { logs } = inputsAt(numbered(day), noonOf(day), day).asOfIssueDay(day, KNOWN_HOURS);
    expect(logs[24 + 2]).toBeCloseTo((logs[24 + 1]! + logs[24 + 3]!) / 2, 12);
  });
});

test.each([0, -5, Number.NaN])('a forecast of %d MW is none', (mw) => {
  const { logs, ageHours } = inputsAt(foldBlocks([file(DAY, mw)])).asOfIssueDay(DAY, KNOWN_HOURS);
  expect([logs.every(Number.isNaN), ageHours]).toEqual([true, Number.NaN]);
});

test.each([
  { name: 'no series', series: undefined },
  { name: 'an empty one', series: foldBlocks([]) },
])('with $name there is nothing to move to', ({ series }) => {
  const issuedAt = noonOf(DAY);
  expect(new MultiDayInputs(ZONE).moveTo(series, monthlyRefit(issuedAt), issuedAt, DAY)).toBe(false);
});

describe('the generation, which rebuilds fits, counts', () => {
  const issuedAt = noonOf(DAY);
  const refit = monthlyRefit(issuedAt);
  test.each([
    { name: 'nothing, of a file after the refit', more: file(DAY, 7, issuedAt), changes: 0 },
    {
      name: 'a change, of one that was known at the refit',
      more: file(DAY - 20, 7, refit.refitAt - DAY_MS),
      changes: 1,
    },
  ])('$name', ({ more, changes }) => {
    const inputs = inputsAt(foldBlocks(filesUpTo(DAY)));
    inputs.moveTo(foldBlocks([...filesUpTo(DAY), more]), refit, issuedAt, DAY);
    expect(inputs.generation).toBe(changes);
  });
});
