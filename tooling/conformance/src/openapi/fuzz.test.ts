import { readFileSync } from 'node:fs';
import { HOUR_MS } from '@loadcast/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NAUGHTY } from '../hostile/attacks.data.js';
import type { Ask } from '../service.js';
import { type DescribedGateway, startDescribedGateway } from '../testing/described-gateway.js';
import type { ApiDocument, Operation, Parameter } from './api-document.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let gateway: DescribedGateway;
let ask: Ask;
let api: ApiDocument;
beforeAll(async () => {
  gateway = await startDescribedGateway();
  ({ ask, api } = gateway);
}, 120_000);
afterAll(() => gateway.stop());

/** Random queries of each endpoint. `FUZZED_QUERIES=30` is the acceptance run; the drills make it. */
const QUERIES = Number(process.env['FUZZED_QUERIES'] ?? 10);
/** What HTTP itself forbids: `default` in the document. */
const OF_HTTP = new Set([405, 413, 414, 415, 431]);

/** Headers that callers act on: each answer's are described. */
const OF_CALLERS = /^(x-(?!content-type-options)|ratelimit|etag$|retry-after$|warning$|www-authenticate$)/;

/** An instant around now, in the forms that the document names, or a day. */
const instant = fc.tuple(fc.integer({ min: -1200, max: 500 }), fc.integer({ min: 0, max: 3 })).map(([hours, form]) => {
  const iso = new Date(Math.floor(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString();
  const compact = `${iso.slice(0, 16).replaceAll('-', '')}-0000`;
  return [`${iso.slice(0, 19)}Z`, compact, iso.slice(0, 10), `${iso.slice(0, 16)}+05:30`][form]!;
});

const wrong = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ maxLength: 12 }), fc.constant(''));

/** Mostly values that the document allows for a parameter, and some it does not. */
function valuesOf({ schema }: Parameter): fc.Arbitrary<string> {
  const { enum: words, examples = [], pattern, default: usual } = schema;
  const listed = [...(words ?? []), ...examples, ...(usual === undefined ? [] : [usual])];
  const isInstant = examples.some((example) => /^\d{4}-?\d\d-?\d\d/.test(example)) || schema.format?.startsWith('date');
  const good = [
    ...(listed.length > 0 ? [fc.constantFrom(...listed)] : []),
    ...(pattern && !isInstant ? [fc.stringMatching(new RegExp(pattern))] : []),
    ...(isInstant ? [instant] : []),
  ];
  return fc.oneof({ weight: 1, arbitrary: wrong }, ...good.map((arbitrary) => ({ weight: 6, arbitrary })));
}

/** Percent-encoded; half a character is no text. */
const encoded = (value: string): string => encodeURIComponent(value.replace(/[\uD800-\uDFFF]/gu, '?'));

/** A path with its segments and a query: parameters of the document, some left out, some twice, some of nobody. */
function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const pairs = parameters.map((parameter) => {
    const share = parameter.required ? 20 : 1;
    return fc
      .oneof({ weight: share, arbitrary: valuesOf(parameter) }, { weight: 1, arbitrary: fc.constant(undefined) })
      .map((value) => ({ parameter, value }));
  });
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constant('&horizn=1d') },
  );
  const isTwice = fc.integer({ min: 0, max: 19 }).map((draw) => draw === 0);
  return fc.tuple(fc.tuple(...pairs), extra, isTwice).map(([given, more, twice]) => {
    const written = given.flatMap(({ parameter: { name, in: place }, value }) =>
      place === 'query' && value !== undefined ? [`${name}=${encoded(value)}`] : [],
    );
    const address = given.reduce(
      (text, { parameter: { name }, value = 'x' }) => text.replace(`{${name}}`, encoded(value) || 'x'),
      path,
    );
    return `${address}?${[...written, ...(twice ? written.slice(0, 1) : [])].join('&')}${more}`;
  });
}

const isRead = ({ method, security, path }: Operation): boolean =>
  method === 'GET' &&
  !security.some((each) => 'session' in each) &&
  !path.startsWith('/account') &&
  path !== '/v1/events';

test('whatever is asked by the document: no status and no body that it does not describe', async () => {
  const statuses = new Set<number>();
  const undescribed = new Set<string>();
  const keys = [gateway.target.key, gateway.target.key, gateway.target.key, gateway.target.smallKey!, null];
  for (const operation of api.operations.filter(isRead)) {
    await fc.assert(
      fc.asyncProperty(pathOf(operation), fc.constantFrom(...keys), async (path, key) => {
        const answer = await ask(path, { key });
        statuses.add(answer.status);
        api.requireDocumented(operation, answer);
        expect([path, Object.hasOwn(operation.responses, answer.status) || OF_HTTP.has(answer.status)]).toEqual([
          path,
          true,
        ]);
        expect([path, answer.status < 500]).toEqual([path, true]);
        const { headers = {} } = operation.responses[answer.status] ?? operation.responses['default']!;
        const described = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
        const unknown = Object.keys(answer.headers).filter((name) => OF_CALLERS.test(name) && !described.has(name));
        for (const name of unknown) undescribed.add(`${operation.path} ${answer.status} ${name}`);
      }),
      { numRuns: QUERIES, seed: 15 },
    );
  }
  expect([...undescribed]).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403]));
});

const anyBody = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom('', '{', 'null', '[]', '"', '{"__proto__":1}', `{"email":"${'x'.repeat(300)}"}`),
  fc
    .record({ email: fc.emailAddress(), password: fc.string({ maxLength: 90 }) }, { requiredKeys: [] })
    .map((body) => JSON.stringify(body)),
  fc
    .record({ label: fc.string(), name: fc.string(), id: fc.string() }, { requiredKeys: [] })
    .map((body) => JSON.stringify(body)),
);

test('whatever is sent to the account API without a session: no status and no body that is not described', async () => {
  const writes = api.operations.filter(({ path }) => path.startsWith('/account'));
  expect(writes.length).toBeGreaterThan(10);
  for (const operation of writes) {
    await fc.assert(
      fc.asyncProperty(anyBody, fc.constantFrom('application/json', 'text/plain', undefined), async (body, type) => {
        const hasBody = operation.method !== 'GET';
        const response = await fetch(gateway.target.base + operation.path.replaceAll(/\{\w+\}/g, 'x'), {
          method: operation.method,
          headers: type === undefined ? {} : { 'content-type': type },
          ...(hasBody && { body }),
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        const headers = Object.fromEntries(response.headers);
        const answer = { status: response.status, headers, bytes, text: bytes.toString('utf8') };
        api.requireDocumented(operation, answer);
        const isKnown = Object.hasOwn(operation.responses, answer.status) || OF_HTTP.has(answer.status);
        expect([operation.path, answer.status, isKnown && answer.status < 500]).toEqual([
          operation.path,
          answer.status,
          true,
        ]);
      }),
      { numRuns: Math.ceil(QUERIES / 2), seed: 15 },
    );
  }
});

/** A message of the protocol, more or less. */
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.constant(null)),
    method: fc.constantFrom(
      'initialize',
      'tools/list',
      'tools/call',
      'ping',
      'notifications/initialized',
      'resources/list',
      'x',
    ),
    params: fc.oneof(
      fc.record({
        name: fc.constantFrom('get_forecast', 'compare', 'nothing'),
        arguments: fc.dictionary(fc.constantFrom('region', 'as_of', 'x'), wrong),
      }),
      fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
    ),
  },
  { requiredKeys: ['jsonrpc'] },
);

test('whatever is posted to /mcp: JSON-RPC or our own error, with a status that docs/mcp.md names', async () => {
  const page = readFileSync(new URL('../../../../docs/mcp.md', import.meta.url), 'utf8');
  const named = new Set([...page.matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => Number(status)));
  const isOurs = api.raw['components'] as { schemas: { Error: object } };
  const error = new Ajv2020({ strict: false }).compile(isOurs.schemas.Error);
  const statuses = new Set<number>();
  const bodies = fc.oneof(
    message.map((each) => JSON.stringify(each)),
    fc.array(message, { maxLength: 3 }).map((each) => JSON.stringify(each)),
    anyBody,
  );
  const types = fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain');
  const accepts = fc.constantFrom(
    'application/json, text/event-stream',
    'application/json, text/event-stream',
    '*/*',
    'text/html',
  );
  const keys = fc.constantFrom(
    gateway.target.key,
    gateway.target.key,
    gateway.target.key,
    gateway.target.smallKey!,
    'lc_live_none',
  );
  await fc.assert(
    fc.asyncProperty(bodies, types, accepts, keys, async (body, type, accept, key) => {
      const answer = await fetch(`${gateway.target.base}/mcp`, {
        method: 'POST',
        headers: { 'content-type': type, accept, authorization: `Bearer ${key}` },
        body,
      });
      statuses.add(answer.status);
      expect([body, [...named]]).toEqual([body, expect.arrayContaining([answer.status])]);
      const text = await answer.text();
      for (const part of messagesOf(answer, text)) {
        const isRpc = part['jsonrpc'] === '2.0' && ('result' in part || 'error' in part);
        expect([body, text, isRpc || error(part)]).toEqual([body, text, true]);
      }
    }),
    { numRuns: 150, seed: 15 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401]));
});

/** The JSON messages of an answer: a body, or the data of a stream. */
function messagesOf({ headers }: Response, text: string): Readonly<Record<string, unknown>>[] {
  if (text === '') return [];
  const isStream = headers.get('content-type')?.startsWith('text/event-stream');
  const parts = isStream ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data!) : [text];
  return parts.flatMap((part): Readonly<Record<string, unknown>>[] => [JSON.parse(part)].flat());
}
