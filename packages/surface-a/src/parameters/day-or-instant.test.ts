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
