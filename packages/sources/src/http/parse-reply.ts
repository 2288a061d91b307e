import type { z } from 'zod';
import { parseUpstreamJson } from './parse-upstream-json.js';
import { UpstreamError } from './upstream-error.js';

/**
 * A reply's text as the value that its schema gives. Messages never quote the reply: an upstream may echo the key.
 *
 * @throws {UpstreamError} `malformed`: no JSON; `unexpected`: JSON of another shape
 */
export function parseReply<T>(name: string, text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(readJson(name, text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') || 'its root';
  throw new UpstreamError(name, 'unexpected', `the reply is not as documented at ${where}`);
}

function readJson(name: string, text: string): unknown {
  try {
    return parseUpstreamJson(text);
  } catch {
    throw new UpstreamError(name, 'malformed', 'the reply is no JSON'); // the parser's message quotes the reply
  }
}
