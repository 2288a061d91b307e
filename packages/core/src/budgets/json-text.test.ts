import { expect, test } from 'vitest';
import { parseJsonText } from './json-text.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  { name: '32 values in each other', text: nested(32) },
  { name: 'brackets in a string', text: JSON.stringify({ note: '[{'.repeat(100) }) },
  { name: 'brackets after an escaped quote', text: JSON.stringify(`\\"${'['.repeat(100)}\\`) },
  {
    name: 'a thousand values beside each other',
    text: JSON.stringify(Array.from({ length: 1_000 }, (_, n) => [n, {}])),
  },
])('$name are parsed', ({ text }) => expect(parseJsonText(text)).toEqual(JSON.parse(text)));

test.each([
  { name: '33 values in each other', text: nested(33), message: 'nests more than 32' },
  { name: '16 million open brackets', text: '['.repeat(16_000_000), message: 'nests more than 32' },
  { name: 'brackets after a string', text: `["\\\\", ${nested(40)}]`, message: 'nests more than 32' },
  { name: 'a string without an end', text: `["${'['.repeat(100)}`, message: 'JSON' },
])('$name are refused', ({ text, message }) => expect(() => parseJsonText(text)).toThrow(message));
