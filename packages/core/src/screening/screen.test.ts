import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRACT_AREAS } from '../areas/contract-areas.js';
import { HOUR_MS } from '../time/instant.js';
import { screenCausally, unscreened } from './causal-screen.js';
import { countFlags, FLAG, type ScreenFlag } from './flags.js';
import { screen } from './screen.js';
import type { Witnesses } from './second-look.js';

const HOURS = 24 * 60;
const NOW = 24 * 50 + 15;

/** Sixty days of a smooth load with a daily and a weekly wave and a little noise. */
const loadMw = (hour: number): number =>
  20_000 *
  (1 +
    0.2 * Math.sin((2 * Math.PI * hour) / 24) +
    0.05 * Math.sin((2 * Math.PI * hour) / 168) +
    0.01 * Math.sin(hour ** 2));

function screened(change: (mw: Float64Array) => void, series = 'PJM'): Uint8Array {
  const valuesMw = Float64Array.from({ length: HOURS }, (_, hour) => loadMw(hour));
  change(valuesMw);
  return screen({ start: 0, stepMs: HOUR_MS, valuesMw }, CONTRACT_AREAS.screening(series));
}

// docs/faults.md: fault 15
test('a healthy series has no flags', () => {
  expect(countFlags(screened(() => {})).good).toBe(HOURS);
});

test.each<{ name: string; change: (mw: Float64Array) => void; flag: ScreenFlag; hours: number[] }>([
  { name: 'a missing hour', change: (mw) => mw.fill(Number.NaN, NOW, NOW + 1), flag: 'missing', hours: [NOW] },
  { name: 'a zero', change: (mw) => mw.fill(0, NOW, NOW + 1), flag: 'zero', hours: [NOW] },
  { name: 'a negative', change: (mw) => mw.fill(-5, NOW, NOW + 1), flag: 'negative', hours: [NOW] },
  { name: 'a spike of 2^31', change: (mw) => mw.fill(2_147_480_000, NOW, NOW + 1), flag: 'spike', hours: [NOW] },
  { name: 'a value in kW', change: (mw) => mw.set([loadMw(NOW) * 1000], NOW), flag: 'unit_slip', hours: [NOW] },
  { name: 'a value in GW', change: (mw) => mw.set([loadMw(NOW) / 1000], NOW), flag: 'unit_slip', hours: [NOW] },
  { name: 'a dip of a third', change: (mw) => mw.set([loadMw(NOW) * 0.67], NOW), flag: 'jump', hours: [NOW] },
  {
    name: 'three equal hours',
    change: (mw) => mw.fill(loadMw(NOW), NOW, NOW + 3),
    flag: 'frozen',
    hours: [NOW, NOW + 1, NOW + 2],
  },
])('$name is $flag, and its neighbours are good', ({ change, flag, hours }) => {
  const flags = screened(change);
  const flagged = [...flags.keys()].filter((hour) => flags[hour] !== FLAG.good);
  expect(flagged).toEqual(hours);
  for (const hour of hours) expect(flags[hour]).toBe(FLAG[flag]);
});

test.each([
  { name: 'two equal hours', change: (mw: Float64Array) => mw.fill(loadMw(NOW), NOW, NOW + 2), series: 'PJM' },
  {
    name: 'five equal hours of a sub-area',
    change: (mw: Float64Array) => mw.fill(loadMw(NOW), NOW, NOW + 5),
    series: 'PJM-CE',
  },
  {
    name: 'a cold snap that doubles the load within twelve hours and stays two days',
    change: (mw: Float64Array) => {
      for (let i = 0; i < 60; i++) mw[NOW + i]! *= 1 + Math.min(1, i / 12) * Math.min(1, (60 - i) / 12);
    },
    series: 'PJM',
  },
])('$name is good', ({ change, series }) => {
  expect(countFlags(screened(change, series)).good).toBe(HOURS);
});

const step = (mw: Float64Array, hours: number, factor = 1.4) => {
  for (let hour = NOW; hour < NOW + hours && hour < HOURS; hour++) mw[hour]! *= factor;
};

test.each([1.4, 0.7])('a step of %f for four hours is a jump, one that stays is true', (factor) => {
  const short = screened((mw) => step(mw, 4, factor));
  expect([...short.subarray(NOW, NOW + 5)]).toEqual([7, 7, 7, 7, 0]);
  expect(countFlags(screened((mw) => step(mw, HOURS, factor))).good).toBe(HOURS);
});

test.each([
  { name: 'by degrees', hoursDown: 20, flag: 'good' },
  { name: 'at once', hoursDown: 1, flag: 'spike' },
] as const)('load that falls to a third $name, and stays for a day, is $flag', ({ hoursDown, flag }) => {
  const flags = screened((mw) => {
    for (let i = 0; i < 60; i++) mw[NOW + i]! *= 3 ** -Math.min(1, (i + 1) / hoursDown, (60 - i) / 20);
  });
  expect(flags.subarray(NOW + 20, NOW + 40)).toEqual(new Uint8Array(20).fill(FLAG[flag]));
});

const constant = (value: (hour: number) => number) => Float64Array.from({ length: HOURS }, (_, hour) => value(hour));
const dip = constant((hour) => loadMw(hour) * (hour === NOW ? 0.6 : 1));
const steady = constant(loadMw);

test.each<{ name: string; isTrue: boolean; witnesses: Witnesses; hours?: number }>([
  { name: 'no witness', isTrue: false, witnesses: {} },
  { name: 'an operator who forecast it', isTrue: true, witnesses: { operatorMw: dip } },
  { name: 'an operator who did not', isTrue: false, witnesses: { operatorMw: steady } },
  { name: 'parts that moved alike', isTrue: true, witnesses: { partsMw: [dip, dip, steady] } },
  { name: 'one part of three that did', isTrue: false, witnesses: { partsMw: [dip, steady, steady] } },
  { name: 'two parts alone', isTrue: false, witnesses: { partsMw: [dip, dip] } },
  { name: 'neighbors that moved alike', isTrue: true, witnesses: { neighboursMw: [dip, dip, dip] } },
  { name: 'neighbors that did not', isTrue: false, witnesses: { neighboursMw: [steady, steady, steady] } },
  { name: 'a source that repeated it', isTrue: true, witnesses: { isRepeated: (hour) => hour === NOW } },
  { name: 'a source that repeated another hour', isTrue: false, witnesses: { isRepeated: (hour) => hour !== NOW } },
  {
    name: 'neighbors that did not, of a step that stays',
    hours: 99,
    isTrue: true,
    witnesses: { neighboursMw: [steady, steady, steady] },
  },
  {
    name: 'parts that did not, of a step that stays',
    hours: 99,
    isTrue: false,
    witnesses: { partsMw: [steady, steady, steady] },
  },
])('a dip before $name is true: $isTrue', ({ isTrue, witnesses, hours = 1 }) => {
  const valuesMw = constant((hour) => loadMw(hour) * (hour >= NOW && hour < NOW + hours ? 0.6 : 1));
  const flags = screen({ start: 0, stepMs: HOUR_MS, valuesMw }, CONTRACT_AREAS.screening('PJM'), witnesses);
  expect(flags[NOW] === FLAG.good).toBe(isTrue);
});

test('a step other than an hour is refused', () => {
  expect(() =>
    screen({ start: 0, stepMs: HOUR_MS / 4, valuesMw: new Float64Array(4) }, CONTRACT_AREAS.screening('PJM')),
  ).toThrow(RangeError);
});

describe('causal screening', () => {
  const faulty = fc.array(fc.tuple(fc.integer({ min: 200, max: 999 }), fc.constantFrom(0, -1, Number.NaN, 1e9, 7)), {
    maxLength: 30,
  });

  test('the flags and filled values of a prefix are the prefix of the whole', () => {
    fc.assert(
      fc.property(faulty, fc.integer({ min: 100, max: 900 }), (faults, cut) => {
        const whole = unscreened(1000);
        for (let hour = 0; hour < 1000; hour++) whole.valuesMw[hour] = loadMw(hour);
        for (const [hour, value] of faults) whole.valuesMw[hour] = value;
        const part = unscreened(1000);
        part.valuesMw.set(whole.valuesMw.subarray(0, cut));
        screenCausally(whole, CONTRACT_AREAS.screening('PJM'), 0, 1000);
        screenCausally(part, CONTRACT_AREAS.screening('PJM'), 0, cut);
        expect(part.flags.subarray(0, cut)).toEqual(whole.flags.subarray(0, cut));
        expect(part.logMw.subarray(0, cut)).toEqual(whole.logMw.subarray(0, cut));
      }),
      { numRuns: 40 },
    );
  });

  test('a gap of six days is filled near the truth, one of twenty is left open after a week', () => {
    for (const { gap, open } of [
      { gap: 144, open: 0 },
      { gap: 480, open: 480 - 168 },
    ]) {
      const hours = unscreened(HOURS);
      for (let hour = 0; hour < HOURS; hour++)
        hours.valuesMw[hour] = hour >= 700 && hour < 700 + gap ? Number.NaN : loadMw(hour);
      screenCausally(hours, CONTRACT_AREAS.screening('PJM'), 0, HOURS);
      const filled = [...hours.logMw.subarray(700, 700 + gap)];
      expect(filled.filter(Number.isNaN)).toHaveLength(open);
      filled.forEach((log, i) => {
        if (!Number.isNaN(log)) expect(Math.abs(log - Math.log(loadMw(700 + i)))).toBeLessThan(0.15);
      });
    }
  });
});

test('a missing hour is filled while a good one lies in the 168 hours before it, after gaps of any length', () => {
  const runs = fc.array(fc.record({ known: fc.integer({ min: 1, max: 60 }), gap: fc.integer({ min: 0, max: 500 }) }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), runs, (before, all) => {
      const isKnown = [
        ...new Array(before).fill(false),
        ...all.flatMap(({ known, gap }) => [...new Array(known).fill(true), ...new Array(gap).fill(false)]),
      ];
      const hours = unscreened(isKnown.length);
      isKnown.forEach((known, hour) => {
        if (known) hours.valuesMw[hour] = loadMw(hour);
      });
      screenCausally(hours, CONTRACT_AREAS.screening('PJM'), 0, isKnown.length);
      for (let hour = 0; hour < isKnown.length; hour++) {
        const isFilled = hours.flags.subarray(Math.max(0, hour - 168), hour + 1).includes(FLAG.good);
        expect(Number.isFinite(hours.logMw[hour])).toBe(isFilled);
      }
    }),
    { numRuns: 50 },
  );
});
