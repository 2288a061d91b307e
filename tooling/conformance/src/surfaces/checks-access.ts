import assert from 'node:assert/strict';
import type { Check } from '../check.js';
import { readZip } from '../documents.js';
import { askFailure } from '../failures.js';
import { unknownKey } from '../known/api-key.js';
import { type Endpoint, METERED } from './metered.data.js';

const PUBLIC = ['/v1/regions', '/v1/health', '/v1/status', '/oasis?queryname=TAC_AREAS'];

function keyChecks({ name, format, path }: Endpoint): Check[] {
  const unknown = unknownKey();
  const wrong = { key: null };
  return [
    {
      name: `${name} without a key is unauthorized in ${format}`,
      run: async (service) => void (await askFailure(service, path(service), { code: 'unauthorized', format }, wrong)),
    },
    {
      name: `${name} with a malformed key is unauthorized in ${format}`,
      run: async (service) =>
        void (await askFailure(service, path(service), { code: 'unauthorized', format }, { key: 'lc_live_nonsense' })),
    },
    {
      name: `${name} with a well-formed unknown key is invalid_key in ${format}`,
      run: async (service) =>
        void (await askFailure(service, path(service), { code: 'invalid_key', format }, { key: unknown })),
    },
    {
      name: `${name} takes no key from the URL`,
      async run(service) {
        const glue = path(service).includes('?') ? '&' : '?';
        const url = `${path(service)}${glue}api_key=${service.key}&key=${service.key}`;
        await askFailure(service, url, { code: 'unauthorized', format }, wrong);
      },
    },
    {
      name: `${name} tells the quota, a request id, and that nobody may share the answer`,
      async run(service) {
        const { headers } = await service.ask(path(service));
        assert.match(headers['x-request-id'] ?? '', /^[\w-]{8,64}$/);
        if (headers['ratelimit'] !== undefined) {
          assert.match(headers['ratelimit'], /^"(hourly|daily|region-daily)";r=\d+;t=\d+/);
          assert.match(headers['ratelimit-policy'] ?? '', /^"(hourly|daily|region-daily)";q=\d+;w=\d+/);
          assert.match(headers['x-ratelimit-remaining'] ?? '', /^\d+$/);
        }
        assert.match(headers['cache-control'] ?? '', /private|no-store/);
        assert.equal(headers['x-content-type-options'], 'nosniff');
      },
    },
    {
      name: `${name}: HEAD has the status and type of GET, and no body`,
      async run(service) {
        const [get, head] = [await service.ask(path(service)), await service.ask(path(service), { method: 'HEAD' })];
        assert.equal(head.status, get.status);
        assert.equal(head.headers['content-type'], get.headers['content-type']);
        assert.equal(head.bytes.length, 0);
      },
    },
    ...['POST', 'PUT', 'DELETE', 'PATCH'].map(
      (method): Check => ({
        name: `${name}: ${method} is method_not_allowed in ${format}`,
        async run(service) {
          const { headers } = await askFailure(
            service,
            path(service),
            { code: 'method_not_allowed', format },
            { method },
          );
          assert.match(headers['allow'] ?? '', /\bGET\b/);
        },
      }),
    ),
  ];
}

const pathChecks: readonly Check[] = [
  '/nothing',
  '/v1',
  '/v1/',
  '/v1/demand',
  '/v1/demand/forecast/',
  '/V1/demand/forecast',
  '/v1//demand/forecast',
  '/v1/%64emand/forecast',
  '/v1/demand/forecast;x=1',
].map((path) => ({
  name: `${path} is not_found in json`,
  run: async (service) => void (await askFailure(service, path, { code: 'not_found', format: 'json' })),
}));

const xmlPathChecks: readonly Check[] = ['/oasis/', '/oasis/x', '/forecast/v1/x', '/v1/oasis/x'].map((path) => ({
  name: `${path} is not_found in xml`,
  run: async (service) => void (await askFailure(service, path, { code: 'not_found', format: 'xml' })),
}));

const publicChecks: readonly Check[] = PUBLIC.map((path) => ({
  name: `${path} needs no key and minds no bad one`,
  async run({ ask }) {
    assert.equal((await ask(path, { key: null })).status, 200);
    assert.equal((await ask(path, { key: 'lc_live_nonsense' })).status, 200);
  },
}));

const otherChecks: readonly Check[] = [
  {
    name: 'documentation_url leads to a page',
    async run(service) {
      const { text } = await askFailure(service, '/v1/nothing', { code: 'not_found', format: 'json' });
      const url = new URL(JSON.parse(text).error.documentation_url);
      assert.equal((await service.ask(url.pathname, { key: null })).status, 200, `${url.pathname} is no page`);
    },
  },
  {
    // docs/faults.md: fault 107
    name: 'two requests have two request ids, and a caller cannot choose one',
    async run({ ask }) {
      const own = { headers: { 'x-request-id': 'chosen-by-me' } };
      const ids = [await ask('/v1/health', own), await ask('/v1/health', own)].map(
        ({ headers }) => headers['x-request-id'],
      );
      assert.equal(new Set([...ids, 'chosen-by-me']).size, 3);
    },
  },
  {
    name: 'OPTIONS is answered without a key',
    async run({ ask }) {
      const { status, headers } = await ask('/v1/demand/forecast', { method: 'OPTIONS', key: null });
      assert.equal(status, 204);
      assert.match(headers['allow'] ?? headers['access-control-allow-methods'] ?? '', /GET/);
    },
  },
  {
    name: 'SingleZip refuses a missing key in plain XML, never in a ZIP',
    async run(service) {
      const { bytes } = await service.ask('/oasisapi/SingleZip?queryname=SLD_FCST', { key: null });
      assert.throws(() => readZip(bytes));
    },
  },
];

export const CHECKS_ACCESS: readonly Check[] = [
  ...METERED.flatMap(keyChecks),
  ...publicChecks,
  ...pathChecks,
  ...xmlPathChecks,
  ...otherChecks,
];
