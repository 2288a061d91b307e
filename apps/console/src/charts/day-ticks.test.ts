import { expect, test } from 'vitest';
import { dayTicks } from './day-ticks.js';

/** Days begin, and hours have a mark, by the wall clock: both clock changes, a leap day and the end of a year. */
test.each([
  { name: 'in winter', start: '2026-01-15T05:00Z', ticks: ['0 Thu 15', '6 ', '12 12 PM', '18 ', '24 Fri 16'] },
  { name: 'clocks go forward', start: '2026-03-08T05:00Z', ticks: ['0 Sun 8', '5 ', '11 12 PM', '17 ', '23 Mon 9'] },
  { name: 'clocks go back', start: '2026-11-01T04:00Z', ticks: ['0 Sun 1', '7 ', '13 12 PM', '19 ', '25 Mon 2'] },
  { name: 'a leap day', start: '2028-02-29T05:00Z', ticks: ['0 Tue 29', '6 ', '12 12 PM', '18 ', '24 Wed 1'] },
  { name: 'the end of a year', start: '2026-12-31T05:00Z', ticks: ['0 Thu 31', '6 ', '12 12 PM', '18 ', '24 Fri 1'] },
])('$name', ({ start, ticks }) => {
  const found = dayTicks(Date.parse(start), 26, 'America/New_York', 12);
  expect(found.sort((a, b) => a.at - b.at).map(({ at, text }) => `${at} ${text}`)).toEqual(ticks);
});
