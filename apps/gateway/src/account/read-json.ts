import { ServiceError } from '@loadcast/core';
import type { z } from 'zod';
import type { AccountRequest } from './account-request.js';

/** Larger than any body this API takes. */
const MOST_BYTES = 4_096;

/**
 * The JSON object in a request's body, checked.
 *
 * Only `application/json` is read: a page of another site cannot send that type without a CORS preflight.
 *
 * @throws {ServiceError} missing_parameter or invalid_parameter, naming the field; never its value
 */
export async function readJson<S extends z.ZodObject>(
  { request, readBody }: AccountRequest,
  schema: S,
): Promise<z.output<S>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw wrong('Content-Type', 'application/json');
  const value = parse(new TextDecoder().decode(await readBody(MOST_BYTES)));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? 'body');
  const isMissing = typeof value === 'object' && value !== null && field !== 'body' && !Object.hasOwn(value, field);
  if (isMissing) throw new ServiceError('missing_parameter', `${field} is required`, { parameter: field });
  throw wrong(field, issue?.message ?? 'another value');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('body', 'a JSON object');
  }
}

function wrong(parameter: string, expected: string): ServiceError<'invalid_parameter'> {
  return new ServiceError('invalid_parameter', `${parameter}: ${expected}`, { parameter, expected });
}
