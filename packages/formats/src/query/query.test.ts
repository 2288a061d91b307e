import { CONTRACT_AREAS, ServiceError } from '@loadcast/core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { peekQuery, readQuery } from './query.js';
import { areaParameter, instantParameter, integerParameter, oneOf } from './query-parameters.js';
import { regionsParameter } from './regions-parameter.js';

const schema = z.object({
  region: areaParameter('a'),
  horizon: oneOf(['1d', '2d']).default('1d'),
  as_of: instantParameter('iso').optional(),
  version: integerParameter({ min: 1, max: 9 }).default(1),
});

function refusal(query: string): { code: string; message: string; parameter: string } {
  try {
    readQuery(schema, { query, areas: CONTRACT_AREAS });
  } catch (thrown) {
    if (thrown instanceof ServiceError) {
      return { code: thrown.code, message: thrown.message, parameter: thrown.details?.parameter };
    }
    throw thrown;
  }
  throw new Error(`accepted: ${query}`);
}

// docs/faults.md: fault 51
test.each([
  { query: 'region=CISO', code: 'CAISO' },
  { query: '?region=CISO'.slice(1), code: 'CAISO' },
  { query: '&&region=+ciso+&', code: 'CAISO' },
  { query: 'region=the%20service', code: 'CAISO' },
  { query: 'region=the+service', code: 'CAISO' },
  { query: 'region=PJM&unknown=1&unknown=2&other[]=3', code: 'PJM' },
  { query: 'region=PJM&__proto__=1&constructor=2&toString=3&hasOwnProperty=4', code: 'PJM' },
  { query: 'region=PJM&__proto__[region]=MISO', code: 'PJM' },
  { query: 'region=PJM&REGION=MISO', code: 'PJM' },
  { query: '%72egion=PJM', code: 'PJM' },
])('reads $query', ({ query, code }) => {
  const read = readQuery(schema, { query, areas: CONTRACT_AREAS });
  expect(read.region.code).toBe(code);
  expect(read.horizon).toBe('1d');
});

// docs/faults.md: fault 54
test.each([
  { query: 'region=PJM&as_of=2026-07-01T07:00:00+00:00' },
  { query: 'region=PJM&as_of=2026-07-01T07:00:00%2B00:00' },
  { query: 'region=PJM&as_of=2026-07-01T07%3A00%3A00Z' },
  { query: 'region=PJM&as_of=20260701T07:00+0000' },
])('an unescaped + is a sign: $query', ({ query }) => {
  expect(readQuery(schema, { query, areas: CONTRACT_AREAS }).as_of?.instant).toBe(Date.UTC(2026, 6, 1, 7));
});

// docs/faults.md: faults 50, 53
test.each([
  { query: '', code: 'missing_parameter', parameter: 'region' },
  { query: 'horizon=9d', code: 'missing_parameter', parameter: 'region' },
  { query: 'region=', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=PJM&region=PJM', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=PJM&%72egion=PJM', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region[]=PJM', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region[0]=PJM', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region%5B%5D=PJM', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=PJM&horizon[x]=1d', code: 'invalid_parameter', parameter: 'horizon' },
  { query: 'region=PJM&horizon=3d', code: 'invalid_parameter', parameter: 'horizon' },
  { query: 'region=PJM&version=05', code: 'invalid_parameter', parameter: 'version' },
  { query: 'region=PJM&version=1.0', code: 'invalid_parameter', parameter: 'version' },
  { query: 'region=PJM&version=0', code: 'invalid_parameter', parameter: 'version' },
  { query: 'region=PJM&version=-1', code: 'invalid_parameter', parameter: 'version' },
  { query: 'region=PJM&version=1e9', code: 'invalid_parameter', parameter: 'version' },
  { query: 'region=PJM&version=1 ', code: 'invalid_parameter', parameter: 'version' },
  { query: 'region=%ZZ', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=PJM%', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=PJM%00', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=%ED%A0%80', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=%C0%AF', code: 'invalid_parameter', parameter: 'region' },
  { query: 'region=P\u00ffM', code: 'invalid_parameter', parameter: 'region' },
  { query: '%ZZ=1&region=PJM', code: 'invalid_parameter', parameter: 'query' },
  { query: `region=PJM&x=${'1'.repeat(4096)}`, code: 'invalid_parameter', parameter: 'query' },
  { query: `region=PJM${'&x=1'.repeat(32)}`, code: 'invalid_parameter', parameter: 'query' },
])('refuses $query', ({ query, code, parameter }) => {
  const refused = refusal(query);
  expect(refused.code).toBe(code);
  expect(refused.parameter).toBe(parameter);
  expect(refused.message).toContain(parameter);
});

const lists = z.object({
  region: regionsParameter(),
  type: regionsParameter().optional(),
  one: oneOf(['x']).optional(),
});
test.each([
  'region=PJM,MISO',
  // field case 21
  'region=PJM&region=MISO',
  'region[]=PJM&region[]=MISO',
  'region%5B%5D=PJM&region%5B%5D=MISO',
  'region[0]=PJM&region[1]=MISO',
  'region=PJM,MISO&region=PJM',
  'one=x&amp;region=PJM&amp;region=MISO',
])('a list may be written %s', (query) => {
  expect(readQuery(lists, { query, areas: CONTRACT_AREAS }).region.map(({ code }) => code)).toEqual(['PJM', 'MISO']);
});

test.each(['region=PJM&one=x&one=x', 'region=PJM&one[]=x', 'region[a]=PJM', 'region[][]=PJM'])(
  '%s is no list',
  (query) => {
    expect(() => readQuery(lists, { query, areas: CONTRACT_AREAS })).toThrow('expected one value, got several');
  },
);

test('&amp; parts parameters as & does', () => {
  expect(readQuery(schema, { query: 'region=PJM&amp;horizon=2d', areas: CONTRACT_AREAS })).toMatchObject({
    horizon: '2d',
  });
  expect(peekQuery('a=1&amp;resultformat=6', 'resultformat')).toBe('6');
});

// docs/faults.md: fault 49
test('a query of 4096 bytes and 32 parameters is read', () => {
  const query = `region=PJM${'&x=1'.repeat(30)}&y=`;
  expect(readQuery(schema, { query: query.padEnd(4096, 'y'), areas: CONTRACT_AREAS }).region.code).toBe('PJM');
});

// docs/faults.md: fault 60
test('a message repeats at most 64 characters of what was sent, and nothing unprintable', () => {
  const { message } = refusal(`region=${encodeURIComponent(`\u001b[31m\u2028${'x'.repeat(500)}`)}`);
  expect(message).toContain(`"\ufffd[31m\ufffd${'x'.repeat(58)}..."`);
});

test('names fold to lower case only with anyCase', () => {
  expect(readQuery(schema, { query: 'REGION=PJM', areas: CONTRACT_AREAS }, { anyCase: true }).region.code).toBe('PJM');
  expect(() => readQuery(schema, { query: 'REGION=PJM&region=PJM', areas: CONTRACT_AREAS }, { anyCase: true })).toThrow(
    'region: expected one value',
  );
});

test.each([
  { query: 'resultformat=7&resultformat=5', value: '7' },
  { query: 'a=%ZZ&resultformat=%37', value: '7' },
  { query: 'resultformat=%ZZ', value: '%ZZ' },
  { query: 'resultformat', value: '' },
  { query: 'other=7', value: undefined },
])('peeking at $query never throws', ({ query, value }) => expect(peekQuery(query, 'resultformat')).toBe(value));
