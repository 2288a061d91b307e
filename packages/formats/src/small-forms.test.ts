import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { etagMatches } from './cache.js';
import { etagOf } from './node/etag.js';
import { echoed } from './query/echo.js';
import { compactTime, isoOffset, isoUtc, parseDate, parseInstant } from './query/wire-time.js';
import { formatMw, roundMw } from './report/mw.js';

test.each([
  { mw: 21537.456, text: '21537.46' },
  { mw: 21537.5, text: '21537.5' },
  { mw: 21537, text: '21537' },
  { mw: 0.01, text: '0.01' },
  { mw: 0.004, text: '0' },
  { mw: -0.001, text: '0' },
  { mw: -12.345, text: '-12.34' },
  { mw: 1e12, text: '1000000000000' },
  { mw: 1e-9, text: '0' },
])('$mw MW is written $text', ({ mw, text }) => expect(formatMw(mw)).toBe(text));

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%s MW is never written', (mw) => {
  expect(() => formatMw(mw)).toThrow(RangeError);
});

test('MW has at most two decimals and never an exponent', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e7, max: 1e7, noNaN: true }), (mw) => {
      expect(formatMw(mw)).toMatch(/^-?\d+(\.\d{1,2})?$/);
      expect(JSON.stringify(roundMw(mw))).toBe(formatMw(mw));
    }),
  );
});

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

test('every form we write is read back as the same instant', () => {
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

test.each([
  { header: 'W/"a"', match: true },
  { header: '"a"', match: true },
  { header: '"b", W/"a"', match: true },
  { header: ' * ', match: true },
  { header: '"ab"', match: false },
  { header: 'a', match: false },
  { header: '', match: false },
  { header: undefined, match: false },
])('If-None-Match $header matches W/"a": $match', ({ header, match }) => {
  expect(etagMatches(header, 'W/"a"')).toBe(match);
});

test('a tag tells its parts apart', () => {
  expect(etagOf('a', 'b')).not.toBe(etagOf('ab'));
  expect(etagOf('a', 1)).not.toBe(etagOf('a', '1'));
  expect(etagOf('a', 'b')).toMatch(/^W\/"[\w-]{22}"$/);
});

test.each([
  { text: 'plain', out: 'plain' },
  { text: '\ud800x', out: '\ufffdx' },
  { text: 'a\r\nb\u202e', out: 'a\ufffd\ufffdb\ufffd' },
  { text: '\u{1f50c}'.repeat(65), out: `${'\u{1f50c}'.repeat(64)}...` },
])('$text is repeated as $out', ({ text, out }) => expect(echoed(text)).toBe(out));
