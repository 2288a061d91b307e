import { type Areas, ServiceError } from '@loadcast/core';
import { LIMITS, parseJsonText } from '@loadcast/core/budgets';
import type { ArrivedRequest } from '@loadcast/formats';
import { namesOf, parseWithAreas, refused } from '@loadcast/formats';
import type { HttpRequest } from '@loadcast/formats/node';
import type { z } from 'zod';

const MOST_BYTES = LIMITS.account_body_bytes.bound;

/**
 * The JSON object in a request's body, checked.
 *
 * Only `application/json` is read: a page of another site cannot send that type without a CORS preflight.
 *
 * @param areas which a field may name
 * @throws {ServiceError} missing_parameter or invalid_parameter, naming the field; never its value
 */
export async function readJson<S extends z.ZodObject>(
  { request, readBody, unread }: Pick<ArrivedRequest, 'request' | 'readBody' | 'unread'>,
  schema: S,
  areas: Areas,
): Promise<z.output<S>> {
  if (contentType(request) !== 'application/json') throw wrong('Content-Type', 'application/json');
  return checked(parse(new TextDecoder().decode(await readBody(MOST_BYTES))), schema, areas, unread);
}

/** Whether a request is the post of a form of ours. Pages of other sites are refused before by `requireSameSite`. */
export function isForm(request: HttpRequest): boolean {
  return contentType(request) === 'application/x-www-form-urlencoded';
}

/** The fields of a form, checked like JSON. */
export async function readForm<S extends z.ZodObject>(
  { readBody, unread }: Pick<ArrivedRequest, 'readBody' | 'unread'>,
  schema: S,
  areas: Areas,
): Promise<z.output<S>> {
  const fields = new URLSearchParams(new TextDecoder().decode(await readBody(MOST_BYTES)));
  return checked(Object.fromEntries(fields), schema, areas, unread);
}

function contentType({ headers }: HttpRequest): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

function checked<S extends z.ZodObject>(
  value: unknown,
  schema: S,
  areas: Areas,
  unread: ArrivedRequest['unread'],
): z.output<S> {
  const known = namesOf(schema);
  unread.known.push(...known);
  unread.names.push(...fieldsOf(value).filter((name) => !known.includes(name)));
  const parsed = parseWithAreas(areas, () => schema.safeParse(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'body');
  const isMissing = typeof value === 'object' && value !== null && field !== 'body' && !Object.hasOwn(value, field);
  if (isMissing) throw new ServiceError('missing_parameter', `${field} is required`, { parameter: field });
  throw wrong(field, issue?.message ?? 'another value');
}

function fieldsOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

function parse(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    throw wrong('body', 'a JSON object');
  }
}

function wrong(parameter: string, expected: string): ServiceError<'invalid_parameter'> {
  return refused(parameter, expected, `${parameter}: ${expected}`);
}
