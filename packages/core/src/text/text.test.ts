import { expect, test } from 'vitest';
import { caseRows } from '../../../../tooling/testing/case-rows.js';
import { foreignFormat, foreignSeparator } from './foreign-format.js';
import { readNumber } from './read-number.js';
import { splitCsv } from './split-csv.js';

const number = (text: string): number | undefined => (text === '' ? undefined : Number(text));

test.each(caseRows('packages/core/cases/numbers.txt'))('"%s" is %s; with thousands %s', (text, plain, grouped) => {
  expect(readNumber(text!)).toBe(number(plain!));
  expect(readNumber(text!, { thousands: true })).toBe(number(grouped || plain!));
});

test.each([
  { line: 'a,b', fields: ['a', 'b'] },
  { line: '"a","b"', fields: ['a', 'b'] },
  { line: '"1,060",,x ', fields: ['1,060', '', 'x'] },
  { line: '"say ""no""",1', fields: ['say "no"', '1'] },
  { line: '', fields: [''] },
  { line: '"a,b', fields: undefined },
])('the fields of $line', ({ line, fields }) => expect(splitCsv(line)).toEqual(fields));

test.each([
  { name: 'a zip', bytes: [0x50, 0x4b, 3, 4, 0], says: 'ZIP archive' },
  { name: 'an old workbook', bytes: [0xd0, 0xcf, 0x11, 0xe0], says: 'Excel workbook' },
  { name: 'UTF-16 of Excel', bytes: [0xff, 0xfe, 0x42, 0], says: 'UTF-16' },
  { name: 'UTF-16, the other way round', bytes: [0xfe, 0xff, 0, 0x42], says: 'UTF-16' },
  { name: 'UTF-8 with its mark', bytes: [0xef, 0xbb, 0xbf, 0x42], says: undefined },
  { name: 'nothing', bytes: [], says: undefined },
])('$name is told by its first bytes', ({ bytes, says }) => {
  const words = foreignFormat(Uint8Array.from(bytes));
  expect(words).toEqual(says === undefined ? undefined : expect.stringContaining(says));
});

test.each([
  { header: 'a;b', says: 'the columns are separated by ; instead of commas' },
  { header: 'a\tb', says: 'the columns are separated by tabs instead of commas' },
  { header: 'a,b;c', says: undefined },
  { header: 'a', says: undefined },
])('the separator of $header', ({ header, says }) => expect(foreignSeparator(header)).toBe(says));
