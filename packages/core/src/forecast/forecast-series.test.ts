import { expect, test } from 'vitest';
import { CALENDARS } from '../calendar/calendars.js';
import { createHolidayCalendar } from '../calendar/holiday-calendar.js';
import type { LoadSeries } from '../series/series.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { offsetMs } from '../time/zone.js';
import { forecastSeries } from './forecast-series.js';

const START = Date.UTC(2024, 8, 3);
/** Load of a town: a day, a week and the major holidays of Canada, in the zone's own time. */
function townLoad(timezone: string, start: number, days: number): LoadSeries {
  const valuesMw = Float64Array.from({ length: days * 24 }, (_, i) => {
    const wall = new Date(start + i * HOUR_MS + offsetMs(timezone, start + i * HOUR_MS));
    const weekend = [0, 6].includes(wall.getUTCDay()) ? 0.9 : 1;
    const holiday = CALENDARS.canada.isMajor(Math.floor(wall.getTime() / DAY_MS)) ? 0.8 : 1;
    return 40 * weekend * holiday * (1 + 0.2 * Math.sin(((wall.getUTCHours() - 9) / 12) * Math.PI));
  });
  return { start, stepMs: HOUR_MS, valuesMw };
}

const errorPct = (forecastMw: Float64Array, actualMw: Float64Array): number =>
  forecastMw.reduce((sum, mw, i) => sum + Math.abs(mw / actualMw[i]! - 1), 0) * (100 / forecastMw.length);

test.each([
  { timezone: 'America/Toronto', calendar: CALENDARS.canada },
  { timezone: 'Europe/Berlin', calendar: createHolidayCalendar('none', []) },
  { timezone: 'Asia/Tokyo', calendar: CALENDARS.us },
  { timezone: 'Pacific/Auckland', calendar: CALENDARS.us },
])('30 days of a series in $timezone give a week within 3 %', async ({ timezone, calendar }) => {
  const forecast = await forecastSeries({ timezone, calendar, load: townLoad(timezone, START, 30) });
  expect(forecast.start).toBe(START + 30 * DAY_MS);
  expect(forecast.valueMw).toHaveLength(384);
  const week = townLoad(timezone, forecast.start, 7).valuesMw;
  expect(errorPct(forecast.valueMw.subarray(0, 7 * 24), week)).toBeLessThan(3);
});

test('a load of 0.4 MW is forecast like one of 40 MW, in steps of 0.01 MW', async () => {
  const [timezone, calendar] = ['America/Toronto', CALENDARS.canada];
  const load = townLoad(timezone, START, 40);
  const small = { ...load, valuesMw: load.valuesMw.map((mw) => mw / 100) };
  const [forecast, large] = await Promise.all(
    [small, load].map((each) => forecastSeries({ timezone, calendar, load: each })),
  );
  for (const line of ['valueMw', 'p10Mw', 'p90Mw'] as const)
    forecast![line].forEach((mw, i) => void expect(Math.abs(mw - large![line][i]! / 100)).toBeLessThan(0.0051));
});

test('a holiday of its calendar lowers the day, one of another calendar does not', async () => {
  const timezone = 'America/Toronto';
  const load = townLoad(timezone, Date.UTC(2023, 0, 1), 649); // to 11 October 2024
  const noon = (Date.UTC(2024, 9, 14, 16) - (load.start + 649 * DAY_MS)) / HOUR_MS;
  const [canada, none] = await Promise.all(
    [CALENDARS.canada, createHolidayCalendar('none', [])].map((calendar) =>
      forecastSeries({ timezone, calendar, load }),
    ),
  );
  expect(canada!.valueMw[noon]!).toBeLessThan(0.97 * none!.valueMw[noon]!);
});

test('hours after the issue are not used', async () => {
  const calendar = CALENDARS.canada;
  const timezone = 'America/Toronto';
  const issuedAt = START + 35 * DAY_MS + 10 * HOUR_MS;
  const [before, whole] = await Promise.all(
    [townLoad(timezone, START, 36), townLoad(timezone, START, 60)].map((load) =>
      forecastSeries({ timezone, calendar, load, issuedAt }),
    ),
  );
  expect(before).toEqual(whole);
});

test.each([
  {
    name: '29 days',
    days: 29,
    issuedAt: undefined,
    message: 'my feeder: 29 days of load before the issue, but 30 are needed',
  },
  { name: 'no days', days: 0, issuedAt: undefined, message: 'my feeder: 0 days of load before the issue' },
  { name: 'an issue before the load', days: 60, issuedAt: START, message: 'my feeder: 0 days of load before' },
])('$name are refused with the number of days', async ({ days, issuedAt, message }) => {
  const load = townLoad('America/Toronto', START, days);
  const asked = { name: 'my feeder', timezone: 'America/Toronto', calendar: CALENDARS.canada, load };
  const refused = forecastSeries(issuedAt === undefined ? asked : { ...asked, issuedAt });
  await expect(refused).rejects.toMatchObject({ code: 'no_data', message: expect.stringContaining(message) });
});

test.each([
  { name: 'quarters of an hour', start: START, stepMs: HOUR_MS / 4 },
  { name: 'a start off the hour', start: START + 60_000, stepMs: HOUR_MS },
])('a load of $name is refused', async ({ start, stepMs }) => {
  const load = { start, stepMs, valuesMw: new Float64Array(4 * 24 * 40).fill(10) };
  const refused = forecastSeries({ timezone: 'America/Toronto', calendar: CALENDARS.canada, load });
  await expect(refused).rejects.toThrow(RangeError);
});
