import { EXAMPLES_WRITTEN_ON } from '@loadcast/formats';
import type { ApiDocument } from '../../openapi/api-document.js';
import type { Ask } from '../../service.js';
import type { PrefilledGateway } from '../prefilled-gateway.js';

/** When the examples were asked: the service has a plausible history up to then. */
export const ASKED_AT = Date.parse(`${EXAMPLES_WRITTEN_ON}T15:24:30Z`);

/** Refused calls, one for each code that a caller can bring about, as `[path, key]`. */
const REFUSED = {
  unauthorized: ['/v1/demand/latest?region=PJM', null],
  invalid_key: ['/v1/demand/latest?region=PJM', 'revokedKey'],
  missing_parameter: ['/v1/demand/forecast', 'key'],
  invalid_parameter: ['/v1/demand/forecast?region=XX', 'key'],
  plan_limit: ['/v1/demand/forecast?region=PJM&horizon=7d', 'smallKey'],
  no_data: ['/v1/demand/history?region=PJM&start=2026-11-23&end=2026-11-23', 'key'],
} as const satisfies Record<string, readonly [string, 'key' | 'smallKey' | 'revokedKey' | null]>;

/** Values that differ each time: ids and secrets of made-up accounts, and addresses. */
const MADE_UP: Readonly<Record<string, string>> = {
  id: 'key_3f9a1c5e7b20',
  key_id: 'key_3f9a1c5e7b20',
  last4: 'Xy9z',
  request_id: '5ee38bee-7b98-4066-b1d3-77b21d320135',
};
const MOST_ITEMS = 2;

/** A body without what differs each time, its lists cut short. */
function shown(value: unknown, base: string): unknown {
  if (typeof value === 'string') return value.replaceAll(base, 'https://loadcast.example');
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => shown(item, base));
  if (typeof value !== 'object' || value === null) return value;
  const isOfPlan = 'name' in value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    (isOfPlan ? undefined : MADE_UP[name]) ?? shown(inner, base),
  ]);
  return Object.fromEntries(entries);
}

/** Asks the first example of every endpoint that answers a key with JSON, and every refusal, and writes a module of the bodies. */
export async function exampleAnswers({ target }: PrefilledGateway, ask: Ask, api: ApiDocument): Promise<string> {
  const answers: string[] = [];
  for (const operation of api.operations) {
    const [example] = operation['x-examples'] ?? [];
    if (example === undefined || operation.method !== 'GET') continue;
    const answer = await ask(example);
    api.requireDocumented(operation, answer);
    if (!answer.headers['content-type']?.startsWith('application/json')) continue;
    answers.push(line(operation.operationId, shown(JSON.parse(answer.text), target.base)));
  }
  const failures: string[] = [];
  for (const [code, [path, key]] of Object.entries(REFUSED)) {
    const { text } = await ask(path, { key: key && target[key]! });
    const body = JSON.parse(text);
    if (body.error.code !== code) throw new Error(`${path} is ${body.error.code}, not ${code}`);
    failures.push(line(code, shown(body, target.base)));
  }
  return [
    "// Asked of a gateway: `vitest run --project='unit*' tooling/conformance/src/openapi/example-answers -u` writes it.",
    '',
    '/** The first example of an operation, answered; lists are cut short. */',
    `export const EXAMPLE_ANSWERS: Readonly<Record<string, unknown>> = {\n${answers.join('\n')}\n};`,
    '',
    '/** A failure with a code. */',
    `export const EXAMPLE_FAILURES: Readonly<Record<string, unknown>> = {\n${failures.join('\n')}\n};`,
    '',
  ].join('\n');
}

const line = (name: string, body: unknown): string => `  ${name}: ${JSON.stringify(body)},`;
