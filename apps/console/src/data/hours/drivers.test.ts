import { expect, test } from 'vitest';
import { DRIVERS, driversOf } from './drivers.js';

const answer = {
  data: {
    time_utc: ['2026-11-22T17:00:00Z', '2026-11-22T19:00:00Z'],
    value_mw: [100, 110],
    climatology_mw: [95, 100],
    holiday_mw: [0, 0],
    recent_load_mw: [3, 6],
    neighbours_mw: [1, 2],
    operator_mw: [1, 0],
    weather_mw: [0, 2],
  },
  meta: {},
};

test('parts are placed on the hours of the chart, and an hour without them has none', () => {
  const { forecast, parts } = driversOf(answer, Date.parse('2026-11-22T16:00Z'), 3);
  expect(forecast).toEqual([null, 100, null]); // the last hour is outside
  expect(parts.map((values) => values[1])).toEqual([95, 0, 3, 1, 1, 0]);
  expect(parts.map((values) => values[2])).toEqual(DRIVERS.map(() => null));
});

test('parts add up to the forecast', () => {
  const { forecast, parts } = driversOf(answer, Date.parse('2026-11-22T17:00Z'), 3);
  for (const hour of [0, 2]) expect(parts.reduce((sum, values) => sum + (values[hour] ?? 0), 0)).toBe(forecast[hour]);
});
