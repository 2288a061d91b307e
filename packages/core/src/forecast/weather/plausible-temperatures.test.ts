import { expect, test } from 'vitest';
import { plausibleTemperatures } from './weather-faults.js';
import type { WeatherHours } from './weather-hours.js';

/** Two zones, each with its temperature and four means; the temperature of the second zone is given by day. */
function plausibleDays(celsiusOn: (day: number) => number, days: number): number[] {
  const weekBefore = (day: number) =>
    Array.from({ length: 7 }, (_, i) => celsiusOn(day - i)).reduce((a, b) => a + b) / 7;
  const hours = {
    slots: 10,
    day: (day: number) =>
      Float64Array.from({ length: 240 }, (_, i) =>
        i % 10 < 5 ? 10 : i % 10 === 9 ? weekBefore(day) : celsiusOn(day) + 5 * Math.sin(Math.floor(i / 10) / 4),
      ),
  } as unknown as WeatherHours;
  const isPlausible = plausibleTemperatures(2);
  return Array.from({ length: days }, (_, day) => day).filter((day) => isPlausible(hours, day));
}

test.each<{ name: string; celsiusOn: (day: number) => number; left: number[] }>([
  { name: 'no day of a year', celsiusOn: (day) => 10 - 15 * Math.cos(day / 58), left: [] },
  { name: 'no day of a cold spell of 20 °C', celsiusOn: (day) => (day > 40 && day < 45 ? -10 : 10), left: [] },
  {
    name: 'a day in kelvin, and the week whose mean has it',
    celsiusOn: (day) => (day === 40 ? 283 : 10),
    left: [40, 41, 42, 43, 44, 45, 46],
  },
  { name: 'two days in degrees Fahrenheit', celsiusOn: (day) => (day === 40 || day === 41 ? 50 : 10), left: [40, 41] },
  { name: 'no day that is not known', celsiusOn: (day) => (day > 30 ? Number.NaN : 10), left: [] },
])('of the plausible days is missing $name', ({ celsiusOn, left }) => {
  const days = plausibleDays(celsiusOn, 100);
  expect(Array.from({ length: 100 }, (_, day) => day).filter((day) => !days.includes(day))).toEqual(left);
});
