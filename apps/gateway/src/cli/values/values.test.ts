import { AREAS, CONTRACT_AREAS, DAY_MS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { areaCode } from '@loadcast/formats';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../command.js';
import {
  readAreas,
  readCount,
  readDate,
  readDuration,
  readInstant,
  readList,
  readMoment,
  readTimeOfDay,
  readWord,
} from './read-values.js';

describe('accepted', () => {
  test.each([
    { read: readInstant, text: '2023-07-15T18:00Z', value: Date.UTC(2023, 6, 15, 18) },
    { read: readInstant, text: '2023-07-15T18:00:00-07:00', value: Date.UTC(2023, 6, 16, 1) },
    { read: readInstant, text: '20230715T18:00-0000', value: Date.UTC(2023, 6, 15, 18) },
    { read: readDuration, text: '0s', value: 0 },
    { read: readDuration, text: '90m', value: 90 * MINUTE_MS },
    { read: readDuration, text: '90min', value: 90 * MINUTE_MS },
    { read: readDuration, text: '1.5h', value: 1.5 * HOUR_MS },
    { read: readDuration, text: '7d', value: 7 * DAY_MS },
    { read: readMoment, text: '90d', value: { durationMs: 90 * DAY_MS } },
    { read: readMoment, text: '2027-01-01T00:00:00Z', value: { at: Date.UTC(2027, 0, 1) } },
    { read: readDate, text: '2024-02-29', value: '2024-02-29' },
    { read: readTimeOfDay, text: '00:00', value: 0 },
    { read: readTimeOfDay, text: '23:59', value: DAY_MS - MINUTE_MS },
    { read: readCount, text: '0', value: 0 },
    { read: readCount, text: '1000000000', value: 1e9 },
  ])('$read.name: $text', ({ read, text, value }) => expect(read('--option', text)).toEqual(value));
});

describe('refused, naming the option and what was given', () => {
  test.each([
    { read: readInstant, text: '2023-07-15' },
    { read: readInstant, text: '2023-07-15T18:00' },
    { read: readInstant, text: '2023-02-30T00:00Z' },
    { read: readInstant, text: 'tomorrow' },
    { read: readDuration, text: '2' },
    { read: readDuration, text: '2w' },
    { read: readDuration, text: '-2h' },
    { read: readDuration, text: '2 h' },
    { read: readDuration, text: '1.h' },
    { read: readMoment, text: 'soon' },
    { read: readMoment, text: '2027-02-29T00:00:00Z' },
    { read: readDate, text: '2023-02-29' },
    { read: readDate, text: '2023-2-9' },
    { read: readTimeOfDay, text: '24:00' },
    { read: readTimeOfDay, text: '9' },
    { read: readCount, text: '-1' },
    { read: readCount, text: '1e3' },
    { read: readCount, text: '1.5' },
  ])('$read.name: $text', ({ read, text }) => {
    expect(() => read('--option', text)).toThrow(UsageError);
    expect(() => read('--option', text)).toThrow(text);
    expect(() => read('--option', text)).toThrow(/^--option/);
  });
});

test.each([
  ['b', ['b']],
  ['c,A', ['a', 'c']],
  [' b , b,', ['b']],
])('the list "%s" is %j: in the order of the entries, each once', (text, entries) => {
  expect(readList('--option', text, ['a', 'b', 'c'], (entry) => [entry])).toEqual(entries);
});

test.each(['', ',', 'a,x', 'x'])('the list "%s" is refused with what is allowed', (text) => {
  expect(() => readList('--option', text, ['a', 'b'], (entry) => [entry])).toThrow(/^--option: '.*' is none of a, b$/);
});

test('a word is one of those allowed, in its case', () => {
  expect(readWord('--from', 'sqlite', ['sqlite', 'postgres'])).toBe('sqlite');
  expect(() => readWord('--from', 'SQLite', ['sqlite', 'postgres'])).toThrow("'SQLite' is none of sqlite, postgres");
});

test.each(AREAS.flatMap((area) => Object.values(area.codes).flatMap((codes) => codes.map(({ code }) => [code, area]))))(
  'the code %s of any surface names its area',
  (code, area) => expect(readAreas('--areas', String(code))(CONTRACT_AREAS)).toEqual([area]),
);

test('every area has a code of its own to be printed', () => {
  expect(new Set(AREAS.map(areaCode)).size).toBe(AREAS.length);
});
