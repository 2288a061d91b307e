import { expect, test } from 'vitest';
import { addUp, type DriverParts, driversOfSteps, KEPT_PARTS, roundedDrivers, stepsOfDrivers } from './run-drivers.js';

const hours = (make: (hour: number) => number) => Float64Array.from({ length: 48 }, (_, hour) => make(hour));
const cents = (mw: number) => Math.round(100 * mw) / 100;

const valueMw = hours((hour) => cents(24_000 + 3_000 * Math.sin(hour / 4)));
const parts: DriverParts = {
  climatologyMw: hours((hour) => cents(23_500 + 2_800 * Math.sin(hour / 4))),
  holidayMw: hours((hour) => (hour < 24 ? -612.37 : 0)),
  recentLoadMw: hours(() => 0),
  neighboursMw: hours((hour) => cents(31.4 * Math.cos(hour))),
  operatorMw: hours(() => 0),
  weatherMw: hours((hour) => cents(17 * hour)),
};

test('every part is whole steps of half a percent of the mean load, within half a step of what it was', () => {
  const drivers = roundedDrivers(parts, valueMw);
  expect(drivers.stepMw).toBeCloseTo(valueMw.reduce((sum, mw) => sum + mw, 0) / 48 / 200, 1);
  for (const name of KEPT_PARTS) {
    drivers[name].forEach((mw, hour) => {
      expect(Math.abs(mw - parts[name][hour]!)).toBeLessThanOrEqual(drivers.stepMw / 2 + 1e-9);
    });
  }
});

test('the parts add up to the value to the hundredth of a MW', () => {
  const drivers = roundedDrivers(parts, valueMw);
  const sum = (hour: number) =>
    [...KEPT_PARTS, 'recentLoadMw' as const].reduce((total, name) => total + Math.round(100 * drivers[name][hour]!), 0);
  expect(Array.from(valueMw, (_, hour) => sum(hour))).toEqual(Array.from(valueMw, (mw) => Math.round(100 * mw)));
  expect(addUp(drivers, valueMw)).toBe(true);
});

test.each([
  { name: 'a part is not a whole number of steps', change: { weatherMw: parts.weatherMw } },
  { name: 'an hour is missing', change: { holidayMw: parts.holidayMw.slice(1) } },
  { name: 'there is no step', change: { stepMw: 0 } },
  { name: 'one hour of the recent load is off', change: { recentLoadMw: hours(() => 0) } },
])('drivers are not whole where $name', ({ change }) => {
  expect(addUp({ ...roundedDrivers(parts, valueMw), ...change }, valueMw)).toBe(false);
});

test('steps give the same drivers again, also of a load near zero', () => {
  for (const values of [valueMw, hours(() => 0.01), hours((hour) => cents(-hour / 3))]) {
    const drivers = roundedDrivers(parts, values);
    expect(driversOfSteps(Math.round(100 * drivers.stepMw), stepsOfDrivers(drivers), values)).toEqual(drivers);
  }
});
