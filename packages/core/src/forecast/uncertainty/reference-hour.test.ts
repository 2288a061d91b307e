import { describe, expect, test } from 'vitest';
import { REFERENCE } from '../settings.data.js';
import type { DayCalibration } from './calibration.js';
import { calibrationAt, errorAt, type NearGrowth } from './reference-hour.js';

/** A reference whose quantile is another for each lead day and hour. */
const reference = {
  errorQuantile: (lead: number, hour: number, level: number) => (level - 0.5) * (100 * lead + hour + 1),
};

/** An area whose own growth is not known. */
const OF_LOAD = { power: 1, factor: 1, ofToday: 1 };
const UNKNOWN = { near: new Float64Array(), reference: new Float64Array(), ...OF_LOAD };

test('errors grow with distance from the newest load, and no further than the last row', () => {
  for (let hours = 1; hours <= 168; hours++) expect(errorAt(hours)).toBeGreaterThan(errorAt(hours - 1));
  expect(errorAt(400)).toBe(errorAt(168));
  expect(errorAt(-3)).toBe(errorAt(0));
});

test.each([
  { hours: 0, error: 1.1 },
  { hours: 4, error: 2.575 },
  { hours: 19, error: 4.75 },
  { hours: 168, error: 9.7 },
])('$hours hours from the newest load the error is $error', ({ hours, error }) => {
  expect(errorAt(hours)).toBeCloseTo(error, 12);
});

describe('the spread at another hour than the reference’s', () => {
  test('at the reference hour it is the reference’s own', () => {
    expect(calibrationAt(reference, UNKNOWN, REFERENCE.knownHours)).toBe(reference);
  });

  test.each([
    { name: 'later in the day tomorrow is nearer', knownHours: 20, lead: 1, hour: 12, narrower: true },
    { name: 'after midnight it is farther', knownHours: 1, lead: 1, hour: 12, narrower: false },
  ])('$name', ({ knownHours, lead, hour, narrower }) => {
    const spread = Math.abs(calibrationAt(reference, UNKNOWN, knownHours).errorQuantile(lead, hour, 0.1));
    expect(spread < Math.abs(reference.errorQuantile(lead, hour, 0.1))).toBe(narrower);
  });

  test.each([
    { filledHours: 6, lead: 0, hour: 12 },
    { filledHours: 40, lead: 1, hour: 12 },
    { filledHours: 200, lead: 2, hour: 0 },
  ])('$filledHours filled hours widen it by the distance they add', ({ filledHours, lead, hour }) => {
    const spread = calibrationAt(reference, UNKNOWN, REFERENCE.knownHours, filledHours).errorQuantile(lead, hour, 0.9);
    const distance = lead * 24 + hour - REFERENCE.knownHours;
    const wider = errorAt(distance + filledHours) / errorAt(distance);
    expect(wider).toBeGreaterThan(1.05);
    expect(spread).toBeCloseTo(wider * reference.errorQuantile(lead, hour, 0.9), 12);
  });

  test('hours known at the reference have tomorrow’s spread, scaled', () => {
    const spread = calibrationAt(reference, UNKNOWN, 2).errorQuantile(0, 5, 0.9);
    expect(spread).toBeCloseTo((errorAt(3) / errorAt(21)) * reference.errorQuantile(1, 5, 0.9), 12);
  });
});

describe('within a day from the newest load the spread is tomorrow’s, scaled by the area’s own growth', () => {
  const growthOf = (near: number, tomorrow: number, power = 1) => ({
    near: new Float64Array(48).fill(near),
    reference: new Float64Array(48).fill(tomorrow),
    ...OF_LOAD,
    power,
  });
  /** A reference whose spread for today is a multiple of tomorrow's, where its growth is 1. */
  const withToday = (times: number): DayCalibration => ({
    errorQuantile: (lead, hour, level) => (level - 0.5) * (hour + 1) * (lead === 0 ? times : 1),
  });
  const spreadAt = (growth: NearGrowth, knownHours: number, lead: number, hour: number, filledHours = 0, times = 1) =>
    calibrationAt(withToday(times), growth, knownHours, filledHours).errorQuantile(lead, hour, 0.9) /
    withToday(times).errorQuantile(1, hour, 0.9);

  test.each([
    { name: 'the next hour', knownHours: 15, lead: 0, hour: 15 },
    { name: 'an hour that the reference knows', knownHours: 3, lead: 0, hour: 4 },
    { name: 'after midnight', knownHours: 20, lead: 1, hour: 2 },
    { name: 'the last hour of the day from now', knownHours: 20, lead: 1, hour: 19 },
  ])('$name', ({ knownHours, lead, hour }) => {
    expect(spreadAt(growthOf(0.01, 0.04), knownHours, lead, hour)).toBeCloseTo(1 / 4, 12);
    expect(spreadAt(growthOf(0.01, 0.04, 0.5), knownHours, lead, hour)).toBeCloseTo(1 / 2, 12);
  });

  test.each([0.5, 1, 2])('it is %f times as wide where today’s is at the reference', (times) => {
    expect(spreadAt(growthOf(0.01, 0.04), 15, 0, 20, 0, times)).toBeCloseTo(times / 4, 12);
  });

  test.each([
    { ofToday: 0, factor: 1.2, spread: 0.3 },
    { ofToday: 0.5, factor: 1, spread: 0.25 * Math.sqrt(3) },
    { ofToday: 0.5, factor: 1.2, spread: 0.3 * Math.sqrt(3) },
    { ofToday: 1, factor: 1.2, spread: 0.9 },
  ])('of three times today’s width its power $ofToday counts, times $factor', ({ ofToday, factor, spread }) => {
    expect(spreadAt({ ...growthOf(0.01, 0.04), factor, ofToday }, 15, 0, 20, 0, 3)).toBeCloseTo(spread, 12);
  });

  test('how wide today’s is counts beside the growth of today’s hours, the geometric mean of those that are known', () => {
    const reference = new Float64Array(48).fill(0.04);
    // Today grows to half of tomorrow in one hour and to all of it in the next; no other hour's growth is known.
    reference.fill(Number.NaN, 0, 24);
    reference[12] = 0.02;
    reference[13] = 0.04;
    const growth = { near: new Float64Array(48).fill(0.004), reference, ...OF_LOAD };
    // 3 / (1/2) and 3 / 1.
    expect(spreadAt(growth, 15, 0, 20, 0, 3) / (1 / 10)).toBeCloseTo(Math.sqrt(6 * 3), 12);
  });

  test('it is at most tomorrow’s', () => {
    expect(spreadAt(growthOf(0.05, 0.04), 15, 0, 20)).toBe(1);
    expect(spreadAt(growthOf(0.03, 0.04), 15, 0, 20, 0, 2)).toBe(1);
  });

  test.each([
    {
      name: 'a day from the newest load',
      knownHours: 20,
      lead: 1,
      hour: 20,
      filledHours: 0,
      growth: growthOf(0.01, 0.04),
    },
    { name: 'with hours filled in', knownHours: 20, lead: 0, hour: 21, filledHours: 2, growth: growthOf(0.01, 0.04) },
    {
      name: 'without errors of the hour',
      knownHours: 20,
      lead: 0,
      hour: 21,
      filledHours: 0,
      growth: growthOf(NaN, 0.04),
    },
    {
      name: 'without those of tomorrow',
      knownHours: 20,
      lead: 0,
      hour: 21,
      filledHours: 0,
      growth: growthOf(0.01, NaN),
    },
  ])('$name it is that of all areas', ({ knownHours, lead, hour, filledHours, growth }) => {
    const spread = spreadAt(growth, knownHours, lead, hour, filledHours);
    expect(spread).toBe(spreadAt(UNKNOWN, knownHours, lead, hour, filledHours));
    expect(spread).toBeGreaterThan(0);
  });
});
