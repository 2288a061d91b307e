import { expect, test } from 'vitest';
import { areaParameter, dateParameter, instantParameter, integerParameter, oneOf } from './query-parameters.js';

const SCHEMAS = {
  oneOf: oneOf(['1d', '2d']),
  only: oneOf(['1']),
  area: areaParameter('a'),
  integer: integerParameter({ min: 1, max: 30 }),
  compact: instantParameter('compact'),
  iso: instantParameter('iso'),
  date: dateParameter(),
};

test.each([
  { schema: 'oneOf', text: ' 2D ', value: '2d' },
  { schema: 'only', text: '1', value: '1' },
  { schema: 'area', text: 'ciso', value: { code: 'CAISO' } },
  { schema: 'integer', text: '30', value: 30 },
  { schema: 'compact', text: '20260701T07:00-0000', value: { instant: Date.UTC(2026, 6, 1, 7) } },
  { schema: 'iso', text: '2026-07-01T07:00:00Z', value: { instant: Date.UTC(2026, 6, 1, 7), offsetMinutes: 0 } },
  { schema: 'date', text: '2028-02-29', value: '2028-02-29' },
] as const)('$schema reads "$text"', ({ schema, text, value }) => {
  expect({ value: SCHEMAS[schema].parse(text) }).toMatchObject({ value });
});

test.each([
  { schema: 'oneOf', text: '3d', expected: 'one of 1d, 2d' },
  { schema: 'only', text: '2', expected: '1' },
  { schema: 'area', text: 'XX', expected: 'one of CAISO, ERCOT' },
  { schema: 'integer', text: '0', expected: 'a whole number from 1 to 30' },
  { schema: 'integer', text: '31', expected: 'a whole number from 1 to 30' },
  { schema: 'integer', text: '05', expected: 'a whole number from 1 to 30' },
  { schema: 'integer', text: '+5', expected: 'a whole number from 1 to 30' },
  { schema: 'integer', text: ' 5', expected: 'a whole number from 1 to 30' },
  { schema: 'compact', text: '2026-07-01T07:00Z', expected: 'YYYYMMDDTHH:MM' },
  { schema: 'iso', text: 'now', expected: 'an ISO 8601 time' },
  { schema: 'date', text: '2026-02-29', expected: 'a date that exists' },
] as const)('$schema refuses "$text": expected $expected', ({ schema, text, expected }) => {
  expect(SCHEMAS[schema].safeParse(text).error?.issues[0]?.message).toContain(expected);
});
