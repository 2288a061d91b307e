import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { measuredDays } from '../../testing/measured-days.js';
import { pastWithErrors } from '../../testing/past-errors.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import { Calibration, PAST_DAYS } from './calibration.js';
import type { ErrorTable } from './error-table.js';

const LEADS = LAST_LEAD_DAY + 1;
const CUTOFF = dayNumber(2024, 6, 30);

const pastOf = (days: number, sizeOf: (target: number) => number) => pastWithErrors(CUTOFF, days, sizeOf);

function calibrationOf(days: number, sizeOf: (target: number) => number) {
  const { past, first } = pastOf(days, sizeOf);
  const tables = new Map<number, ErrorTable>();
  const actual = measuredDays(first, days + 40, () => 9);
  const before: PastForecasts = { ...past, logs: new Map([...past.logs].filter(([day]) => day < CUTOFF)) };
  return { calibration: Calibration.over(before, actual, CUTOFF, tables), past, actual, tables };
}

describe('with a long past of steady errors', () => {
  const { calibration, past, actual, tables } = calibrationOf(PAST_DAYS, () => 0.1);
  const day = calibration.onDay(past.logs, actual, CUTOFF);

  test.each([0, 1, 7, 15])('at lead day %i the bounds hold about four hours in five', (lead) => {
    expect(day.errorQuantile(lead, 12, 0.1)).toBeGreaterThan(-0.095);
    expect(day.errorQuantile(lead, 12, 0.1)).toBeLessThan(-0.065);
    expect(day.errorQuantile(lead, 12, 0.9)).toBeGreaterThan(0.065);
    expect(day.errorQuantile(lead, 12, 0.9)).toBeLessThan(0.095);
  });

  test('levels keep their order at every lead day and hour', () => {
    const levels = [0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95];
    for (let lead = 0; lead < LEADS; lead++) {
      for (const hour of [0, 9, 23]) {
        const row = levels.map((level) => day.errorQuantile(lead, hour, level));
        expect(row).toEqual([...row].sort((a, b) => a - b));
      }
    }
  });

  test('there is an error table for each quarter of the adapted year, made before it', () => {
    expect(tables.size).toBeGreaterThanOrEqual(4);
    for (const quarter of tables.keys()) expect(quarter).toBeLessThan(CUTOFF);
  });
});

test('bounds widen after days of larger errors, from the next issue on', () => {
  const { calibration, past, actual } = calibrationOf(PAST_DAYS, (target) => (target >= CUTOFF ? 0.4 : 0.1));
  const quiet = calibration.onDay(past.logs, actual, CUTOFF).errorQuantile(1, 12, 0.9);
  const later = calibration.onDay(past.logs, actual, CUTOFF + 20).errorQuantile(1, 12, 0.9);
  expect(later / quiet).toBeGreaterThan(1.5);
});

test('an issue day does not depend on whether days between were asked for', () => {
  const at = (days: readonly number[]) => {
    const { calibration, past, actual } = calibrationOf(400, () => 0.1);
    return days.map((day) => calibration.onDay(past.logs, actual, CUTOFF + day).errorQuantile(2, 5, 0.9)).at(-1);
  };
  expect(at([0, 1, 2, 9])).toBe(at([9]));
});

test.each([{ days: 0 }, { days: 30 }])(
  'with $days days of past a spread is assumed, and it is symmetric',
  ({ days }) => {
    const { calibration, past, actual } = calibrationOf(days, () => 0.1);
    const day = calibration.onDay(new Map([...past.logs].filter(([issue]) => issue < CUTOFF)), actual, CUTOFF);
    expect(day.errorQuantile(5, 12, 0.5)).toBeCloseTo(0, 12);
    expect(day.errorQuantile(5, 12, 0.9)).toBeCloseTo(-day.errorQuantile(5, 12, 0.1), 12);
  },
);

test.each([0, 1, 20])('a calibration whose state was kept gives the same bounds %i days after its cutoff', (days) => {
  const { calibration, past, actual } = calibrationOf(500, (target) => (target >= CUTOFF ? 0.3 : 0.1));
  const kept = Calibration.of(CUTOFF, structuredClone(calibration.state));
  const boundsOf = (each: Calibration) => {
    const day = each.onDay(past.logs, actual, CUTOFF + days);
    return [0, 1, 7, LAST_LEAD_DAY].flatMap((lead) =>
      [0.05, 0.1, 0.5, 0.9, 0.95].map((level) => day.errorQuantile(lead, 17, level)),
    );
  };
  expect(boundsOf(kept)).toEqual(boundsOf(calibration));
});

test.each([
  { power: 0, most: 1.2, least: 0.9 },
  { power: 0.5, most: 1.65, least: 1.2 },
  { power: 1, most: 2.6, least: 1.65 },
])(
  'when errors double for a month, bounds to the power $power of their size are $least to $most times as wide',
  ({ power, most, least }) => {
    const { past, first } = pastOf(PAST_DAYS, (target) => (target >= CUTOFF - 30 ? 0.2 : 0.1));
    const actual = measuredDays(first, PAST_DAYS + 40, () => 9);
    const upperOf = (cutoff: number) => {
      const before = { ...past, logs: new Map([...past.logs].filter(([day]) => day < cutoff)) };
      const calibration = Calibration.over(before, actual, cutoff, new Map(), power);
      const kept = Calibration.of(cutoff, structuredClone(calibration.state), power);
      const [upper, ofKept] = [calibration, kept].map((each) =>
        each.onDay(past.logs, actual, cutoff).errorQuantile(1, 12, 0.9),
      );
      expect(ofKept).toBe(upper);
      return upper!;
    };
    const ratio = upperOf(CUTOFF) / upperOf(CUTOFF - 30);
    expect(ratio).toBeGreaterThan(least);
    expect(ratio).toBeLessThan(most);
  },
);
