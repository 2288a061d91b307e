import { describe, expect, test } from 'vitest';
import { calibrationAt, errorAt, REFERENCE_HOURS } from './reference-hour.js';

/** A reference whose quantile is another for each lead day and hour. */
const reference = {
  errorQuantile: (lead: number, hour: number, level: number) => (level - 0.5) * (100 * lead + hour + 1),
};

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
    expect(calibrationAt(reference, REFERENCE_HOURS)).toBe(reference);
  });

  test.each([
    { name: 'later in the day tomorrow is nearer', knownHours: 20, lead: 1, hour: 12, narrower: true },
    { name: 'after midnight it is farther', knownHours: 1, lead: 1, hour: 12, narrower: false },
  ])('$name', ({ knownHours, lead, hour, narrower }) => {
    const spread = Math.abs(calibrationAt(reference, knownHours).errorQuantile(lead, hour, 0.1));
    expect(spread < Math.abs(reference.errorQuantile(lead, hour, 0.1))).toBe(narrower);
  });

  test.each([
    { filledHours: 6, lead: 0, hour: 12 },
    { filledHours: 40, lead: 1, hour: 12 },
    { filledHours: 200, lead: 2, hour: 0 },
  ])('$filledHours filled hours widen it by the distance they add', ({ filledHours, lead, hour }) => {
    const spread = calibrationAt(reference, REFERENCE_HOURS, filledHours).errorQuantile(lead, hour, 0.9);
    const distance = lead * 24 + hour - REFERENCE_HOURS;
    const wider = errorAt(distance + filledHours) / errorAt(distance);
    expect(wider).toBeGreaterThan(1.05);
    expect(spread).toBeCloseTo(wider * reference.errorQuantile(lead, hour, 0.9), 12);
  });

  test('hours known at the reference have tomorrow’s spread, scaled', () => {
    const spread = calibrationAt(reference, 2).errorQuantile(0, 5, 0.9);
    expect(spread).toBeCloseTo((errorAt(3) / errorAt(21)) * reference.errorQuantile(1, 5, 0.9), 12);
  });
});
