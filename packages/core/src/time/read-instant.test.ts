import { expect, test } from 'vitest';
import { caseRows } from '../../../../tooling/testing/case-rows.js';
import { parseEpochMs, readInstant } from './read-instant.js';

const rows = (file: string) => caseRows(`packages/core/cases/${file}`).filter(([form]) => form === 'iso');

test.each(rows('times-accepted.txt'))('%s: "%s" names %s, written %s minutes east of UTC', (_, text, utc, minutes) => {
  const read = readInstant(text!);
  expect(read).toEqual({ instant: Date.parse(utc!), offsetMinutes: Number(minutes) });
});

// docs/faults.md: fault 20
test.each(rows('times-refused.txt'))('%s: "%s" names no instant', (_, text) => {
  expect(parseEpochMs(text!)).toBeNaN();
});

test.each([
  { text: '2026-02-30T00:00Z', says: 'a date and a time that exist' },
  { text: '2026-07-01 07:00', says: 'without one the instant is not known' },
  { text: '1751353200', says: 'a number could count seconds or milliseconds' },
  { text: '1751353200000', says: 'a number could count seconds or milliseconds' },
  { text: '2026-07-01T07:00 EST', says: 'instead of the name of a clock, which can mean several' },
  { text: '2026-07-01T07:00+24:00', says: 'a UTC offset up to 23:59' },
  { text: '45231.0416666667', says: "a spreadsheet's day number has none" },
  { text: '45231', says: "a spreadsheet's day number has none" },
  { text: 'yesterday', says: 'an ISO 8601 time with a UTC offset' },
])('$text is refused with its own reason', ({ text, says }) => {
  expect(readInstant(text)).toEqual({ expected: expect.stringContaining(says) });
});
