import { expect, test } from 'vitest';
import { OTHER_FEATURES, TEMPERATURE_FEATURES, writeOther, writeTemperature } from './weather-response.js';

/** The hour's temperature and its means over 6, 24, 72 and 168 hours. */
const features = (temperatures: readonly number[]) => {
  const out = new Float64Array(TEMPERATURE_FEATURES + 1).fill(Number.NaN);
  const end = writeTemperature(Float64Array.from(temperatures), 0, out, 0);
  return { end, out };
};

test.each([[[-20, -18, -15, -10, -5]], [[15, 15, 15, 15, 15]], [[38, 36, 31, 30, 28]]])(
  'temperatures %j fill the features, none negative',
  (temperatures) => {
    const { end, out } = features(temperatures);
    expect(end).toBe(TEMPERATURE_FEATURES);
    expect([...out].findIndex(Number.isNaN)).toBe(TEMPERATURE_FEATURES);
    expect([...out].slice(0, end).every((value) => value >= 0)).toBe(true);
  },
);

test.each([
  { name: 'heat that lasts', temperatures: [33, 30, 28, 26, 25], heat: 1.2, cold: 0 },
  { name: 'one hot afternoon', temperatures: [33, 25, 20, 17, 17], heat: 0, cold: 0 },
  { name: 'cold that lasts', temperatures: [-5, -4, -3, 0, 2], heat: 0, cold: 1.5 },
])('$name: the products of the hour and three days', ({ temperatures, heat, cold }) => {
  const { end, out } = features(temperatures);
  expect(out[end - 2]).toBeCloseTo(heat, 12);
  expect(out[end - 1]).toBeCloseTo(cold, 12);
});

test.each([
  { variable: 'solarWm2' as const, now: 500, mean24: 250, expected: [1, 0.5, 1.2] },
  { variable: 'humidityPct' as const, now: 50, mean24: 100, expected: [1, 2, 1.2] },
])('$variable: the value, its mean, and its product with degrees above 18', ({ variable, now, mean24, expected }) => {
  const out = new Float64Array(OTHER_FEATURES);
  expect(writeOther(variable, now, mean24, 30, out, 0)).toBe(OTHER_FEATURES);
  expect([...out]).toEqual(expected);
});
