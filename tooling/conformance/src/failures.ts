import assert from 'node:assert/strict';
import * as z from 'zod';
import { type Check, check } from './check.js';
import { readXml, requireType } from './documents.js';
import type { Answer, AskOptions, Service } from './service.js';

/** The failures of the contract and of our decisions, each with its HTTP status. */
export const STATUSES = {
  unauthorized: 401,
  invalid_key: 401,
  rate_limited: 429,
  invalid_query: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  plan_limit: 403,
  no_data: 404,
  not_found: 404,
  method_not_allowed: 405,
} as const;

export type Failure = keyof typeof STATUSES;

const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    documentation_url: z.url(),
    request_id: z.string().regex(/^[\w-]{8,64}$/),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
});

export interface Expected {
  readonly code: Failure;
  readonly format: 'json' | 'xml';
  /** A parameter that the message must name. */
  readonly names?: string;
}

/** Fails unless the answer is this failure, whole and in this format. */
export function requireFailure(answer: Answer, { code, format, names }: Expected): void {
  assert.equal(answer.status, STATUSES[code], answer.text.slice(0, 300));
  requireType(answer, format === 'json' ? 'application/json' : 'application/xml');
  const error = format === 'json' ? jsonError(answer.text) : xmlError(answer.text);
  assert.equal(error.code, code);
  assert.equal(error.requestId, answer.headers['x-request-id']);
  if (names !== undefined) assert.ok(error.message.includes(names), `"${error.message}" does not name ${names}`);
  if (answer.status === 401) assert.match(answer.headers['www-authenticate'] ?? '', /\bBearer\b/);
}

function jsonError(text: string): { code: string; message: string; requestId: string } {
  const { error } = errorSchema.parse(JSON.parse(text));
  return { code: error.code, message: error.message, requestId: error.request_id };
}

function xmlError(text: string): { code: string; message: string; requestId: string } {
  const xml = readXml(text);
  const one = (tag: string) => {
    const texts = xml.texts(`ERROR/${tag}`);
    assert.equal(texts.length, 1, `not one ${tag}`);
    return texts[0]!;
  };
  assert.match(one('DOCUMENTATION_URL'), /^https?:\/\//);
  return { code: one('ERR_CODE'), message: one('ERR_DESC'), requestId: one('REQUEST_ID') };
}

/** Fails unless the answer is one of the documented failures, whole, in JSON or XML. */
export function requireKnownFailure(answer: Answer): void {
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
  const { code } = isJson ? jsonError(answer.text) : xmlError(answer.text);
  assert.ok(Object.hasOwn(STATUSES, code), `${code} is not documented`);
  requireFailure(answer, { code: code as Failure, format: isJson ? 'json' : 'xml' });
}

/** Where a check asks: an address, or one that depends on the time at the service. */
type Asked = string | ((service: Service) => string);

export const refusal = (name: string, asked: Asked, expected: Expected, options?: AskOptions): Check =>
  check(name, async (service) => {
    await askFailure(service, typeof asked === 'string' ? asked : asked(service), expected, options);
  });

export async function askFailure(
  { ask }: Service,
  path: string,
  expected: Expected,
  options: AskOptions = {},
): Promise<Answer> {
  const answer = await ask(path, options);
  requireFailure(answer, expected);
  return answer;
}
