import { describe, expect, test } from 'vitest';
import { calibrationAt, errorAt, REFERENCE_HOURS } from './reference-hour.js';

/** A reference whose quantile tells which lead and hour it was asked for. */
const reference = {
  errorQuantile: (lead: number, hour: number, level: number) => (level - 0.5) * (100 * lead + hour + 1),
};

test('errors grow with distance from the newest load, and no further than the last row', () => {
  for (let hours = 1; hours <= 168; hours++) expect(errorAt(hours)).toBeGreaterThan(errorAt(hours - 1));
  expect(errorAt(400)).toBe(errorAt(168));
  expect(errorAt(-3)).toBe(errorAt(0));
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

  test('hours that the reference knows borrow tomorrow’s spread', () => {
    const spread = calibrationAt(reference, 2).errorQuantile(0, 5, 0.9);
    expect(spread).toBeCloseTo((errorAt(3) / errorAt(21)) * reference.errorQuantile(1, 5, 0.9), 12);
  });
});
