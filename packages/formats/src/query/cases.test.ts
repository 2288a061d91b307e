import { expect, test } from 'vitest';
import * as z from 'zod';
import { caseRows } from '../../../../tooling/testing/case-rows.js';
import { areaParameter, instantParameter } from './query-parameters.js';

/** A form of the tables as the form that a parameter has: `query` is `iso` where a `+` was not escaped. */
const form = (text: string): 'iso' | 'compact' => (text === 'compact' ? 'compact' : 'iso');
const codeSet = (text: string): 'a' | 'b' | 'c' => z.enum(['a', 'b', 'c']).parse(text);

// docs/faults.md: fault 58
test.each(caseRows('packages/core/cases/times-accepted.txt'))(
  '%s reads "%s" as %s',
  (which, written, instant, offsetMinutes) => {
    const read = instantParameter(form(which!)).parse(written);
    expect(new Date(read.instant).toISOString().replace('.000Z', 'Z')).toBe(instant);
    expect(read.offsetMinutes).toBe(Number(offsetMinutes));
  },
);

// docs/faults.md: fault 20
test.each(caseRows('packages/core/cases/times-refused.txt'))('%s refuses "%s"', (which, written) => {
  expect(instantParameter(form(which!)).safeParse(written).success).toBe(false);
});

// docs/faults.md: fault 55
test.each(caseRows('packages/formats/cases/regions-accepted.txt'))(
  'surface %s reads "%s" as %s',
  (set, written, code) => {
    expect(areaParameter(codeSet(set!)).parse(written).code).toBe(code);
  },
);

// docs/faults.md: fault 60
test.each(caseRows('packages/formats/cases/regions-refused.txt'))('surface %s refuses "%s"', (set, written) => {
  expect(areaParameter(codeSet(set!)).safeParse(written).success).toBe(false);
});
