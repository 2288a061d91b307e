import { type Areas, ServiceError } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import * as z from 'zod';
import { parseWithAreas } from './area-words.js';
import { echoed } from './echo.js';

/** A query string may be this long, in bytes, and hold this many parameters. */
const MOST_BYTES = LIMITS.query_bytes.bound;
const MOST_PARAMETERS = LIMITS.query_parameters.bound;

const encoder = new TextEncoder();

/** One parameter as written: name and value, percent-decoded, `+` read as a space. */
type QueryPair = readonly [name: string, value: string];

/**
 * The parameters of a raw query string, in order. `&amp;`, which a page's source has for `&`, is read as `&`.
 *
 * @param rawQuery without `?`; as received, so every byte outside ASCII must be percent-encoded
 * @throws {ServiceError} `invalid_parameter` for a query that is too long, has too many parameters, or does not decode
 *   to well-formed text
 * @example
 * queryPairs('region=CISO&start=a+b')[1] // => ['start', 'a b']
 */
export function queryPairs(rawQuery: string): QueryPair[] {
  if (rawQuery.length > MOST_BYTES || encoder.encode(rawQuery).length > MOST_BYTES) {
    throw refused('query', `at most ${MOST_BYTES} bytes`, `the query is longer than ${MOST_BYTES} bytes`);
  }
  const parts = rawQuery.split(/&(?:amp;)?/).filter((part) => part !== '');
  if (parts.length > MOST_PARAMETERS) {
    const expected = `at most ${MOST_PARAMETERS} parameters`;
    throw refused('query', expected, `the query has more than ${MOST_PARAMETERS} parameters`);
  }
  return parts.map((part) => {
    const equals = part.indexOf('=');
    const name = decoded(equals < 0 ? part : part.slice(0, equals), 'query');
    return [name, equals < 0 ? '' : decoded(part.slice(equals + 1), name)];
  });
}

export function namesOf(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape);
}

/** Percent-decodes; `parameter` is who is blamed. */
function decoded(text: string, parameter: string): string {
  let value: string | undefined;
  try {
    // also refuses overlong UTF-8 and lone surrogates
    value = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    value = undefined;
  }
  if (value === undefined || value.includes('\0') || /[^\x20-\x7e]/.test(text)) {
    const name = echoed(parameter);
    throw refused(name, 'percent-encoded UTF-8', `${name}: not percent-encoded UTF-8 text`);
  }
  return value;
}

/** The failure of a parameter, or of some that do not go together. */
export function refused(
  parameter: string,
  expected: string,
  message = `${parameter}: expected ${expected}`,
): ServiceError<'invalid_parameter'> {
  return new ServiceError('invalid_parameter', message, { parameter, expected });
}

/**
 * Query string to typed query, or the one ServiceError that names the offending parameter.
 *
 * Names the schema does not have are ignored. A list may be repeated, as `name` or `name[]`: that is the same as commas. Another name
 * given twice, or written `name[]` or `name[x]`, is refused: neither the first nor the last is a safe guess. Names are compared exactly; `options.anyCase` folds them to lower case.
 *
 * @param request the raw query, and the areas that it may name
 * @throws {ServiceError} `missing_parameter`, `invalid_parameter`
 */
export function readQuery<S extends z.ZodObject>(
  schema: S,
  { query, areas }: { readonly query: string; readonly areas: Areas },
  options: { anyCase?: boolean } = {},
): z.output<S> {
  const raw: Record<string, string> = Object.create(null); // a name may be __proto__
  for (const [written, value] of queryPairs(query)) {
    const name = options.anyCase ? written.toLowerCase() : written;
    const bracket = name.indexOf('[');
    const known = bracket < 0 ? name : name.slice(0, bracket);
    if (!Object.hasOwn(schema.shape, known)) continue;
    const isList = (bracket < 0 || /^[^[]*\[\d*\]$/.test(name)) && takesList(schema.shape[known]);
    if (!isList && (bracket >= 0 || known in raw))
      throw refused(known, 'one value', `${known}: expected one value, got several`);
    raw[known] = known in raw ? `${raw[known]},${value}` : value;
  }

  const parsed = parseWithAreas(areas, () => schema.safeParse(raw));
  if (parsed.success) return parsed.data;

  const issues = parsed.error.issues;
  const missing = issues.find((issue) => raw[String(issue.path[0])] === undefined);
  if (missing) {
    const parameter = String(missing.path[0]);
    throw new ServiceError('missing_parameter', `${parameter} is required`, { parameter });
  }
  const { path, message: expected } = issues[0]!;
  const parameter = String(path[0]);
  throw refused(parameter, expected, `${parameter}: expected ${expected}; got "${echoed(raw[parameter]!)}"`);
}

/** Whether a parameter takes several values with commas between: its examples show one. */
function takesList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return takesList(schema.def.innerType);
  const examples = schema instanceof z.ZodType ? schema.meta()?.['examples'] : undefined;
  return Array.isArray(examples) && examples.some((example) => String(example).includes(','));
}

/**
 * One value of a query for code that must not fail (an error's dialect is chosen by it even when the query is broken).
 *
 * @returns the first value under `name`, percent-decoded where that is possible; undefined when there is none
 */
export function peekQuery(rawQuery: string, name: string, options: { anyCase?: boolean } = {}): string | undefined {
  for (const part of rawQuery.split(/&(?:amp;)?/)) {
    const equals = part.indexOf('=');
    const written = equals < 0 ? part : part.slice(0, equals);
    if ((options.anyCase ? written.toLowerCase() : written) !== name) continue;
    const value = equals < 0 ? '' : part.slice(equals + 1).replaceAll('+', ' ');
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return undefined;
}
