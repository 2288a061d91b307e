import { expect, test } from 'vitest';
import { yesterdayPath } from './yesterday.js';

const PJM = {
  code: 'PJM',
  name: 'PJM Interconnection',
  territory: 'Mid-Atlantic',
  zone: 'America/New_York',
  marketZone: 'America/New_York',
};

test.each([
  { name: 'by day', now: '2023-07-15T18:00Z', day: '2023-07-14' },
  {
    name: 'in the last hour of the day of 25 hours, which is tomorrow in UTC',
    now: '2023-11-06T04:30Z',
    day: '2023-11-04',
  },
  { name: 'in the first hour after the day of 23 hours', now: '2023-03-13T04:30Z', day: '2023-03-12' },
])('yesterday is the market’s, of the forecast of the day before: $name', ({ now, day }) => {
  expect(yesterdayPath(PJM, Date.parse(now))).toBe(
    `/demand/compare?region=PJM&gate=dam&start=${day}&end=${day}&format=columns`,
  );
});
