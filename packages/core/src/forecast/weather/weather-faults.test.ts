import { describe, expect, test } from 'vitest';
import { pseudoRandom } from '../../testing/measured-days.js';
import { FAULTS } from '../inputs/faults/faults.data.js';
import { weatherFault } from './weather-faults.js';
import type { WeatherHours } from './weather-hours.js';

const DAY = 19_890; // 2024-06-16

/** °C as said on an issue day of an hour, counted from 1970. */
type SaidOn = (issue: number, hour: number) => number;

const truth = (hour: number) =>
  15 + 6 * Math.sin(hour / 3.82 - 2) + 4 * Math.sin(hour / 61) + 3 * Math.sin(hour / 24 / 58);
/** A forecast that misses by a degree, the same for a day and a half; newer ones for each hour as the days go. */
const good: SaidOn = (issue, hour) => {
  const lead = Math.max(0, hour / 24 - issue);
  const part = (hour % 36) / 36;
  const error = (i: number) => 2 * pseudoRandom(issue * 991 + Math.floor(hour / 36) + i) - 1;
  return truth(hour) + (0.3 + 0.3 * lead) * (error(0) * (1 - part) + error(1) * part);
};
const since =
  (first: number, lie: SaidOn, until = Number.POSITIVE_INFINITY): SaidOn =>
  (issue, hour) =>
    (issue >= first && issue < until ? lie : good)(issue, hour);

/** Each hour is known as its newest issue had it; of several zones the last alone lies. */
function faultOf(said: SaidOn, { isObserved = false, daysAhead = 16, zones = 1 } = {}): string | undefined {
  const asKnownOn = (issue: number): WeatherHours => {
    const temperature = (zone: number, hour: number) => {
      const own = Math.min(issue, Math.floor((hour - 6) / 24));
      if (hour / 24 >= issue + daysAhead) return Number.NaN;
      return isObserved ? truth(hour) : (zone < zones - 1 ? good : said)(own, hour);
    };
    const day = (each: number) =>
      Float64Array.from({ length: 24 * zones }, (_, i) => temperature(i % zones, 24 * each + Math.floor(i / zones)));
    return { slots: zones, day } as unknown as WeatherHours;
  };
  return weatherFault({ zoneCount: zones, asKnownOn }, DAY);
}

const LIES: readonly { name: string; lie: SaidOn; fault: string }[] = [
  { name: 'in degrees Fahrenheit', lie: (...at) => 1.8 * good(...at) + 32, fault: FAULTS.degrees },
  { name: 'in kelvin', lie: (...at) => good(...at) + 273.15, fault: FAULTS.degrees },
  { name: 'of one value', lie: () => 18, fault: FAULTS.flat },
  { name: 'an hour late', lie: (issue, hour) => good(issue, hour - 1), fault: FAULTS.displaced },
  { name: 'an hour early', lie: (issue, hour) => good(issue, hour + 1), fault: FAULTS.displaced },
  { name: 'six degrees higher', lie: (...at) => good(...at) + 6, fault: FAULTS.step },
  { name: 'six degrees lower', lie: (...at) => good(...at) - 6, fault: FAULTS.step },
  {
    name: 'of the day before under new dates',
    lie: (issue, hour) => good(issue - 1, hour - 24),
    fault: FAULTS.repeated,
  },
];

describe('weather that turns', () => {
  test.each(LIES)('$name is excluded at the first issue: $fault (fault 120)', ({ lie, fault }) => {
    expect(faultOf(since(DAY, lie))).toBe(fault);
  });

  test.each(LIES)('$name in one of three zones too (fault 120)', ({ lie, fault }) => {
    expect(faultOf(since(DAY, lie), { zones: 3 })).toBe(fault);
  });

  test.each(LIES)('$name four days ago is excluded still (fault 120)', ({ lie }) => {
    expect(faultOf(since(DAY - 4, lie))).toBeDefined();
  });

  test.each(LIES)('$name for two days is excluded while trailing means read that (fault 120)', ({ lie }) => {
    expect([FAULTS.week, FAULTS.degrees]).toContain(faultOf(since(DAY - 4, lie, DAY - 2)));
    expect(faultOf(since(DAY - 12, lie, DAY - 10))).toBeUndefined();
  });
});

describe('nothing is wrong with', () => {
  test.each<{ name: string; said?: SaidOn; options?: Parameters<typeof faultOf>[1] }>([
    { name: 'good forecasts' },
    { name: 'good forecasts of three zones', options: { zones: 3 } },
    { name: 'observed weather, taken as known', options: { isObserved: true } },
    { name: 'forecasts of tomorrow alone', options: { daysAhead: 2 } },
    {
      name: 'a front of eight degrees in two days that was forecast',
      said: (issue, hour) => good(issue, hour) - (hour > 24 * DAY + 24 ? 8 : 0),
    },
    { name: 'a change of mind by two degrees', said: since(DAY, (...at) => good(...at) + 2) },
    { name: 'weather that is not known for tomorrow', options: { daysAhead: 1 } },
    { name: 'the first forecast there is', said: (issue, hour) => (issue < DAY ? Number.NaN : good(issue, hour)) },
  ])('$name', ({ said = good, options }) => expect(faultOf(said, options)).toBeUndefined());
});

test.each([
  { name: 'in degrees Fahrenheit', lie: (hour: number) => 1.8 * truth(hour) + 32, fault: FAULTS.degrees },
  { name: 'of one value', lie: () => 18, fault: FAULTS.flat },
])('forecasts of tomorrow alone that turn $name are excluded (fault 120)', ({ lie, fault }) => {
  const said = since(DAY, (_issue, hour) => lie(hour) + (fault === FAULTS.degrees ? 20 : 0));
  expect(faultOf(said, { daysAhead: 2 })).toBe(fault);
});
