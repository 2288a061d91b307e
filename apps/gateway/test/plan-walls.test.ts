import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from './served-world.js';

const REQUESTS = 1_000;
/** A Free account has 50 calls a region and day, and 100 an hour. */
const FREE_ACCOUNTS = 12;

/** Everything that carries a forecast, by surface, format and parameters. */
const stamp = (hours: number) =>
  `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 13).replaceAll('-', '')}:00-0000`;
const range = `startdatetime=${stamp(-6)}&enddatetime=${stamp(6)}`;
const PATHS = [
  ...['PJM', 'ERCO', 'caiso', 'MISO'].flatMap((region) =>
    ['1d', '2d'].map((horizon) => `/v1/demand/forecast?region=${region}&horizon=${horizon}`),
  ),
  '/v1/demand/latest?region=PJM',
  ...['', '&resultformat=5', '&resultformat=6'].map(
    (format) => `/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=PJM&${range}${format}`,
  ),
];
const ENCODINGS = ['identity', 'gzip', 'gzip, br', undefined];
const BOUNDS = /p10|p90|lower_?bound|upper_?bound/i;

let world: ServedWorld;
let free: string[];
let paid: string[];
beforeAll(async () => {
  world = await serveWorld();
  free = [];
  for (let i = 0; i < FREE_ACCOUNTS; i += 1) free.push(await world.keyOf({ a: 'free' }));
  paid = [await world.keyOf({ a: 'developer' }), await world.keyOf({ a: 'enterprise' })];
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
});

// docs/faults.md: fault 78
test(`${REQUESTS} interleaved requests: no bound in any Free body or tag, whatever was asked for before`, async () => {
  const tags = { free: new Map<string, Set<string>>(), paid: new Map<string, Set<string>>() };
  const seen = { freeBodies: 0, paidBounds: 0, notModified: 0 };

  const one = async (n: number) => {
    const path = PATHS[(n * 7) % PATHS.length]!;
    const isFree = n % 2 === 0;
    const [own, other] = isFree ? [tags.free, tags.paid] : [tags.paid, tags.free];
    const keys = isFree ? free : paid;
    // Tags of one's own class, of the other class, and none, in turn.
    const tag = [...((n % 3 === 0 ? own : n % 3 === 1 ? other : undefined)?.get(path) ?? [])].at(-1);
    const encoding = ENCODINGS[n % ENCODINGS.length];
    const response = await fetch(world.url + path, {
      headers: {
        authorization: `Bearer ${keys[(n >> 1) % keys.length]}`,
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
        ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
      },
    });
    const body = await response.text();
    expect([path, n, response.status]).toEqual([path, n, response.status === 304 ? 304 : 200]);
    expect(response.headers.get('cache-control')).toContain('private');
    expect(response.headers.get('vary')).toContain('Authorization');
    if (response.status === 304) {
      // The tag of the other class never matches where the bodies differ.
      expect(n % 3 === 1 && path.includes('forecast?')).toBe(false);
      seen.notModified += 1;
      return;
    }
    const given = response.headers.get('etag');
    if (given) own.set(path, (own.get(path) ?? new Set()).add(given));
    if (isFree) {
      seen.freeBodies += 1;
      expect(body).not.toMatch(BOUNDS);
      for (const value of response.headers.values()) expect(value).not.toMatch(/p10|p90/i);
    } else if (BOUNDS.test(body)) seen.paidBounds += 1;
  };
  for (let from = 0; from < REQUESTS; from += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, i) => one(from + i)));
  }

  expect(seen.freeBodies).toBeGreaterThan(200);
  expect(seen.paidBounds).toBeGreaterThan(100);
  expect(seen.notModified).toBeGreaterThan(50);
  for (const [path, mine] of tags.free) {
    if (!path.includes('/demand/forecast')) continue;
    const shared = [...mine].filter((tag) => tags.paid.get(path)?.has(tag));
    expect([path, shared]).toEqual([path, []]);
  }
});

test.each([
  ['horizon=7d', 'Developer'],
  ['horizon=15d', 'Team'],
  ['resolution=15min', 'Developer'],
])('Free asking for %s is told that %s includes it, and pays for the question', async (query, plan) => {
  const headers = { authorization: `Bearer ${await world.keyOf({ a: 'free' })}` };
  const response = await fetch(`${world.url}/v1/demand/forecast?region=PJM&${query}`, { headers });
  const { error } = (await response.json()) as { error: { code: string; details: { required_plan: string } } };
  expect([response.status, error.code, error.details.required_plan]).toEqual([403, 'plan_limit', plan]);
  expect(response.headers.get('ratelimit')).toMatch(/"hourly";r=99;.*"daily";r=999;/);
});
