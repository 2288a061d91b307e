import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { newApiKey } from '@loadcast/core/quota';
import { type Check, check } from '../check.js';
import { readZip } from '../documents.js';
import { askFailure, refusal } from '../failures.js';
import { type Endpoint, METERED, withQuery } from './metered.data.js';

const PUBLIC = ['/v1/regions', '/v1/health', '/v1/status', '/oasis?queryname=TAC_AREAS'];

const BAD_KEYS = [
  ['without a key', 'unauthorized', null],
  ['with a malformed key', 'unauthorized', 'lc_live_nonsense'],
  ['with a well-formed unknown key', 'invalid_key', newApiKey((count) => randomBytes(count))],
] as const;

function keyChecks({ name, format, path }: Endpoint): Check[] {
  return [
    ...BAD_KEYS.map(([how, code, key]) =>
      refusal(`${name} ${how} is ${code} in ${format}`, path, { code, format }, { key }),
    ),
    refusal(
      `${name} takes no key from the URL`,
      (service) => withQuery(path(service), `api_key=${service.key}&key=${service.key}`),
      { code: 'unauthorized', format },
      { key: null },
    ),
    check(`${name} tells the quota, a request id, and that nobody may share the answer`, async (service) => {
      const { headers } = await service.ask(path(service));
      assert.match(headers['x-request-id'] ?? '', /^[\w-]{8,64}$/);
      if (headers['ratelimit'] !== undefined) {
        assert.match(headers['ratelimit'], /^"(hourly|daily|region-daily)";r=\d+;t=\d+/);
        assert.match(headers['ratelimit-policy'] ?? '', /^"(hourly|daily|region-daily)";q=\d+;w=\d+/);
        const [lefts, quotas] = [/;r=(\d+)/g, /;q=(\d+)/g].map((pattern, i) =>
          [...headers[i === 0 ? 'ratelimit' : 'ratelimit-policy']!.matchAll(pattern)].map(([, n]) => Number(n)),
        );
        assert.equal(headers['x-ratelimit-remaining'], String(Math.min(...lefts!)));
        assert.ok(
          lefts!.every((left, limit) => left < quotas![limit]!),
          'a request left as much as the quota',
        );
      }
      assert.match(headers['cache-control'] ?? '', /private|no-store/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }),
    check(`${name}: HEAD has the status and type of GET, and no body`, async (service) => {
      const [get, head] = [await service.ask(path(service)), await service.ask(path(service), { method: 'HEAD' })];
      assert.equal(head.status, get.status);
      assert.equal(head.headers['content-type'], get.headers['content-type']);
      assert.equal(head.bytes.length, 0);
    }),
    ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method) =>
      check(`${name}: ${method} is method_not_allowed in ${format}`, async (service) => {
        const refused = { code: 'method_not_allowed', format } as const;
        const { headers } = await askFailure(service, path(service), refused, { method });
        assert.match(headers['allow'] ?? '', /\bGET\b/);
      }),
    ),
  ];
}

const publicChecks: readonly Check[] = PUBLIC.map((path) =>
  check(`${path} needs no key and minds no bad one`, async ({ ask }) => {
    assert.equal((await ask(path, { key: null })).status, 200);
    assert.equal((await ask(path, { key: 'lc_live_nonsense' })).status, 200);
  }),
);

const otherChecks: readonly Check[] = [
  check('documentation_url leads to a page', async (service) => {
    const { text } = await askFailure(service, '/v1/nothing', { code: 'not_found', format: 'json' });
    const url = new URL(JSON.parse(text).error.documentation_url);
    assert.equal((await service.ask(url.pathname, { key: null })).status, 200, `${url.pathname} is no page`);
  }),
  // docs/faults.md: fault 107
  check('two requests have two request ids, and a caller cannot choose one', async ({ ask }) => {
    const own = { headers: { 'x-request-id': 'chosen-by-me' } };
    const ids = [await ask('/v1/health', own), await ask('/v1/health', own)].map(
      ({ headers }) => headers['x-request-id'],
    );
    assert.equal(new Set([...ids, 'chosen-by-me']).size, 3);
  }),
  check('OPTIONS is answered without a key', async ({ ask }) => {
    const { status, headers } = await ask('/v1/demand/forecast', { method: 'OPTIONS', key: null });
    assert.equal(status, 204);
    assert.match(headers['allow'] ?? headers['access-control-allow-methods'] ?? '', /GET/);
  }),
  check('SingleZip refuses a missing key in plain XML, never in a ZIP', async (service) => {
    const { bytes } = await service.ask('/oasisapi/SingleZip?queryname=SLD_FCST', { key: null });
    assert.throws(() => readZip(bytes));
  }),
];

export const CHECKS_ACCESS: readonly Check[] = [...METERED.flatMap(keyChecks), ...publicChecks, ...otherChecks];
