import { afterEach, expect, test } from 'vitest';
import { forecastMw, percent, wholeMw } from './megawatts.js';
import { agoText, dayAndHourText, hourText, wallTime, zoneOf } from './wall-clock.js';
import { setWriting } from './writing.js';

const at = (text: string): number => Date.parse(text);

afterEach(() => setWriting(''));

const NEW_YORK = 'America/New_York';

test.each([
  { name: 'in winter', start: '2026-01-15T22:00Z', us: '5–6 PM EST', written: '17:00–18:00 EST' },
  { name: 'before noon', start: '2026-01-15T16:00Z', us: '11 AM–12 PM EST', written: '11:00–12:00 EST' },
  { name: 'before midnight', start: '2026-01-15T04:00Z', us: '11 PM–12 AM EST', written: '23:00–00:00 EST' },
  {
    name: 'before the change in spring',
    start: '2026-03-08T06:00Z',
    us: '1 AM EST–3 AM EDT',
    written: '01:00 EST–03:00 EDT',
  },
  { name: 'after the change in spring', start: '2026-03-08T07:00Z', us: '3–4 AM EDT', written: '03:00–04:00 EDT' },
  {
    name: 'the first hour of autumn',
    start: '2026-11-01T05:00Z',
    us: '1 AM EDT–1 AM EST',
    written: '01:00 EDT–01:00 EST',
  },
  { name: 'the second hour of autumn', start: '2026-11-01T06:00Z', us: '1–2 AM EST', written: '01:00–02:00 EST' },
  {
    name: 'half an hour off',
    start: '2026-01-15T22:00Z',
    zone: 'Asia/Kolkata',
    us: '3:30–4:30 AM GMT+5:30',
    written: '03:30–04:30 GMT+5:30',
  },
  { name: 'midnight', start: '2026-01-15T00:00Z', zone: 'UTC', us: '12–1 AM UTC', written: '00:00–01:00 UTC' },
])('hourText: $name it is $us, or $written', ({ start, zone = NEW_YORK, us, written }) => {
  const both = ['write=us', 'write=24h'].map((query) => {
    setWriting(query);
    return hourText(at(start), zone);
  });
  expect(both).toEqual([us, written]);
});

test.each([
  { query: '', kept: null, is: 'us' },
  { query: 'write=24h', kept: 'us', is: '24h' },
  { query: 'clock=utc', kept: '24h', is: '24h' },
  { query: 'write=other', kept: null, is: 'us' },
])('an address with "$query" and the kept choice $kept is written as $is', ({ query, kept, is }) => {
  expect(setWriting(query, kept)).toBe(is);
});

test('the day of an hour is that of the clock', () => {
  expect(wallTime(at('2026-11-22T03:00Z'), 'America/Los_Angeles')).toMatchObject({ day: '2026-11-21', weekday: 'Sat' });
  expect(dayAndHourText(at('2026-11-22T22:00Z'), 'America/New_York')).toBe('Sun, Nov 22, 5–6 PM EST');
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
  { mw: 108_928, us: ['108,928', '108,900'], written: ['108\u202f928', '108\u202f900'] },
  { mw: 9_876.4, us: ['9,876', '9,880'], written: ['9\u202f876', '9\u202f880'] },
  { mw: 123.4, us: ['123', '123'], written: ['123', '123'] },
  { mw: -1_234.5, us: ['−1,235', '−1,230'], written: ['−1\u202f235', '−1\u202f230'] },
  { mw: -0.2, us: ['0', '0'], written: ['0', '0'] },
  { mw: null, us: ['–', '–'], written: ['–', '–'] },
])('$mw MW is $us, or $written, as measured and as forecast', ({ mw, us, written }) => {
  const both = ['write=us', 'write=24h'].map((query) => {
    setWriting(query);
    return [wholeMw(mw), forecastMw(mw)];
  });
  expect(both).toEqual([us, written]);
});

test('a percentage has a sign and no more digits than asked for', () => {
  expect([percent(1.934), percent(-12.36, 0), percent(null)]).toEqual(['1.9 %', '−12 %', '–']);
});

test.each([
  { clock: 'grid', text: '1–2 AM EST' },
  { clock: 'local', text: '1 AM CDT–1 AM CST' },
  { clock: 'utc', text: '6–7 AM UTC' },
] as const)('the $clock clock writes the hour of a grid whose market has a clock of its own', ({ clock, text }) => {
  const zones = { zone: 'America/Chicago', marketZone: 'EST' };
  expect(hourText(at('2026-11-01T06:00Z'), zoneOf(clock, zones))).toBe(text);
});
