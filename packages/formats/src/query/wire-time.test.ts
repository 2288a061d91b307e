import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactTime, isoOffset, isoUtc, parseDate, parseInstant } from './wire-time.js';

test.each([
  { offset: 0, text: '20261121T03:00-0000' },
  { offset: -480, text: '20261120T19:00-0800' },
  { offset: 330, text: '20261121T08:30+0530' },
])('03:00Z at $offset minutes is $text', ({ offset, text }) => {
  expect(compactTime(Date.UTC(2026, 10, 21, 3), offset)).toBe(text);
});

test('interval starts are written +00:00, other times Z', () => {
  expect(isoOffset(Date.UTC(2026, 10, 21, 3))).toBe('2026-11-21T03:00:00+00:00');
  expect(isoUtc(Date.UTC(2026, 10, 21, 3, 0, 0, 999))).toBe('2026-11-21T03:00:00Z');
});

test('every written form is read back as the same instant', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 100 });
  fc.assert(
    fc.property(minutes, fc.integer({ min: -14 * 60, max: 14 * 60 }), (minute, offsetMinutes) => {
      const instant = minute * 60_000;
      expect(parseInstant(compactTime(instant, offsetMinutes), 'compact')).toMatchObject({ instant });
      expect(parseInstant(isoOffset(instant), 'iso')).toMatchObject({ instant });
      expect(parseInstant(isoUtc(instant), 'iso')).toMatchObject({ instant });
    }),
  );
});

test('a time that is read is one the calendar has: it is written back digit for digit', () => {
  const field = (max: number): fc.Arbitrary<string> => fc.integer({ min: 0, max }).map((n) => `${n}`.padStart(2, '0'));
  const written = fc
    .tuple(fc.integer({ min: 1970, max: 2099 }), field(13), field(32), field(25), field(61))
    .map(([year, month, day, hour, minute]) => `${year}${month}${day}T${hour}:${minute}-0000`);
  fc.assert(
    fc.property(written, (text) => {
      const read = parseInstant(text, 'compact');
      if ('instant' in read) expect(compactTime(read.instant)).toBe(text);
    }),
  );
});

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', '2026-01-01T00:00Z'])('%s is no date', (text) => {
  expect('date' in parseDate(text)).toBe(false);
});

test.each(['2028-02-29', '2026-03-08', '2026-12-31'])('%s is a date', (text) => {
  expect(parseDate(text)).toEqual({ date: text });
});
