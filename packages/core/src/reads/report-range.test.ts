import { expect, test } from 'vitest';
import { isRangeAllowed } from './report-range.js';

const PACIFIC = ['America/Los_Angeles'];

test.each([
  { name: '31 x 24 h', start: '2026-07-01T00:00:00Z', end: '2026-08-01T00:00:00Z', zones: PACIFIC, isAllowed: true },
  {
    name: 'a second more',
    start: '2026-07-01T00:00:00Z',
    end: '2026-08-01T00:00:01Z',
    zones: PACIFIC,
    isAllowed: false,
  },
  {
    name: '31 local days with the autumn change',
    start: '2026-10-15T07:00:00Z',
    end: '2026-11-15T08:00:00Z',
    zones: PACIFIC,
    isAllowed: true,
  },
  {
    name: 'a second more than those',
    start: '2026-10-15T07:00:00Z',
    end: '2026-11-15T08:00:01Z',
    zones: PACIFIC,
    isAllowed: false,
  },
  {
    name: 'those on a clock that has no change',
    start: '2026-10-15T07:00:00Z',
    end: '2026-11-15T08:00:00Z',
    zones: ['EST'],
    isAllowed: false,
  },
  {
    name: '745 hours without a change',
    start: '2026-07-01T00:00:00Z',
    end: '2026-08-01T01:00:00Z',
    zones: PACIFIC,
    isAllowed: false,
  },
  {
    name: '31 local days with the spring change',
    start: '2026-03-01T08:00:00Z',
    end: '2026-04-01T07:00:00Z',
    zones: PACIFIC,
    isAllowed: true,
  },
  {
    name: '31 x 24 h over the spring change',
    start: '2026-03-01T08:00:00Z',
    end: '2026-04-01T08:00:00Z',
    zones: PACIFIC,
    isAllowed: true,
  },
])('$name: allowed is $isAllowed', ({ start, end, zones, isAllowed }) => {
  expect(isRangeAllowed({ start: Date.parse(start), end: Date.parse(end) }, zones)).toBe(isAllowed);
});
