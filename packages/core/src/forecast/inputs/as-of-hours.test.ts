import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { screenCausally, unscreened } from '../../screening/causal-screen.js';
import { FLAG } from '../../screening/flags.js';
import { AUTHORITY_POLICY } from '../../screening/policies.data.js';
import { foldBlocks, type KnownSeries } from '../../series/known-series.js';
import { HOUR_MS } from '../../time/instant.js';
import { AsOfHours } from './as-of-hours.js';

const START = Date.UTC(2024, 1, 26);
const hourAt = (hour: number) => START + hour * HOUR_MS;
/** Load of 100 hours, never twice the same, each hour known two hours after it ended. */
const loadMw = (hour: number) => 1_000 + hour + 50 * Math.sin(hour / 4);
const values = Float64Array.from({ length: 100 }, (_, hour) => loadMw(hour));
const LOAD = foldBlocks([{ start: START, values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } }]);

/** The same load, and hours that a later block says otherwise. */
function restated(hours: Readonly<Record<number, number>>, knownAt: number): KnownSeries {
  const blocks = Object.entries(hours).map(([hour, value]) => ({
    start: hourAt(Number(hour)),
    values: Float64Array.of(value),
    known: { kind: 'at', at: knownAt } as const,
  }));
  return foldBlocks([{ start: START, values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } }, ...blocks]);
}

function movedTo(series: KnownSeries, ...instants: readonly number[]): AsOfHours {
  const hours = new AsOfHours(START, AUTHORITY_POLICY, { looksAgain: true });
  for (const instant of instants) hours.moveTo(series, instant);
  return hours;
}

test.each([
  { name: 'on the hour', asOf: hourAt(50), count: 50, newest: 47 },
  { name: 'a minute before the hour', asOf: hourAt(50) - 60_000, count: 49, newest: 46 },
  { name: 'before the first hour', asOf: hourAt(-5), count: 0, newest: -1 },
  { name: 'before any value was known', asOf: hourAt(2), count: 2, newest: -1 },
])('as of an instant $name: the full hours before it, good ones up to the newest known', ({ asOf, count, newest }) => {
  const hours = movedTo(LOAD, asOf);
  expect([hours.count, hours.newestGood()]).toEqual([count, newest]);
  for (let hour = 0; hour <= newest; hour++) expect(hours.hours.valuesMw[hour]).toBe(loadMw(hour));
});

test('hours after the newest known one are missing, and their logs filled', () => {
  const { hours } = movedTo(LOAD, hourAt(50));
  expect(Array.from(hours.flags.subarray(48, 50))).toEqual([FLAG.missing, FLAG.missing]);
  expect(Number.isNaN(hours.valuesMw[48])).toBe(true);
});

test('a forecast of load is read so many hours after the instant', () => {
  const ahead = new AsOfHours(START, AUTHORITY_POLICY, { hoursAhead: 24 });
  const forecast = foldBlocks([{ start: START, values, known: { kind: 'at', at: START } }]);
  ahead.moveTo(forecast, hourAt(10));
  expect([ahead.count, ahead.newestGood()]).toEqual([34, 33]);
});

describe('changes', () => {
  test.each([
    { name: 'an hour later: from the first hour that became known', series: LOAD, to: hourAt(51), first: 48 },
    { name: 'an hour back: from the first hour that is not known any more', series: LOAD, to: hourAt(49), first: 47 },
    { name: 'a restated hour: from that hour', series: restated({ 7: 1_234 }, hourAt(50)), to: hourAt(50), first: 7 },
    {
      name: 'a restatement still unknown: none',
      series: restated({ 7: 1_234 }, hourAt(60)),
      to: hourAt(50),
      first: 50,
    },
  ])('$name', ({ series, to, first }) => {
    const hours = movedTo(LOAD, hourAt(50));
    const { revision } = hours;
    hours.moveTo(series, to);
    expect(hours.changedSince(revision)).toBe(Math.min(first, hours.count));
  });

  test('a move that changes nothing counts as none', () => {
    const hours = movedTo(LOAD, hourAt(50));
    const { revision } = hours;
    hours.moveTo(LOAD, hourAt(50) + 59 * 60_000);
    expect([hours.revision, hours.changedSince(revision)]).toEqual([revision, 50]);
  });

  test('of several moves since a revision the earliest change counts', () => {
    const hours = movedTo(LOAD, hourAt(50));
    const { revision } = hours;
    hours.moveTo(restated({ 20: 1_500 }, hourAt(52)), hourAt(53));
    hours.moveTo(restated({ 20: 1_500, 40: 1_400 }, hourAt(52)), hourAt(53));
    expect(hours.changedSince(revision)).toBe(20);
    expect(hours.changedSince(revision + 1)).toBe(40);
  });
});

test.each([
  { name: 'forwards', path: [10, 30, 80] },
  { name: 'backwards', path: [90, 80] },
  { name: 'there and back', path: [80, 20, 80] },
])('however it got there ($name), the hours are those of one move', ({ path }) => {
  const spiky = restated({ 15: 2_000_000, 40: -3, 60: 0 }, START);
  const direct = movedTo(spiky, hourAt(80));
  const walked = movedTo(spiky, ...path.map(hourAt));
  for (const key of ['valuesMw', 'flags', 'logMw'] as const) {
    expect(Array.from(walked.hours[key].subarray(0, 80))).toEqual(Array.from(direct.hours[key].subarray(0, 80)));
  }
});

test.each([
  { name: 'the same hours', hours: 80 },
  { name: 'fewer hours', hours: 60 },
])('hours that another series released leave nothing in one of $name', ({ hours }) => {
  const released = movedTo(restated({ 15: 2_000_000, 40: -3 }, START), hourAt(80));
  released.release();
  const sparse = foldBlocks([{ start: hourAt(30), values: values.subarray(30, 50), known: { kind: 'at', at: START } }]);
  const after = movedTo(sparse, hourAt(hours));
  const fresh = movedTo(sparse, hourAt(hours));
  for (const key of ['valuesMw', 'flags', 'logMw'] as const)
    expect(after.hours[key].subarray(0, hours)).toEqual(fresh.hours[key].subarray(0, hours));
});

describe('a step that stays', () => {
  const STEP = 24 * 20;
  const daily = (hour: number) => 1_000 + 100 * Math.sin((hour * Math.PI) / 12) + 3 * Math.sin(hour * hour);
  const stepped = Float64Array.from({ length: STEP + 24 }, (_, hour) => daily(hour) * (hour < STEP ? 1 : 0.75));
  const falling = foldBlocks([{ start: START, values: stepped, known: { kind: 'lag', lagMs: 0 } }]);
  const flagsOf = ({ hours }: AsOfHours) => Array.from(hours.flags.subarray(STEP, STEP + 5));

  test('is a jump for four hours, and load from the fifth on', () => {
    const jumps = (count: number) => Array.from({ length: 5 }, (_, hour) => (hour < count ? FLAG.jump : FLAG.good));
    for (const known of [1, 2, 3, 4]) expect(flagsOf(movedTo(falling, hourAt(STEP + known)))).toEqual(jumps(known));
    expect(flagsOf(movedTo(falling, hourAt(STEP + 5)))).toEqual(jumps(0));
  });

  test('changes no hour but its own, and says which changed', () => {
    const walked = movedTo(falling, hourAt(STEP + 4));
    const { revision } = walked;
    walked.moveTo(falling, hourAt(STEP + 5));
    expect(walked.changedSince(revision)).toBe(STEP);
    const alone = unscreened(STEP + 24);
    alone.valuesMw.set(stepped);
    screenCausally(alone, AUTHORITY_POLICY, 0, STEP + 24);
    const whole = movedTo(falling, hourAt(STEP + 24));
    const changed = [...alone.logMw.keys()].filter((hour) => alone.logMw[hour] !== whole.hours.logMw[hour]);
    expect(changed).toEqual([STEP, STEP + 1, STEP + 2, STEP + 3]);
  });

  test.each([
    { name: 'hour by hour', path: Array.from({ length: 12 }, (_, hour) => STEP - 2 + hour) },
    { name: 'and back before it stayed', path: [STEP + 9, STEP + 3] },
    { name: 'and back before it began', path: [STEP + 9, STEP - 3, STEP + 9] },
  ])('is the same however it got there: $name', ({ path }) => {
    const walked = movedTo(falling, ...path.map(hourAt));
    const direct = movedTo(falling, hourAt(path.at(-1)!));
    for (const key of ['flags', 'logMw'] as const) {
      expect(walked.hours[key].subarray(0, walked.count)).toEqual(direct.hours[key].subarray(0, direct.count));
    }
  });

  test('of a forecast of load stays a jump', () => {
    const ahead = new AsOfHours(START, AUTHORITY_POLICY, { hoursAhead: 24 });
    ahead.moveTo(foldBlocks([{ start: START, values: stepped, known: { kind: 'at', at: START } }]), hourAt(STEP));
    expect(flagsOf(ahead)[0]).toBe(FLAG.jump);
  });
});

test('however load jumps, is restated and is walked to, the hours are those of one move, and no change is missed', () => {
  const DAYS = 14;
  const event = fc.record({
    hour: fc.integer({ min: 24 * 8, max: 24 * DAYS - 1 }),
    hours: fc.integer({ min: 1, max: 30 }),
    times: fc.constantFrom(0.6, 0.75, 1.4, 3, 1_000, 0, Number.NaN),
    knownLate: fc.integer({ min: 0, max: 40 }),
  });
  const daily = (hour: number) => 1_000 + 100 * Math.sin((hour * Math.PI) / 12) + 3 * Math.sin(hour * hour);
  const plain = Float64Array.from({ length: 24 * DAYS }, (_, hour) => daily(hour));
  const path = fc.array(fc.integer({ min: 24 * 7, max: 24 * DAYS + 5 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), path, (events, instants) => {
      const blocks = events.map(({ hour, hours, times, knownLate }) => ({
        start: hourAt(hour),
        values: plain.slice(hour, hour + hours).map((mw) => mw * times),
        known: { kind: 'lag', lagMs: knownLate * HOUR_MS } as const,
      }));
      const series = foldBlocks([{ start: START, values: plain, known: { kind: 'lag', lagMs: 0 } }, ...blocks]);
      const walked = movedTo(series);
      for (const instant of instants) {
        const { revision, count } = walked;
        const before = walked.hours.flags.slice(0, count);
        walked.moveTo(series, hourAt(instant));
        const direct = movedTo(series, hourAt(instant));
        for (const key of ['valuesMw', 'flags', 'logMw'] as const) {
          expect(walked.hours[key].subarray(0, walked.count)).toEqual(direct.hours[key].subarray(0, direct.count));
        }
        const unchanged = Math.min(walked.changedSince(revision), count);
        expect(walked.hours.flags.slice(0, unchanged)).toEqual(before.slice(0, unchanged));
      }
    }),
    { numRuns: 60 },
  );
});
