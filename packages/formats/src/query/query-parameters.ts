import { allowedCodes, type CodedArea, type CodeSet, findArea } from '@loadcast/core';
import * as z from 'zod';
import { parseDate, parseInstant, type WireInstant } from './wire-time.js';

/**
 * A parameter that takes one of a few words; trimmed, case ignored, the word as listed comes out.
 *
 * @example
 * oneOf(['1d', '2d']).parse(' 2D ') // => '2d'
 */
export function oneOf<const W extends string>(words: readonly W[]): z.ZodType<W, string> {
  const byUpper = new Map(words.map((word) => [word.toUpperCase(), word]));
  return z.string().transform((value, context) => {
    const word = byUpper.get(value.trim().toUpperCase());
    if (word !== undefined) return word;
    context.addIssue({ code: 'custom', message: words.length === 1 ? words[0]! : `one of ${words.join(', ')}` });
    return z.NEVER;
  });
}

/**
 * A parameter that names an area in a surface's vocabulary; trimmed, case ignored, aliases accepted.
 *
 * @example
 * areaParameter('a').parse('ciso').code // => 'CAISO'
 */
export function areaParameter(set: CodeSet): z.ZodType<CodedArea, string> {
  return z.string().transform((value, context) => {
    const found = findArea(set, value);
    if (found) return found;
    context.addIssue({ code: 'custom', message: `one of ${allowedCodes(set)}` });
    return z.NEVER;
  });
}

/**
 * A whole number in plain decimal digits: no sign, no leading zero, no point, no spaces.
 *
 * @example
 * integerParameter({ min: 1, max: 9 }).safeParse('05').success // => false
 */
export function integerParameter(range: { min: number; max: number }): z.ZodType<number, string> {
  const expected = `a whole number from ${range.min} to ${range.max}`;
  return z.string().transform((value, context) => {
    const number = /^(?:0|[1-9]\d{0,8})$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.min && number <= range.max) return number;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}

/** An instant. `compact` takes `YYYYMMDDTHH:MM` and an offset, `iso` takes that and ISO 8601. See `parseInstant`. */
export function instantParameter(form: 'iso' | 'compact'): z.ZodType<WireInstant, string> {
  return z.string().transform((value, context) => {
    const read = parseInstant(value, form);
    if ('instant' in read) return read;
    context.addIssue({ code: 'custom', message: read.expected });
    return z.NEVER;
  });
}

/** A date, `YYYY-MM-DD`, that exists in the calendar. */
export function dateParameter(): z.ZodType<string, string> {
  return z.string().transform((value, context) => {
    const read = parseDate(value);
    if ('date' in read) return read.date;
    context.addIssue({ code: 'custom', message: read.expected });
    return z.NEVER;
  });
}
