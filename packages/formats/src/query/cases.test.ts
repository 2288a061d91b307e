import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { areaParameter, instantParameter } from './query-parameters.js';

/** The cases of one file: a line each, cells parted by `|`, `#` starts a comment line. */
function cases(file: string): string[][] {
  const text = readFileSync(new URL(`../../cases/${file}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split('|'));
}

const form = (text: string): 'iso' | 'compact' => z.enum(['iso', 'compact']).parse(text);
const codeSet = (text: string): 'a' | 'b' | 'c' => z.enum(['a', 'b', 'c']).parse(text);

// docs/faults.md: fault 58
test.each(cases('times-accepted.txt'))('%s reads "%s" as %s', (which, written, instant, offsetMinutes) => {
  const read = instantParameter(form(which!)).parse(written);
  expect(new Date(read.instant).toISOString().replace('.000Z', 'Z')).toBe(instant);
  expect(read.offsetMinutes).toBe(Number(offsetMinutes));
});

// docs/faults.md: fault 20
test.each(cases('times-refused.txt'))('%s refuses "%s"', (which, written) => {
  expect(instantParameter(form(which!)).safeParse(written).success).toBe(false);
});

// docs/faults.md: fault 55
test.each(cases('regions-accepted.txt'))('surface %s reads "%s" as %s', (set, written, code) => {
  expect(areaParameter(codeSet(set!)).parse(written).code).toBe(code);
});

// docs/faults.md: fault 60
test.each(cases('regions-refused.txt'))('surface %s refuses "%s"', (set, written) => {
  expect(areaParameter(codeSet(set!)).safeParse(written).success).toBe(false);
});
