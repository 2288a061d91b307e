import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownWeather } from '../../series/known-weather.js';
import { type ToValue, temperatureOf, weatherPoint, weatherSeries } from '../../testing/weather-points.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { startOfDay } from '../inputs/local-days.js';
import { monthlyRefit } from '../inputs/training-cutoff.js';
import { ISSUE, WEATHER } from '../settings.data.js';
import { WeatherInputs } from './weather-inputs.js';

const ZONE = 'America/New_York';
const START = Date.UTC(2024, 0, 1);
const DAYS = 400;
const ISSUED_AT = Date.UTC(2024, 5, 12, 14);
const JUNE = monthlyRefit(ISSUED_AT);
const hourNumber = (at: number) => Math.round((at - START) / HOUR_MS);

/** Temperatures, each known at its hour unless given otherwise. */
const weatherOf = (toValue: ToValue, knownAt = (at: number) => at): KnownWeather =>
  temperatureOf(weatherSeries(START, DAYS * 24, toValue, knownAt));
const WEATHER_2024 = weatherOf((hour) => hour);

function movedTo(weather: KnownWeather | undefined, refit = JUNE, issuedAt = ISSUED_AT) {
  const inputs = new WeatherInputs(START, ZONE);
  const isUsed = inputs.moveTo(weather, refit, issuedAt);
  if (isUsed) inputs.readTraining();
  return { inputs, isUsed };
}

const SUN = weatherPoint({ solarWm2: weatherSeries(START, 24, () => 100) });

test.each<{ name: string; weather: KnownWeather | undefined; isUsed: boolean }>([
  { name: 'no weather', weather: undefined, isUsed: false },
  { name: 'no points', weather: { points: [] }, isUsed: false },
  { name: 'points without temperature', weather: { points: [SUN] }, isUsed: false },
  { name: 'one point of two without temperature', weather: { points: [...WEATHER_2024.points, SUN] }, isUsed: false },
  { name: 'temperature', weather: WEATHER_2024, isUsed: true },
])('$name: used is $isUsed', ({ weather, isUsed }) => {
  const moved = movedTo(weather);
  expect(moved.isUsed).toBe(isUsed);
  expect(moved.inputs.revision).toBe(isUsed ? 1 : 0);
  expect([moved.inputs.variables, moved.inputs.zoneCount]).toEqual(isUsed ? [['temperatureC'], 1] : [[], 0]);
});

describe('views', () => {
  const { inputs } = movedTo(WEATHER_2024);
  const lastKnown = (hours: WeatherInputs['issueView'], near: number) => {
    for (let day = near + 2; day >= near - 2; day--) {
      const values = hours.day(day);
      for (let hour = 23; hour >= 0; hour--) if (!Number.isNaN(values[hour * hours.slots]!)) return { day, hour };
    }
    return undefined;
  };

  test('the training view ends with the refit, the issue view with the issue', () => {
    // 1 June 00:00 UTC is 20:00 of 31 May in New York; 14:00 UTC is 10:00.
    expect(lastKnown(inputs.trainingView, dayNumber(2024, 5, 31))).toEqual({ day: dayNumber(2024, 5, 31), hour: 20 });
    expect(lastKnown(inputs.issueView, dayNumber(2024, 6, 12))).toEqual({ day: dayNumber(2024, 6, 12), hour: 10 });
  });

  test('the issue view begins a fixed number of days before the refit', () => {
    expect(inputs.trainingView.start).toBe(START);
    expect(inputs.issueView.start).toBe(JUNE.refitAt - WEATHER.issueViewDays * DAY_MS);
  });
});

describe('changes of the training view', () => {
  const warmerOn = (hour: number) => weatherOf((at) => at + (at === hour ? 1 : 0));
  test.each([
    {
      name: 'a later issue of the same month: none',
      weather: WEATHER_2024,
      refit: JUNE,
      revision: 1,
      first: Number.POSITIVE_INFINITY,
    },
    {
      name: 'the next month: from the last refit',
      weather: WEATHER_2024,
      refit: monthlyRefit(Date.UTC(2024, 6, 3)),
      revision: 2,
      first: JUNE.refitAt + HOUR_MS,
    },
    {
      name: 'an earlier month: everything',
      weather: WEATHER_2024,
      refit: monthlyRefit(Date.UTC(2024, 4, 3)),
      revision: 2,
      first: Number.NEGATIVE_INFINITY,
    },
    {
      name: 'a corrected hour: from it',
      weather: warmerOn(500),
      refit: JUNE,
      revision: 2,
      first: START + 500 * HOUR_MS,
    },
    {
      name: 'an hour observed after the refit: none that is read',
      weather: warmerOn(hourNumber(JUNE.refitAt) + 1),
      refit: JUNE,
      revision: 2,
      first: JUNE.refitAt + WEATHER.hoursAhead * HOUR_MS,
    },
    {
      name: 'another point: everything',
      weather: { points: [...WEATHER_2024.points, ...WEATHER_2024.points] },
      refit: JUNE,
      revision: 2,
      first: Number.NEGATIVE_INFINITY,
    },
  ])('$name', ({ weather, refit, revision, first }) => {
    const { inputs } = movedTo(WEATHER_2024);
    inputs.moveTo(weather, refit, ISSUED_AT + DAY_MS);
    inputs.readTraining();
    expect(inputs.revision).toBe(revision);
    expect(inputs.changedSince(1)).toBe(first);
  });

  test('since a revision the earliest of several counts', () => {
    const { inputs } = movedTo(WEATHER_2024);
    for (const hour of [500, 700]) {
      inputs.moveTo(warmerOn(hour), JUNE, ISSUED_AT);
      inputs.readTraining();
    }
    expect(inputs.changedSince(1)).toBe(START + 500 * HOUR_MS);
    expect(inputs.changedSince(3)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the weather as known on a past issue day', () => {
  const KNOWN_HOURS = 8;
  const firstMissing = (inputs: WeatherInputs, day: number) => {
    const hours = inputs.asOfIssueDay(day, KNOWN_HOURS, { isCached: false });
    return Array.from({ length: 24 }, (_, hour) => hours.day(day)[hour * hours.slots]!).findIndex(Number.isNaN);
  };

  test.each([
    { name: 'a usual day', date: [2024, 5, 20], missing: KNOWN_HOURS + ISSUE.loadLagHours + 1 },
    {
      name: 'the spring change, one wall-clock hour later',
      date: [2024, 3, 10],
      missing: KNOWN_HOURS + ISSUE.loadLagHours + 2,
    },
    { name: 'a leap day', date: [2024, 2, 29], missing: KNOWN_HOURS + ISSUE.loadLagHours + 1 },
  ])('ends two hours after the known load: $name', ({ date, missing }) => {
    const day = dayNumber(...(date as [number, number, number]));
    expect(firstMissing(movedTo(WEATHER_2024).inputs, day)).toBe(missing);
  });

  test('ends one wall-clock hour earlier on the day of the autumn change', () => {
    const issuedAt = Date.UTC(2024, 11, 20);
    const { inputs } = movedTo(WEATHER_2024, monthlyRefit(issuedAt), issuedAt);
    expect(firstMissing(inputs, dayNumber(2024, 11, 3))).toBe(KNOWN_HOURS + ISSUE.loadLagHours);
  });

  test('holds forecasts of that day, not what was observed later', () => {
    const day = dayNumber(2024, 5, 20);
    const from = hourNumber(startOfDay(ZONE, day) + 15 * HOUR_MS);
    const forecastBefore = (at: number) => at - 20 * DAY_MS;
    const series = weatherSeries(START, DAYS * 24, () => 10, forecastBefore);
    const values = series.values.map((value, hour) => (hour >= from ? 30 : value));
    const replaced = new Map(
      Array.from({ length: 240 }, (_, i) => [from + i, [{ value: 10, knownAtMs: START }]] as const),
    );
    const knownAtMs = series.knownAtMs.map((known, hour) => (hour >= from ? START + hour * HOUR_MS : known));
    const { inputs } = movedTo(temperatureOf({ ...series, values, knownAtMs, replaced }));
    const hours = inputs.asOfIssueDay(day, KNOWN_HOURS, { isCached: false });
    expect(hours.day(day)[20 * hours.slots]).toBe(10);
    expect(inputs.issueView.day(day)[20 * inputs.issueView.slots]).toBe(30);
  });

  test('has the 168-hour mean from the first hour of the day', () => {
    const day = dayNumber(2024, 5, 20);
    const hours = movedTo(WEATHER_2024).inputs.asOfIssueDay(day, KNOWN_HOURS, { isCached: false });
    expect(hours.day(day)[4]).toBeCloseTo(hours.day(day)[0]! - 83.5, 9);
  });

  test('is kept when wanted, until the refit or the weather is another', () => {
    const { inputs } = movedTo(WEATHER_2024);
    const kept = () => inputs.asOfIssueDay(dayNumber(2024, 5, 20), KNOWN_HOURS, { isCached: true });
    const first = kept();
    expect(kept()).toBe(first);
    inputs.moveTo(WEATHER_2024, JUNE, ISSUED_AT + HOUR_MS);
    expect(kept()).toBe(first);
    inputs.moveTo(
      weatherOf((hour) => hour + 1),
      JUNE,
      ISSUED_AT + HOUR_MS,
    );
    const second = kept();
    expect(second).not.toBe(first);
    inputs.moveTo(WEATHER_2024, monthlyRefit(Date.UTC(2024, 6, 3)), Date.UTC(2024, 6, 3));
    expect(kept()).not.toBe(second);
  });
});
