import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownSeries } from '../../series/known-series.js';
import type { KnownWeather, WeatherPoint, WeatherVariable } from '../../series/known-weather.js';
import { type ToValue, temperatureOf, weatherPoint, weatherSeries } from '../../testing/weather-points.js';
import { HOUR_MS } from '../../time/instant.js';
import { startOfDay } from '../inputs/local-days.js';
import { WEATHER } from '../settings.data.js';
import { commonVariables, meansOf, WeatherHours, weatherZoneOf, weatherZones } from './weather-hours.js';

const ZONE = 'America/New_York';
const DAY = dayNumber(2024, 6, 10);
const START = startOfDay(ZONE, DAY);
/** Days of weather in these tests. */
const DAYS = 30;
const hourAt = (hour: number) => START + hour * HOUR_MS;
const seriesOf = (toValue: ToValue, knownAt?: (hour: number) => number): KnownSeries =>
  weatherSeries(START, DAYS * 24, toValue, knownAt);

function movedTo(weather: KnownWeather, asOf: number, start = START, zone = ZONE): WeatherHours {
  const hours = new WeatherHours(start, zone);
  hours.moveTo(weather, commonVariables(weather), asOf);
  return hours;
}

/** The temperature of an hour of a day of one zone, or one of its means by place: 0 the value, 1 to 4 the means. */
const valueAt = (hours: WeatherHours, day: number, hour: number, slot = 0) =>
  hours.day(day)[hour * hours.slots + slot]!;

const SERIES = seriesOf(() => 1);
const pointWith = (...names: readonly WeatherVariable[]) =>
  weatherPoint(Object.fromEntries(names.map((name) => [name, SERIES])));

test.each<{ name: string; points: WeatherPoint[]; expected: WeatherVariable[] }>([
  {
    name: 'those of one point',
    points: [pointWith('humidityPct', 'temperatureC')],
    expected: ['temperatureC', 'humidityPct'],
  },
  {
    name: 'those that all points have',
    points: [pointWith('temperatureC', 'solarWm2'), pointWith('temperatureC', 'humidityPct')],
    expected: ['temperatureC'],
  },
  { name: 'none when two points share none', points: [pointWith('solarWm2'), pointWith('temperatureC')], expected: [] },
  {
    name: 'never clouds, which no model reads',
    points: [pointWith('temperatureC', 'cloudPct')],
    expected: ['temperatureC'],
  },
])('common variables are $name, temperature first', ({ points, expected }) => {
  expect(commonVariables({ points })).toEqual(expected);
});

test.each([
  { count: 1, sizes: [1] },
  { count: 4, sizes: [1, 1, 1, 1] },
  { count: 5, sizes: [2, 2, 1] },
  { count: 9, sizes: [3, 3, 3] },
  { count: 13, sizes: [4, 4, 4, 1] },
])('$count points are zones of $sizes points', ({ count, sizes }) => {
  const points = Array.from({ length: count }, (_, i) => weatherPoint({ temperatureC: SERIES }, { name: `${i}` }));
  const zones = weatherZones({ points });
  expect(zones.map(({ length }) => length)).toEqual(sizes);
  expect(zones.flat()).toEqual(points);
});

test('zones that were merged already are each a zone, however many points they were made of', () => {
  for (let points = 1; points <= 60; points++) {
    const zones = new Set(Array.from({ length: points }, (_, index) => weatherZoneOf(index, points)));
    expect([...zones]).toEqual(Array.from(zones, (_, zone) => weatherZoneOf(zone, zones.size)));
  }
});

describe('the hours of a day', () => {
  // The temperature is the number of the hour, so a mean over n hours lies (n - 1) / 2 below it.
  const hours = movedTo(temperatureOf(seriesOf((hour) => hour)), hourAt(20 * 24));

  test.each([
    { name: 'the first hour', day: DAY, hour: 0, expected: [0, Number.NaN, Number.NaN, Number.NaN, Number.NaN] },
    {
      name: 'the sixth hour: the mean of six',
      day: DAY,
      hour: 5,
      expected: [5, 2.5, Number.NaN, Number.NaN, Number.NaN],
    },
    { name: 'the end of the third day', day: DAY + 2, hour: 23, expected: [71, 68.5, 59.5, 35.5, Number.NaN] },
    {
      name: 'the end of the seventh day: all means',
      day: DAY + 6,
      hour: 23,
      expected: [167, 164.5, 155.5, 131.5, 83.5],
    },
  ])('$name', ({ day, hour, expected }) => {
    expect(hours.slots).toBe(5);
    expect(hours.day(day)).toHaveLength(24 * 5);
    expected.forEach((value, slot) => {
      if (Number.isNaN(value)) expect(valueAt(hours, day, hour, slot)).toBeNaN();
      else expect(valueAt(hours, day, hour, slot)).toBeCloseTo(value, 9);
    });
  });

  test('outside of the weather there are none', () => {
    expect(hours.day(DAY - 1).every(Number.isNaN)).toBe(true);
    expect(hours.day(DAY + DAYS).every(Number.isNaN)).toBe(true);
  });

  test('of sun and humidity the value and its mean of a day follow the temperature', () => {
    const humidityPct = seriesOf((hour) => hour / 10);
    const both = movedTo({ points: [weatherPoint({ temperatureC: SERIES, humidityPct })] }, hourAt(240));
    expect(both.slots).toBe(5 + 2);
    expect(valueAt(both, DAY + 2, 0, 5)).toBeCloseTo(4.8, 12);
    expect(valueAt(both, DAY + 2, 0, 6)).toBeCloseTo(4.8 - 1.15, 12);
    expect([meansOf('temperatureC'), meansOf('solarWm2')]).toEqual([[6, 24, 72, 168], [24]]);
  });

  test('zones follow one another', () => {
    const weather = { points: [20, 30].map((c) => weatherPoint({ temperatureC: seriesOf(() => c) })) };
    const both = movedTo(weather, hourAt(240));
    expect(both.slots).toBe(10);
    expect([valueAt(both, DAY, 3, 0), valueAt(both, DAY, 3, 5)]).toEqual([20, 30]);
  });
});

describe('clock changes', () => {
  test.each([
    {
      name: 'the skipped hour of spring is the mean of its neighbours',
      date: [2024, 3, 10],
      expected: [0, 1, 1.5, 2, 22],
    },
    { name: 'the repeated hour of autumn is the mean of both', date: [2024, 11, 3], expected: [0, 1.5, 3, 4, 24] },
    { name: 'a leap day has its own hours', date: [2024, 2, 29], expected: [0, 1, 2, 3, 23] },
    { name: 'the last day of the year too', date: [2024, 12, 31], expected: [0, 1, 2, 3, 23] },
  ])('$name', ({ date, expected }) => {
    const day = dayNumber(...(date as [number, number, number]));
    const start = startOfDay(ZONE, day);
    const hours = movedTo(temperatureOf(weatherSeries(start, 60, (hour) => hour)), start + 60 * HOUR_MS, start);
    expect([0, 1, 2, 3, 23].map((hour) => valueAt(hours, day, hour))).toEqual(expected);
  });
});

describe('several points of one zone', () => {
  const zoneOf = (values: readonly (readonly [weight: number, toValue: ToValue])[]) => ({
    // Nine points are merged by threes.
    points: values.map(([weight, toValue]) => weatherPoint({ temperatureC: seriesOf(toValue) }, { weight })),
  });
  const missingAt = (hour: number, value: number) => (at: number) => (at === hour ? Number.NaN : value);

  test('are averaged by weight, and a missing one is left out', () => {
    const weather = zoneOf([
      [1, () => 10],
      [2, missingAt(7, 16)],
      [1, () => 30],
      [1, () => 0],
      [3, () => 4],
      [4, () => 3],
      [1, () => 5],
      [1, () => 5],
      [1, () => 5],
    ]);
    const hours = movedTo(weather, hourAt(240));
    expect([6, 7].map((hour) => valueAt(hours, DAY, hour))).toEqual([18, 20]);
    expect(valueAt(hours, DAY, 7, 5)).toBe(3);
  });
});

describe('gaps', () => {
  const longest = WEATHER.longestFilledGapHours;
  const withGap = (from: number, length: number) =>
    movedTo(
      temperatureOf(seriesOf((hour) => (hour >= from && hour < from + length ? Number.NaN : 2 * hour))),
      hourAt(240),
    );

  test.each([
    { name: 'one hour', length: 1 },
    { name: 'the longest that is filled', length: longest },
  ])('$name is filled along a straight line', ({ length }) => {
    const hours = withGap(3, length);
    for (let hour = 0; hour < 24; hour++) expect(valueAt(hours, DAY, hour)).toBeCloseTo(2 * hour, 9);
  });

  test('a longer one stays, and trailing means begin again after it', () => {
    const hours = withGap(3, longest + 1);
    expect(Array.from({ length: 24 }, (_, hour) => valueAt(hours, DAY, hour)).filter(Number.isNaN)).toHaveLength(
      longest + 1,
    );
    const end = 3 + longest + 1;
    expect(valueAt(hours, DAY, end + 4, 1)).toBeNaN();
    expect(valueAt(hours, DAY, end + 5, 1)).toBeCloseTo(2 * (end + 2.5), 9);
  });

  test('one at the beginning or the end is not filled', () => {
    expect(valueAt(withGap(0, 2), DAY, 1)).toBeNaN();
    expect(valueAt(withGap(DAYS * 24 - 2, 2), DAY + DAYS - 1, 22)).toBeNaN();
  });
});

describe('as known at an instant', () => {
  const knownAtItsHour = (toValue: ToValue) => temperatureOf(seriesOf(toValue, (at) => at));

  test('values known later are missing', () => {
    const hours = movedTo(
      knownAtItsHour(() => 15),
      hourAt(30),
    );
    expect(valueAt(hours, DAY + 1, 6)).toBe(15);
    expect(valueAt(hours, DAY + 1, 7)).toBeNaN();
  });

  test('changing values known later changes nothing', () => {
    const clean = movedTo(
      knownAtItsHour((hour) => hour),
      hourAt(200),
    );
    const other = movedTo(
      knownAtItsHour((hour) => (hour > 200 ? 99 : hour)),
      hourAt(200),
    );
    for (let day = DAY; day < DAY + DAYS; day++) expect(other.day(day)).toEqual(clean.day(day));
  });

  test('forecast weather is read for 18 days and no longer', () => {
    const hours = movedTo(temperatureOf(seriesOf(() => 15)), hourAt(24) + 59 * 60_000);
    expect(valueAt(hours, DAY + 18, 23)).toBe(15);
    expect(valueAt(hours, DAY + 19, 0)).toBeNaN();
  });

  test('before the start there is none', () => {
    expect(
      movedTo(temperatureOf(SERIES), START - 100 * 24 * HOUR_MS)
        .day(DAY)
        .every(Number.isNaN),
    ).toBe(true);
  });
});

describe('the first changed hour of a move', () => {
  const observed = temperatureOf(
    seriesOf(
      (hour) => hour,
      (at) => at,
    ),
  );
  const warmer = temperatureOf(
    seriesOf(
      (hour) => hour + (hour === 9 ? 1 : 0),
      (at) => at,
    ),
  );
  test.each([
    { name: 'the same again: none', weather: observed, to: 50, first: Number.POSITIVE_INFINITY },
    { name: 'an hour later: the first that became known', weather: observed, to: 51, first: 51 },
    { name: 'an hour back: the first that is no longer known', weather: observed, to: 49, first: 50 },
    { name: 'another value of one hour: that hour', weather: warmer, to: 50, first: 9 },
    {
      name: 'another number of zones: all',
      weather: { points: [...observed.points, ...observed.points] },
      to: 50,
      first: 0,
    },
  ])('$name', ({ weather, to, first }) => {
    const hours = movedTo(observed, hourAt(50));
    hours.day(DAY);
    hours.moveTo(weather, ['temperatureC'], hourAt(to));
    expect(hours.firstChanged).toBe(first);
    expect(valueAt(hours, DAY, 9)).toBe(weather === warmer ? 10 : 9);
  });
});
