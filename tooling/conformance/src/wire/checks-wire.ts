import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type Check, check, NotYet, steadyCheck } from '../check.js';
import { askJson } from '../documents.js';
import { DAY_MS, iso } from '../known/market-time.js';
import type { Answer, AskOptions, Service } from '../service.js';
import { type Endpoint, METERED } from '../surfaces/metered.data.js';

/** Answers without the time at which they were made, and without what each request has of its own. */
const steady = ({ text }: Answer): string => text.replace(/"generated_at":"[^"]*"/, '').replace(/<TimeDate>[^<]*</, '');

/** The rest of each limit, by the header's own names. */
function remaining({ headers }: Answer): Record<string, number> {
  const parts = [...(headers['ratelimit'] ?? '').matchAll(/"([\w-]+)";r=(\d+)/g)];
  return Object.fromEntries(parts.map(([, name, left]) => [name, Number(left)]));
}

/** The rest of the hour's limit; undefined on surface C's Enterprise plan, which has no limit and so no header. */
function hourly(answer: Answer, path: string): number | undefined {
  const left = remaining(answer)['hourly'];
  assert.ok(left !== undefined || path.startsWith('/forecast/'), 'RateLimit does not say what is left of the hour');
  return left;
}

/** Repeats what another user of the key, or the turn of the hour, may have disturbed. */
const repeatedCheck = (name: string, run: Check['run']): Check => steadyCheck(name, run, 3);

const EXPOSED = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'];
const ORIGIN = 'https://elsewhere.example';

function conditionalChecks({ name, path }: Endpoint): Check[] {
  return [
    repeatedCheck(`${name}: a known ETag is 304, empty, and free`, async (service) => {
      const whole = await service.ask(path(service));
      assert.equal(whole.status, 200, whole.text.slice(0, 200));
      const tag = whole.headers['etag'] ?? '';
      assert.match(tag, /^(W\/)?"[^"]+"$/);
      const again = await service.ask(path(service), { headers: { 'if-none-match': tag } });
      assert.deepEqual([again.status, again.bytes.length, again.headers['etag']], [304, 0, tag]);
      assert.equal(hourly(again, path(service)), hourly(whole, path(service)), 'the 304 was charged');
    }),
    check(`${name}: another ETag is 200`, async (service) => {
      const answer = await service.ask(path(service), { headers: { 'if-none-match': '"another"' } });
      assert.equal(answer.status, 200);
    }),
  ];
}

function meteringChecks({ name, path }: Endpoint): Check[] {
  return [
    repeatedCheck(`${name}: a request costs one of the hour and one of the day`, async (service) => {
      const first = await service.ask(path(service));
      hourly(first, path(service));
      const before = remaining(first);
      const after = remaining(await service.ask(path(service)));
      for (const [limit, left] of Object.entries(before)) assert.equal(after[limit], left - 1, limit);
    }),
    check(`${name}: pages of other origins may read the answer, its limits and its errors`, async (service) => {
      const headers = { origin: ORIGIN };
      for (const options of [{ headers }, { headers, key: null }]) {
        const answer = await service.ask(path(service), options);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        const exposed = (answer.headers['access-control-expose-headers'] ?? '').toLowerCase().split(/, */);
        for (const header of EXPOSED) assert.ok(exposed.includes(header.toLowerCase()), `${header} is not exposed`);
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
      }
      const wanted = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
      const preflight = await service.ask(path(service), {
        ...{ method: 'OPTIONS', key: null, headers: { ...headers, ...wanted } },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers['access-control-allow-origin'], '*');
      assert.match(preflight.headers['access-control-allow-headers'] ?? '', /authorization/i);
      assert.match(preflight.headers['access-control-allow-methods'] ?? '', /GET/);
    }),
  ];
}

/** Pairs of requests with different answers: other data, another form, another plan. */
const DIFFERENT: Readonly<Record<string, (service: Service) => [path: string, options?: AskOptions][]>> = {
  'of two regions': () => [['/v1/demand/latest?region=PJM'], ['/v1/demand/latest?region=MISO']],
  'of two hours': ({ now }) =>
    [0, 1].map((days) => [`/v1/demand/latest?region=PJM&as_of=${iso(now - (2 + days) * DAY_MS)}`]),
  'of two horizons': () => [['/v1/demand/forecast?region=PJM'], ['/v1/demand/forecast?region=PJM&horizon=2d']],
  'in JSON and CSV at one address': () =>
    ['application/json', 'text/csv'].map((accept) => ['/v1/demand/forecast?region=PJM', { headers: { accept } }]),
  'for two plans at one address': ({ smallKey }) => {
    if (smallKey === undefined) throw new NotYet('no key on small plans was given (--small-key)');
    return [['/v1/demand/forecast?region=PJM'], ['/v1/demand/forecast?region=PJM', { key: smallKey }]];
  },
};

const tagChecks: readonly Check[] = Object.entries(DIFFERENT).map(([name, requests]) =>
  check(`answers ${name} have two ETags, and the tag of one is no 304 for the other`, async (service) => {
    const [one, other] = requests(service);
    const first = await service.ask(...one!);
    const { headers = {}, ...options } = other![1] ?? {};
    const tag = first.headers['etag'] ?? '';
    const second = await service.ask(other![0], { ...options, headers: { ...headers, 'if-none-match': tag } });
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.notEqual(second.headers['etag'], tag);
  }),
);

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync } as const;

const encodingChecks: readonly Check[] = METERED.filter(({ large }) => large).flatMap(({ name, large }) =>
  (['gzip', 'br'] as const).map((coding) =>
    repeatedCheck(`${name} in ${coding} is what it is without`, async (service) => {
      const path = large!(service);
      const plain = await service.ask(path, { headers: { 'accept-encoding': 'identity' } });
      assert.equal(plain.status, 200, plain.text.slice(0, 200));
      assert.equal(plain.headers['content-encoding'], undefined);
      const packed = await service.ask(path, { headers: { 'accept-encoding': coding } });
      assert.equal(packed.headers['content-encoding'], coding);
      assert.match(packed.headers['vary'] ?? '', /accept-encoding/i);
      const bytes = DECODERS[coding](packed.bytes);
      const unpacked = { ...packed, bytes, text: bytes.toString('utf8') };
      assert.equal(steady(unpacked), steady(plain));
      assert.ok(packed.bytes.length < plain.bytes.length / 2, 'it is hardly smaller');
    }),
  ),
);

const usageAnswer = z.object({
  data: z.object({
    surfaces: z.array(z.object({ surface: z.string(), hour: z.object({ remaining: z.number().nullable() }) })),
  }),
});

const usageCheck: Check = repeatedCheck('/v1/usage is free and agrees with the headers', async (service) => {
  const path = '/v1/demand/latest?region=PJM';
  const answer = await service.ask(path);
  for (let i = 0; i < 2; i++) {
    const { surfaces } = (await askJson(service, '/v1/usage', usageAnswer)).data;
    const ofA = surfaces.find(({ surface }) => surface === 'a');
    assert.equal(ofA?.hour.remaining, hourly(answer, path));
  }
});

export const CHECKS_WIRE: readonly Check[] = [
  ...METERED.flatMap((endpoint) => [...conditionalChecks(endpoint), ...meteringChecks(endpoint)]),
  ...tagChecks,
  ...encodingChecks,
  usageCheck,
];
