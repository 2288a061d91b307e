import { expect, test } from 'vitest';
import { preferredType } from './preferred-type.js';

const KNOWN = new Set(['text/csv']);

test.each([
  { name: 'the 32nd range is read', ranges: 32, type: 'text/csv' },
  { name: 'the 33rd range is not', ranges: 33, type: undefined },
])('$name', ({ ranges, type }) => expect(preferredType(`${'a/b,'.repeat(ranges - 1)}text/csv`, KNOWN)).toBe(type));
