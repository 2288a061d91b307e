import { areaById } from '@loadcast/core';
import { expect, test } from 'vitest';
import type { WireInstant } from '../../query/wire-time.js';
import { RANGE_TOO_LONG, reportWindow } from './report-window.js';

const at = (text: string): WireInstant => ({ instant: Date.parse(text), offsetMinutes: 0, asSent: text });
const read = (start: string, end: string) => reportWindow(at(start), at(end), [areaById('caiso'), areaById('miso')]);

test.each([
  { name: 'whole hours', start: '2026-07-01T07:00Z', end: '2026-07-01T09:00Z', hours: 2 },
  {
    name: 'a start within an hour leaves that hour out',
    start: '2026-07-01T07:01Z',
    end: '2026-07-01T09:00Z',
    hours: 1,
  },
  { name: 'an end within an hour leaves that hour in', start: '2026-07-01T07:00Z', end: '2026-07-01T08:01Z', hours: 2 },
  { name: 'no hour starts in the range', start: '2026-07-01T07:10Z', end: '2026-07-01T07:50Z', hours: 0 },
  { name: '31 days', start: '2026-07-01T00:00Z', end: '2026-08-01T00:00Z', hours: 744 },
  { name: '31 Pacific days with the autumn change', start: '2026-10-15T07:00Z', end: '2026-11-15T08:00Z', hours: 745 },
])('$name: $hours hours', ({ start, end, hours }) => {
  const window = read(start, end);
  expect((window.end - window.start) / 3_600_000).toBe(hours);
});

// docs/faults.md: faults 56, 57
test.each([
  {
    name: 'an empty range',
    start: '2026-07-01T07:00Z',
    end: '2026-07-01T07:00Z',
    expected: 'startdatetime earlier than enddatetime',
  },
  {
    name: 'a reversed range',
    start: '2026-07-01T07:00Z',
    end: '2026-07-01T06:00Z',
    expected: 'startdatetime earlier than enddatetime',
  },
  { name: '31 days and a minute', start: '2026-07-01T00:00Z', end: '2026-08-01T00:01Z', expected: RANGE_TOO_LONG },
  {
    name: 'the end of the calendar',
    start: '9999-12-29T00:00Z',
    end: '9999-12-31T00:00Z',
    expected: 'times before 9999-12-30',
  },
])('$name is refused, naming both', ({ start, end, expected }) => {
  const parameter = 'startdatetime, enddatetime';
  expect(() => read(start, end)).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', details: { parameter, expected } }),
  );
});
