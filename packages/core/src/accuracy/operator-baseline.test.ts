import { describe, expect, test } from 'vitest';
import { type LoadSeries, valueAt } from '../series/series.js';
import { HOUR_MS } from '../time/instant.js';
import { offsetMs } from '../time/zone.js';
import { debiasedOperatorMw } from './operator-baseline.js';

const ZONE = 'America/New_York';
const START = Date.UTC(2023, 1, 1);
const HOURS = 24 * 60;
const series = (value: (hour: number) => number): LoadSeries => ({
  start: START,
  stepMs: HOUR_MS,
  valuesMw: Float64Array.from({ length: HOURS }, (_, hour) => value(hour)),
});
const at = (valuesMw: Float64Array, month: number, day: number, hour: number): number =>
  valueAt({ start: START, stepMs: HOUR_MS, valuesMw }, Date.UTC(2023, month, day, hour));
const localHour = (hour: number): number => {
  const start = START + hour * HOUR_MS;
  return new Date(start + offsetMs(ZONE, start)).getUTCHours();
};

describe('debiasedOperatorMw', () => {
  const load = series(() => 1000);

  test('a constant bias in percent is removed whole', () => {
    const operator = series(() => 1250);
    expect(at(debiasedOperatorMw(operator, load, ZONE), 2, 1, 12)).toBeCloseTo(1000, 9);
  });

  test('each local hour has its own bias, before and after the spring change', () => {
    const operator = series((hour) => 1000 + 10 * localHour(hour));
    const debiased = debiasedOperatorMw(operator, load, ZONE);
    for (let hour = 24 * 45; hour < 24 * 50; hour++) expect(debiased[hour]).toBeCloseTo(1000, 9);
  });

  test('yesterday, not over when a day-ahead gate opens, does not count', () => {
    const operator = series((hour) => (hour >= 24 * 40 && hour < 24 * 41 ? 2000 : 1000));
    const debiased = debiasedOperatorMw(operator, load, ZONE);
    expect(debiased[24 * 41 + 12]).toBeCloseTo(1000, 9);
    expect(debiased[24 * 42 + 12]).toBeLessThan(1000);
  });

  test.each([
    { name: 'a missing forecast', operator: series((hour) => (hour === 24 * 40 ? Number.NaN : 1000)) },
    { name: 'a zero forecast', operator: series((hour) => (hour === 24 * 40 ? 0 : 1000)) },
    { name: 'six days of history', operator: series((hour) => (hour < 24 * 33 ? Number.NaN : 1000)) },
  ])('$name has no debiased value', ({ operator }) => {
    expect(debiasedOperatorMw(operator, load, ZONE)[24 * 40]).toBeNaN();
  });
});
