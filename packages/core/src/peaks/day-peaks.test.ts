import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../time/instant.js';
import { type DayPeak, dayPeak } from './day-peaks.js';

const START = Date.parse('2023-08-10T00:00Z');
const DAY = { start: START, end: START + 24 * HOUR_MS };
const SPREAD_MW = [-300, -200, -100, -50, 0, 50, 100, 200, 300, 400];

/** Load that is highest at hour 17 and symmetric about it. */
const waveMw = (hour: number): number => 50_000 - 400 * Math.abs(hour - 17);
const wave = Float64Array.from({ length: 24 }, (_, hour) => waveMw(hour));
const paths = SPREAD_MW.map((mw) => wave.map((value) => value + mw));

/** The peak of the day with its hours before `measuredHours` measured as `measuredMw`. */
function peakAfter(measuredHours: number, pathsMw: readonly Float64Array[] = paths, measuredMw = wave): DayPeak {
  const valuesMw = measuredMw.map((mw, hour) => (hour < measuredHours ? mw : Number.NaN));
  return dayPeak({ measured: { start: START, stepMs: HOUR_MS, valuesMw }, start: START, pathsMw }, DAY)!;
}

const shown = ({ hourOdds }: DayPeak): string =>
  Array.from(hourOdds, (odds, hour) => (odds > 0 ? `${hour}:${Math.round(1000 * odds) / 10}` : ''))
    .filter(Boolean)
    .join(' ');

describe('odds of the hours of a day whose paths agree on 17', () => {
  test.each([
    { name: 'nothing is measured', measuredHours: 0, odds: '15:0.3 16:6.2 17:87 18:6.2 19:0.3' },
    { name: 'until 16: 15 is exceeded', measuredHours: 17, odds: '16:6.2 17:87.3 18:6.2 19:0.3' },
    { name: 'until 17: 16 is exceeded, and 18 may be higher', measuredHours: 18, odds: '17:93.5 18:6.2 19:0.3' },
    { name: 'until 18: 18 is exceeded', measuredHours: 19, odds: '17:99.7 19:0.3' },
    { name: 'the whole day', measuredHours: 24, odds: '17:100' },
  ])('$name', ({ measuredHours, odds }) => {
    expect(shown(peakAfter(measuredHours))).toBe(odds);
  });

  test('of equal highest measured hours the first has the odds', () => {
    const level = wave.map((mw) => Math.min(mw, waveMw(16)));
    expect(shown(peakAfter(24, paths, level))).toBe('16:100');
  });
});

test('a mean that few paths draw away lies within the bounds', () => {
  const few = paths.map((path, index) => (index === 0 ? path.map((mw) => mw + 50_000) : path));
  const { expectedMw, p10Mw, p90Mw } = peakAfter(0, [...few, ...paths]);
  expect([p10Mw <= expectedMw, expectedMw <= p90Mw]).toEqual([true, true]);
  expect(expectedMw).toBe(p90Mw);
});

test('odds sum to 1, none goes to a measured hour that another exceeds, the expected peak is within the bounds', () => {
  const hours = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 24, maxLength: 24 });
  const day = fc.record({
    measured: hours,
    measuredHours: fc.nat({ max: 24 }),
    paths: fc.array(hours, { minLength: 2, maxLength: 12 }),
  });
  fc.assert(
    fc.property(day, ({ measured, measuredHours, paths: drawn }) => {
      const pathsMw = drawn.map((mw) => Float64Array.from(mw));
      const { hourOdds, expectedMw, p10Mw, p90Mw } = peakAfter(measuredHours, pathsMw, Float64Array.from(measured));
      expect(hourOdds.reduce((sum, odds) => sum + odds, 0)).toBeCloseTo(1, 10);
      const known = measured.slice(0, measuredHours);
      for (const [hour, mw] of known.entries()) {
        if (known.some((other) => other > mw)) expect(hourOdds[hour]).toBe(0);
      }
      expect([p10Mw <= expectedMw, expectedMw <= p90Mw]).toEqual([true, true]);
    }),
  );
});
