import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Check } from '../check.js';
import type { Answer, Service } from '../service.js';
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
async function repeatedly(measure: () => Promise<void>): Promise<void> {
  for (let left = 3; ; left--) {
    try {
      return await measure();
    } catch (failure) {
      if (left === 0) throw failure;
    }
  }
}

const EXPOSED = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'];
const ORIGIN = 'https://elsewhere.example';

function conditionalChecks({ name, path }: Endpoint): Check[] {
  return [
    {
      name: `${name}: a known ETag is 304, empty, and free`,
      run: (service) =>
        repeatedly(async () => {
          const whole = await service.ask(path(service));
          assert.equal(whole.status, 200, whole.text.slice(0, 200));
          const tag = whole.headers['etag'] ?? '';
          assert.match(tag, /^(W\/)?"[^"]+"$/);
          const again = await service.ask(path(service), { headers: { 'if-none-match': tag } });
          assert.deepEqual([again.status, again.bytes.length, again.headers['etag']], [304, 0, tag]);
          assert.equal(hourly(again, path(service)), hourly(whole, path(service)), 'the 304 was charged');
        }),
    },
    {
      name: `${name}: another ETag is 200`,
      async run(service) {
        const answer = await service.ask(path(service), { headers: { 'if-none-match': '"another"' } });
        assert.equal(answer.status, 200);
      },
    },
  ];
}

function meteringChecks({ name, path }: Endpoint): Check[] {
  return [
    {
      name: `${name}: a request costs one of the hour and one of the day`,
      run: (service) =>
        repeatedly(async () => {
          const first = await service.ask(path(service));
          hourly(first, path(service));
          const before = remaining(first);
          const after = remaining(await service.ask(path(service)));
          for (const [limit, left] of Object.entries(before)) assert.equal(after[limit], left - 1, limit);
        }),
    },
    {
      name: `${name}: pages of other origins may read the answer, its limits and its errors`,
      async run(service) {
        const headers = { origin: ORIGIN };
        for (const key of [undefined, null]) {
          const options = key === undefined ? { headers } : { headers, key };
          const answer = await service.ask(path(service), options);
          assert.equal(answer.headers['access-control-allow-origin'], '*');
          const exposed = (answer.headers['access-control-expose-headers'] ?? '').toLowerCase().split(/, */);
          for (const header of EXPOSED) assert.ok(exposed.includes(header.toLowerCase()), `${header} is not exposed`);
          assert.equal(answer.headers['access-control-allow-credentials'], undefined);
        }
        const preflight = await service.ask(path(service), {
          method: 'OPTIONS',
          key: null,
          headers: {
            ...headers,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
        });
        assert.equal(preflight.status, 204);
        assert.equal(preflight.headers['access-control-allow-origin'], '*');
        assert.match(preflight.headers['access-control-allow-headers'] ?? '', /authorization/i);
        assert.match(preflight.headers['access-control-allow-methods'] ?? '', /GET/);
      },
    },
  ];
}

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync } as const;

/** Large answers of each surface and format: all that is worth compressing. */
const LARGE: readonly { readonly name: string; path(service: Service): string }[] = [
  { name: '/v1/demand/forecast horizon=15d', path: () => '/v1/demand/forecast?region=PJM&horizon=15d' },
  ...METERED.filter(({ large }) => large !== undefined).map(({ name, large }) => ({ name, path: large! })),
];

const encodingChecks: readonly Check[] = LARGE.flatMap(({ name, path }) =>
  (['gzip', 'br'] as const).map(
    (coding): Check => ({
      name: `${name} in ${coding} is what it is without`,
      run: (service) =>
        repeatedly(async () => {
          const plain = await service.ask(path(service), { headers: { 'accept-encoding': 'identity' } });
          assert.equal(plain.status, 200, plain.text.slice(0, 200));
          assert.equal(plain.headers['content-encoding'], undefined);
          const packed = await service.ask(path(service), { headers: { 'accept-encoding': coding } });
          assert.equal(packed.headers['content-encoding'], coding);
          assert.match(packed.headers['vary'] ?? '', /accept-encoding/i);
          const bytes = DECODERS[coding](packed.bytes);
          const unpacked = { ...packed, bytes, text: bytes.toString('utf8') };
          assert.equal(steady(unpacked), steady(plain));
          assert.ok(packed.bytes.length < plain.bytes.length / 2, 'it is hardly smaller');
        }),
    }),
  ),
);

interface Usage {
  readonly data: {
    readonly surfaces: readonly {
      readonly surface: string;
      readonly hour: { readonly used: number; readonly remaining: number | null };
    }[];
  };
}

const usageCheck: Check = {
  name: '/v1/usage is free and agrees with the headers',
  run: (service) =>
    repeatedly(async () => {
      const path = '/v1/demand/latest?region=PJM';
      const answer = await service.ask(path);
      for (let i = 0; i < 2; i++) {
        const usage = JSON.parse((await service.ask('/v1/usage')).text) as Usage;
        const ofA = usage.data.surfaces.find(({ surface }) => surface === 'a');
        assert.equal(ofA?.hour.remaining, hourly(answer, path));
      }
    }),
};

export const CHECKS_WIRE: readonly Check[] = [
  ...METERED.flatMap((endpoint) => [...conditionalChecks(endpoint), ...meteringChecks(endpoint)]),
  ...encodingChecks,
  usageCheck,
];
