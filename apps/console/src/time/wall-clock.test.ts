import { expect, test } from 'vitest';
import { forecastMw, percent, wholeMw } from './megawatts.js';
import { agoText, dayAndHourText, hourText, wallTime, zoneOf } from './wall-clock.js';

const at = (text: string): number => Date.parse(text);

test.each([
  { name: 'in winter', start: '2026-01-15T22:00Z', zone: 'America/New_York', text: '17:00–18:00 EST' },
  {
    name: 'before the change in spring',
    start: '2026-03-08T06:00Z',
    zone: 'America/New_York',
    text: '01:00 EST–03:00 EDT',
  },
  { name: 'after the change in spring', start: '2026-03-08T07:00Z', zone: 'America/New_York', text: '03:00–04:00 EDT' },
  {
    name: 'the first hour of autumn',
    start: '2026-11-01T05:00Z',
    zone: 'America/New_York',
    text: '01:00 EDT–01:00 EST',
  },
  { name: 'the second hour of autumn', start: '2026-11-01T06:00Z', zone: 'America/New_York', text: '01:00–02:00 EST' },
  { name: 'half an hour off', start: '2026-01-15T22:00Z', zone: 'Asia/Kolkata', text: '03:30–04:30 GMT+5:30' },
  { name: 'midnight is 00', start: '2026-01-15T00:00Z', zone: 'UTC', text: '00:00–01:00 UTC' },
])('hourText: $name', ({ start, zone, text }) => {
  expect(hourText(at(start), zone)).toBe(text);
});

test('the day of an hour is that of the clock', () => {
  expect(wallTime(at('2026-11-22T03:00Z'), 'America/Los_Angeles')).toMatchObject({ day: '2026-11-21', weekday: 'Sat' });
  expect(dayAndHourText(at('2026-11-22T22:00Z'), 'America/New_York')).toBe('Sun 22 Nov, 17:00–18:00 EST');
});

test.each([
  { from: '2026-11-22T00:00Z', text: 'just now' },
  { from: '2026-11-21T23:59Z', text: '1 minute ago' },
  { from: '2026-11-21T21:00Z', text: '3 hours ago' },
  { from: '2026-11-22T02:00Z', text: 'in 2 hours' },
  { from: '2026-11-19T00:00Z', text: '3 days ago' },
])('agoText: $from is $text', ({ from, text }) => {
  expect(agoText(at(from), at('2026-11-22T00:00Z'))).toBe(text);
});

test.each([
  { mw: 108_928, whole: '108 928', forecast: '108 900' },
  { mw: 9_876.4, whole: '9 876', forecast: '9 880' },
  { mw: 123.4, whole: '123', forecast: '123' },
  { mw: -1_234.5, whole: '−1 235', forecast: '−1 230' },
  { mw: -0.2, whole: '0', forecast: '0' },
  { mw: null, whole: '–', forecast: '–' },
])('$mw MW is $whole measured and $forecast forecast', ({ mw, whole, forecast }) => {
  expect([wholeMw(mw), forecastMw(mw)]).toEqual([whole, forecast]);
});

test('a percentage has a sign and no more digits than asked for', () => {
  expect([percent(1.934), percent(-12.36, 0), percent(null)]).toEqual(['1.9 %', '−12 %', '–']);
});

test.each([
  { clock: 'grid', text: '01:00 CDT–01:00 CST' },
  { clock: 'market', text: '01:00–02:00 EST' },
  { clock: 'utc', text: '06:00–07:00 UTC' },
] as const)('the $clock clock writes the hour of a grid whose market has a clock of its own', ({ clock, text }) => {
  const zones = { zone: 'America/Chicago', marketZone: 'EST' };
  expect(hourText(at('2026-11-01T06:00Z'), zoneOf(clock, zones))).toBe(text);
});
