import { expect, test } from 'vitest';
import { asOfInstant } from './as-of.js';

const at = (instant: number) => ({ instant, offsetMinutes: 0, asSent: '' });

test.each([
  { name: 'no as_of is the time of the request', asOf: undefined, instant: 1_000 },
  { name: 'an earlier as_of is taken', asOf: at(999), instant: 999 },
  { name: 'the time of the request is taken', asOf: at(1_000), instant: 1_000 },
])('$name', ({ asOf, instant }) => expect(asOfInstant(asOf, 1_000)).toBe(instant));

test('an as_of in the future is refused by name', () => {
  expect(() => asOfInstant(at(1_001), 1_000)).toThrow('as_of: expected a time that is not in the future');
});
