import { HOUR_MS } from '@loadcast/core';
import { expect, test } from 'vitest';
import { dayOrInstantParameter, rangeOf } from './day-or-instant.js';

const CAISO = { timezone: 'America/Los_Angeles', marketTimezone: 'America/Los_Angeles' };
const MISO = { timezone: 'America/Chicago', marketTimezone: 'EST' };
const NOW = { start: 0, end: 1 };
const range = (start: string, end: string, area = CAISO) =>
  rangeOf({ start: dayOrInstantParameter().parse(start), end: dayOrInstantParameter().parse(end) }, area, NOW);

test.each([
  { name: 'a day is that market day', start: '2026-07-01', end: '2026-07-01', from: '2026-07-01T07:00Z', hours: 24 },
  { name: 'the spring day', start: '2026-03-08', end: '2026-03-08', from: '2026-03-08T08:00Z', hours: 23 },
  { name: 'the autumn day', start: '2026-11-01', end: '2026-11-01', from: '2026-11-01T07:00Z', hours: 25 },
  { name: 'a leap day', start: '2028-02-29', end: '2028-02-29', from: '2028-02-29T08:00Z', hours: 24 },
  { name: 'days over the new year', start: '2026-12-31', end: '2027-01-01', from: '2026-12-31T08:00Z', hours: 48 },
  {
    name: 'a month with the autumn change',
    start: '2026-10-05',
    end: '2026-11-04',
    from: '2026-10-05T07:00Z',
    hours: 745,
  },
  {
    name: 'a day and an instant',
    start: '2026-07-01',
    end: '2026-07-01T10:00:00-07:00',
    from: '2026-07-01T07:00Z',
    hours: 10,
  },
  {
    name: 'MISO’s clock is EST all year',
    start: '2026-07-01',
    end: '2026-07-01',
    area: MISO,
    from: '2026-07-01T05:00Z',
    hours: 24,
  },
])('$name', ({ start, end, area, from, hours }) => {
  const window = range(start, end, area);
  expect(window.start).toBe(Date.parse(from));
  expect((window.end - window.start) / HOUR_MS).toBe(hours);
});

// field case 08: Python and pandas write times so; a + that was not escaped is a space.
test.each(['2026-11-23 00:00:00+00:00', '2026-11-23 00:00:00 00:00', '2026-11-22 19:00:00-05:00', '2026-11-23t00:00z'])(
  'an end may be written %s',
  (text) => {
    expect(dayOrInstantParameter().parse(text)).toEqual({ instant: Date.UTC(2026, 10, 23) });
  },
);

test.each([
  { text: '1763856000', says: 'a number could count seconds or milliseconds' },
  { text: '2026-11-23 00:00:00', says: 'without one the instant is not known' },
  { text: '2026-02-30 00:00:00Z', says: 'a date and a time that exist' },
  { text: 'tomorrow', says: 'or a date, as in 2026-07-01' },
])('$text is refused: $says', ({ text, says }) => {
  expect(dayOrInstantParameter().safeParse(text).error?.issues[0]?.message).toContain(says);
});

test.each([
  ['32 days', '2026-07-01', '2026-08-01', /at most 31 days/],
  [
    'an end before its start',
    '2026-07-02',
    '2026-07-01',
    /a start before the end; got 2026-07-02T07:00:00Z and 2026-07-02T07:00:00Z/,
  ],
])('%s is refused', (_name, start, end, message) => {
  expect(() => range(start, end)).toThrow(message);
});

test.each(['2026-02-30', '2026-07-01T10:00', 'today', '20260701', ''])('%s is neither a day nor an instant', (text) => {
  expect(dayOrInstantParameter().safeParse(text).success).toBe(false);
});
