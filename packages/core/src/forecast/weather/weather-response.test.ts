import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { measuredDays, pseudoRandom } from '../../testing/measured-days.js';
import { DAY_MS } from '../../time/instant.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { TRAINING_ROWS, WEATHER, WEATHER_RESPONSE } from '../settings.data.js';
import type { WeatherHours } from './weather-hours.js';
import { WeatherResponse } from './weather-response.js';

const ZONE = 'America/New_York';
const FIRST = dayNumber(2022, 1, 1);
const CUTOFF = dayNumber(2024, 1, 31);
const LAYOUT = { variables: ['temperatureC'], zoneCount: 1 } as const;
const SLOTS = 1 + WEATHER.meanHours.length;
const refitAt = (trainingCutoff: number): Refit => ({ refitAt: (trainingCutoff + 1) * DAY_MS, trainingCutoff });

/** A day's temperature, the same at all its hours and in all means of them. */
type TemperatureOf = (day: number) => number;
/** Days between 0 and 36 °C without order. */
const mixed: TemperatureOf = (day) => 36 * pseudoRandom(day);

/** Views of weather for the response alone. */
function weather(temperatureOf: TemperatureOf): WeatherHours {
  const day = (at: number) => new Float64Array(24 * SLOTS).fill(temperatureOf(at));
  return { slots: SLOTS, day } as Pick<WeatherHours, 'slots' | 'day'> as WeatherHours;
}

/** Log load of a day: 5 % a ten degrees above 20 °C. */
const logAt = (temperatureC: number) => 9 + 0.005 * Math.max(0, temperatureC - 20);

interface LoadOptions {
  readonly logOf?: (day: number, hour: number) => number;
  readonly days?: number;
  readonly filledOn?: (day: number) => number;
}

/** The hours that were measured: a fit of two costs a twelfth of a fit of all. */
const MEASURED = [12, 18];

function tableOf({ logOf = (day) => logAt(mixed(day)), days = CUTOFF - FIRST, filledOn }: LoadOptions = {}): DayTable {
  const measured = (day: number, hour: number) => (MEASURED.includes(hour) ? logOf(day, hour) : Number.NaN);
  const table = { ...measuredDays(FIRST, days, measured), zone: ZONE, calendar: CALENDARS.us };
  return (filledOn ? { ...table, filledOn } : table) as DayTable;
}

function fitted(table: DayTable, cutoff = CUTOFF, temperatureOf = mixed): WeatherResponse {
  const response = new WeatherResponse(table, LAYOUT);
  response.prepare(refitAt(cutoff), weather(temperatureOf));
  return response;
}

/** The expected log loads of the measured hours of a day at one temperature. */
function expectedLogs(response: WeatherResponse, temperatureC: number, day = CUTOFF, cutoff = CUTOFF): number[] {
  const out = new Float64Array(24);
  response
    .on(
      weather(() => temperatureC),
      'residuals',
    )
    .writeLogs(day, cutoff, out, 0);
  return MEASURED.map((hour) => out[hour]!);
}

describe('a fit', () => {
  const response = fitted(tableOf());

  test.each([
    { temperatureC: 5, name: 'cold days' },
    { temperatureC: 15, name: 'mild days' },
    { temperatureC: 25, name: 'warm days' },
    { temperatureC: 33, name: 'hot days' },
  ])('follows the load on $name to half a percent', ({ temperatureC }) => {
    for (const log of expectedLogs(response, temperatureC)) {
      expect(Math.abs(log - logAt(temperatureC))).toBeLessThan(0.005);
    }
  });

  test('goes on beyond the hottest day, upwards', () => {
    const [hot, hotter] = [35, 40].map((c) => expectedLogs(response, c)[0]!);
    expect(hotter! - hot!).toBeGreaterThan(0.015);
  });

  test('has no value in weather that is not known', () => {
    expect(expectedLogs(response, Number.NaN).every(Number.isNaN)).toBe(true);
  });

  test('is of each hour alone', () => {
    const byHour = fitted(
      tableOf({ logOf: (day, hour) => (hour === 18 ? 2 : 1) * (logAt(mixed(day)) - 9) + hour / 10 }),
    );
    const logs = expectedLogs(byHour, 30);
    expect(Math.abs(logs[0]! - 1.25)).toBeLessThan(0.005);
    expect(Math.abs(logs[1]! - 1.9)).toBeLessThan(0.005);
  });
});

describe('what is trained on', () => {
  const clean = expectedLogs(fitted(tableOf()), 30);

  test.each<{ name: string; table: DayTable; temperatureOf: TemperatureOf }>([
    {
      name: 'load from the cutoff on',
      table: tableOf({ days: CUTOFF - FIRST + 30, logOf: (day) => (day >= CUTOFF ? 99 : logAt(mixed(day))) }),
      temperatureOf: mixed,
    },
    {
      name: 'weather from the cutoff on',
      table: tableOf({ days: CUTOFF - FIRST + 30 }),
      temperatureOf: (day) => (day >= CUTOFF ? 40 : mixed(day)),
    },
  ])('$name is not seen', ({ table, temperatureOf }) => {
    expect(expectedLogs(fitted(table, CUTOFF, temperatureOf), 30)).toEqual(clean);
  });

  test('a day with too many filled hours is not seen, one with as many as allowed is', () => {
    const odd = FIRST + 400;
    const withFilled = (hours: number) =>
      expectedLogs(
        fitted(
          tableOf({
            logOf: (day) => (day === odd ? 20 : logAt(mixed(day))),
            filledOn: (day) => (day === odd ? hours : 0),
          }),
        ),
        30,
      )[0]!;
    expect(Math.abs(withFilled(TRAINING_ROWS.mostFilledHours + 1) - clean[0]!)).toBeLessThan(0.001);
    expect(Math.abs(withFilled(TRAINING_ROWS.mostFilledHours) - clean[0]!)).toBeGreaterThan(0.001);
  });

  test('a day without weather is no row', () => {
    const isKnown = (day: number) => day >= CUTOFF - 199;
    const few = fitted(tableOf(), CUTOFF, (day) => (isKnown(day) ? mixed(day) : Number.NaN));
    expect(few.isReady).toBe(false);
    expect(fitted(tableOf(), CUTOFF, (day) => (isKnown(day + 1) ? mixed(day) : Number.NaN)).isReady).toBe(true);
  });
});

test.each([
  { name: 'one row too few', rows: WEATHER_RESPONSE.fewestRows - 1, isReady: false },
  { name: 'just enough', rows: WEATHER_RESPONSE.fewestRows, isReady: true },
])('$rows rows are $name', ({ rows, isReady }) => {
  const response = fitted(tableOf({ days: rows }), FIRST + rows);
  expect([response.isReady, response.fittedTo]).toEqual([isReady, FIRST + rows]);
});

test('a forecast before the first fit is none: its fit would know the days after it', () => {
  const response = fitted(tableOf());
  const out = new Float64Array(24);
  for (const [use, isKnown] of [
    ['residuals', true],
    ['forecasts', false],
  ] as const) {
    response.on(weather(mixed), use).writeLogs(FIRST + 60, FIRST + 59, out, 0);
    expect(MEASURED.map((hour) => !Number.isNaN(out[hour]!))).toEqual([isKnown, isKnown]);
  }
});

describe('fits forward in time', () => {
  const CHANGE = dayNumber(2023, 12, 31);
  const risen = tableOf({ logOf: (day) => logAt(mixed(day)) + (day >= CHANGE ? 0.2 : 0) });

  test('the fit of a month before a change does not hold it, the next does', () => {
    const response = fitted(risen);
    const [before, after] = [CHANGE, CUTOFF].map((cutoff) => expectedLogs(response, 10, CUTOFF, cutoff)[0]!);
    expect(Math.abs(before! - 9)).toBeLessThan(0.005);
    expect(after! - before!).toBeGreaterThan(0.005);
  });

  test('days before the first fit use the first', () => {
    const response = fitted(tableOf());
    const [before, between] = [FIRST, FIRST + 100].map((cutoff) => expectedLogs(response, 25, CUTOFF, cutoff));
    expect(before).toEqual(between);
  });

  test('extended a month it is what a fresh start gives, bit for bit', () => {
    const steps = fitted(risen, dayNumber(2023, 12, 31));
    steps.prepare(refitAt(CUTOFF), weather(mixed));
    expect(expectedLogs(steps, 30)).toEqual(expectedLogs(fitted(risen), 30));
  });
});

test('of two zones each has its own effect', () => {
  const second: TemperatureOf = (day) => 36 * pseudoRandom(day + 0.5);
  const both = (first: TemperatureOf, other: TemperatureOf): WeatherHours => {
    const day = (at: number) =>
      Float64Array.from({ length: 24 * 2 * SLOTS }, (_, i) => (i % (2 * SLOTS) < SLOTS ? first(at) : other(at)));
    return { slots: 2 * SLOTS, day } as Pick<WeatherHours, 'slots' | 'day'> as WeatherHours;
  };
  const response = new WeatherResponse(tableOf({ logOf: (day) => logAt(mixed(day)) }), { ...LAYOUT, zoneCount: 2 });
  response.prepare(refitAt(CUTOFF), both(mixed, second));
  const at = (first: number, other: number) => {
    const out = new Float64Array(24);
    response
      .on(
        both(
          () => first,
          () => other,
        ),
        'forecasts',
      )
      .writeLogs(CUTOFF, CUTOFF, out, 0);
    return out[12]!;
  };
  expect(at(32, 15) - at(15, 15)).toBeGreaterThan(0.05);
  expect(Math.abs(at(15, 32) - at(15, 15))).toBeLessThan(0.005);
});
