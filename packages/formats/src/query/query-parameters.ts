import type { CodedArea, CodeSet } from '@loadcast/core';
import * as z from 'zod';
import { areasOfParse } from './area-words.js';
import { parseDate, parseInstant, type WireInstant } from './wire-time.js';

type Refusal = { readonly expected: string };

/** A parameter whose text a function reads, or refuses with what it expected. */
export function textParameter<T>(read: (text: string) => T): z.ZodType<Exclude<T, Refusal>, string> {
  const isRefusal = (value: T): value is T & Refusal =>
    typeof value === 'object' && value !== null && 'expected' in value;
  return z.string().transform((text, context) => {
    const value = read(text);
    if (!isRefusal(value)) return value as Exclude<T, Refusal>;
    context.addIssue({ code: 'custom', message: value.expected });
    return z.NEVER;
  });
}

/**
 * A parameter that takes one of a few words; trimmed, case ignored, the word as listed comes out.
 *
 * @example
 * oneOf(['1d', '2d']).parse(' 2D ') // => '2d'
 */
export function oneOf<const W extends string>(words: readonly W[]): z.ZodType<W, string> {
  const byUpper = new Map(words.map((word) => [word.toUpperCase(), word]));
  const expected = words.length === 1 ? words[0]! : `one of ${words.join(', ')}`;
  return textParameter((text) => byUpper.get(text.trim().toUpperCase()) ?? { expected }).meta({ enum: [...words] });
}

/**
 * A parameter that names an area in a surface's vocabulary; trimmed, case ignored, aliases accepted.
 *
 * @example
 * areaParameter('a').parse('ciso').code // => 'CAISO'
 */
export function areaParameter(set: CodeSet): z.ZodType<CodedArea, string> {
  const schema = textParameter((text) => {
    const areas = areasOfParse();
    const codes = areas.coded(set).map(({ code }) => code);
    return areas.find(set, text) ?? { expected: `one of ${codes.join(', ')}` };
  });
  return schema.meta({ enum: listSpellings(set), examples: [areasOfParse().coded(set)[0]!.code] });
}

/** Codes, then aliases: what a caller may write, in capitals or not. */
function listSpellings(set: CodeSet): string[] {
  const areas = areasOfParse().coded(set);
  const aliases = areas.flatMap(({ area, code }) =>
    area.codes[set]
      .filter((each) => each.code === code)
      .flatMap((each) => ('aliases' in each ? (each.aliases ?? []) : [])),
  );
  return [...areas.map(({ code }) => code), ...aliases];
}

/**
 * A whole number in plain decimal digits: no sign, no leading zero, no point, no spaces.
 *
 * @example
 * integerParameter({ min: 1, max: 9 }).safeParse('05').success // => false
 */
export function integerParameter(range: { min: number; max: number }): z.ZodType<number, string> {
  const expected = `a whole number from ${range.min} to ${range.max}`;
  const schema = textParameter((text) => {
    const number = /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
    return number >= range.min && number <= range.max ? number : { expected };
  });
  return schema.meta({ pattern: '^(0|[1-9][0-9]{0,8})$', examples: [String(range.min)] });
}

/** An instant. `compact` takes `YYYYMMDDTHH:MM` and an offset, `iso` takes that and ISO 8601. See `parseInstant`. */
export function instantParameter(form: 'iso' | 'compact'): z.ZodType<WireInstant, string> {
  return textParameter((text) => parseInstant(text, form)).meta(INSTANT_META[form]);
}

const INSTANT_META = {
  iso: { format: 'date-time', examples: ['2026-11-20T16:00:00Z'] },
  compact: { pattern: String.raw`^\d{8}T\d{2}:\d{2}([+-]\d{2}:?\d{2}|Z)$`, examples: ['20261120T08:00-0000'] },
} as const;

/** `issued=1`: rows end with when their forecast was issued. */
export function issuedParameter(): z.ZodType<boolean, string | undefined> {
  return z
    .enum(['0', '1'], { error: '0 or 1' })
    .default('0')
    .transform((value) => value === '1');
}

/**
 * A parameter that other endpoints have and that would change nothing here. It is optional, and refused when present:
 * an answer that does not depend on it must not look as if it did.
 *
 * @param reason completes "expected no value: "
 * @example
 * noEffect('the list is the same at every instant').safeParse('2026-07-01T00:00Z').success // => false
 */
export function noEffect(reason: string): z.ZodType<undefined, string | undefined> {
  return z
    .string()
    .transform((_, context): undefined => {
      context.addIssue({ code: 'custom', message: `no value: ${reason}` });
      return z.NEVER;
    })
    .optional()
    .meta({ [NO_EFFECT]: true });
}

/** Marks parameters that no description lists. */
export const NO_EFFECT = 'x-no-effect';

/** A date, `YYYY-MM-DD`, that exists in the calendar. */
export function dateParameter(): z.ZodType<string, string> {
  const schema = textParameter((text) => {
    const read = parseDate(text);
    return 'date' in read ? read.date : read;
  });
  return schema.meta({ format: 'date', examples: ['2026-11-19'] });
}
