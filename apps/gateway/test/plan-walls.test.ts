import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WALLS } from './plan-walls.data.js';
import { type ServedWorld, serveWorld } from './served-world.js';

const REQUESTS = 1_000;
/** A Free account has 50 calls a region and day, and 100 an hour. */
const FREE_ACCOUNTS = 12;

const ENCODINGS = ['identity', 'gzip', 'gzip, br', undefined];
const BOUNDS = /p10|p90|lower_?bound|upper_?bound/i;

let world: ServedWorld;
let keys: Record<'free' | 'paid', string[]>;
beforeAll(async () => {
  world = await serveWorld({}, { workload: { loopDelayMs: 60_000 } }); // a busy machine refuses nothing here
  keys = { free: [], paid: [] };
  for (let i = 0; i < FREE_ACCOUNTS; i += 1) keys.free.push(await world.keyOf({ a: 'free' }));
  for (const plan of ['developer', 'enterprise']) keys.paid.push(await world.keyOf({ a: plan }));
});
afterAll(async () => {
  await world?.stop();
  world?.remove();
});

/** The text of an answer, of the members of a workbook too. */
function textOf(bytes: Buffer): string {
  if (bytes.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return bytes.toString('utf8');
  const texts: string[] = [];
  for (let at = bytes.indexOf('PK\u0003\u0004'); at >= 0; at = bytes.indexOf('PK\u0003\u0004', at + 4)) {
    const [method, nameLength, extraLength] = [at + 8, at + 26, at + 28].map((from) => bytes.readUInt16LE(from));
    const content = bytes.subarray(at + 30 + nameLength! + extraLength!);
    texts.push(method === 0 ? content.toString('utf8') : inflateRawSync(content).toString('utf8'));
  }
  return texts.join('\n');
}

// docs/faults.md: fault 78
test(`${REQUESTS} interleaved requests of two plans: no answer shows what its plan may not see, in any format or encoding`, async () => {
  const tags = { free: new Map<string, string>(), paid: new Map<string, string>() };
  const seen = { withoutBounds: 0, bounds: 0, refused: 0, notModified: 0 };

  const one = async (n: number) => {
    const { path, hasBounds, ...sights } = WALLS[(n * 7) % WALLS.length]!;
    // Both plans ask for everything: the order in which they do so changes from round to round.
    const plan = (n + Math.floor((n * 7) / WALLS.length)) % 2 === 0 ? 'free' : 'paid';
    const sight = sights[plan];
    const other = plan === 'free' ? 'paid' : 'free';
    // The tag of its own plan, of the other one, and none, in turn.
    const tag = n % 3 === 0 ? tags[plan].get(path) : n % 3 === 1 ? tags[other].get(path) : undefined;
    const encoding = ENCODINGS[n % ENCODINGS.length];
    const response = await fetch(world.url + path, {
      headers: {
        authorization: `Bearer ${keys[plan][(n >> 1) % keys[plan].length]}`,
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
        ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
      },
    });
    const text = textOf(Buffer.from(await response.arrayBuffer()));
    const about = `${plan} ${path} (${n})`;
    if (sight === 'refused') {
      expect([about, response.status]).toEqual([about, 403]);
      expect(text).not.toMatch(BOUNDS);
      expect(text).not.toMatch(/value_mw|<VALUE>|SYS_FCST/);
      seen.refused += 1;
      return;
    }
    expect([about, response.status]).toEqual([about, response.status === 304 ? 304 : 200]);
    expect(response.headers.get('cache-control')).toContain('private');
    expect(response.headers.get('vary')).toContain('Authorization');
    if (response.status === 304) {
      expect(n % 3 === 1 && hasBounds, `${about}: the tag of the ${other} plan is known`).toBe(false);
      seen.notModified += 1;
      return;
    }
    const given = response.headers.get('etag');
    if (given) tags[plan].set(path, given);
    // A tag is a digest, which may have any letters and digits; a warning says that the plan leaves the bounds out.
    const named = [...response.headers].filter(([name]) => !['etag', 'warning'].includes(name));
    const shows = BOUNDS.test(text) || named.some(([, value]) => /p10|p90/i.test(value));
    expect([about, shows]).toEqual([about, hasBounds && sight === 'whole']);
    if (shows) seen.bounds += 1;
    else seen.withoutBounds += 1;
  };
  for (let from = 0; from < REQUESTS; from += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, i) => one(from + i)));
  }

  expect(seen.withoutBounds).toBeGreaterThan(200);
  expect(seen.bounds).toBeGreaterThan(150);
  expect(seen.refused).toBeGreaterThan(100);
  expect(seen.notModified).toBeGreaterThan(30);
  const shared = WALLS.filter(
    ({ path, hasBounds }) => hasBounds && tags.free.get(path) === (tags.paid.get(path) ?? ''),
  );
  expect(shared).toEqual([]);
});

/** Keys by plan. */
const filesKeys = new Map<string, string>();

/** A file of this month as of an hour ago, and of one that Team's history does not reach. */
const fileOf = (dataset: string, daysAgo: number): string => {
  const at = new Date(Date.now() - daysAgo * 86_400_000 - 3_600_000).toISOString();
  return `/v1/bulk/${dataset}/PJM-${at.slice(0, 7)}.parquet?as_of=${at}`;
};

test.each([
  { path: '/v1/bulk?region=PJM', statuses: [403, 403, 200, 200] },
  ...['forecasts', 'actuals', 'scores'].map((dataset) => ({
    path: fileOf(dataset, 0),
    // The world is five days old: at the beginning of a month no day of it may be over.
    statuses: [
      403,
      403,
      dataset === 'scores' ? expect.any(Number) : 200,
      dataset === 'scores' ? expect.any(Number) : 200,
    ],
  })),
  { path: `${fileOf('actuals', 45).replace(/\d{4}-\d\d\.parquet/, 'newest.parquet')}`, statuses: [403, 403, 403, 404] },
  { path: fileOf('actuals', 70), statuses: [403, 403, 403, 404] },
  { path: fileOf('actuals', 500), statuses: [403, 403, 403, 403] },
])('$path is for Team and Enterprise, as far as their history goes', async ({ path, statuses }) => {
  const given: number[] = [];
  for (const plan of ['free', 'developer', 'team', 'enterprise']) {
    const key = filesKeys.get(plan) ?? (await world.keyOf({ a: plan }));
    filesKeys.set(plan, key);
    const response = await fetch(world.url + path, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    if (response.status === 403) expect(text).not.toMatch(/PAR1|sha256/);
    given.push(response.status);
  }
  expect(given).toEqual(statuses);
});

test('a tool of /mcp is refused what its key is', async () => {
  const asked = { name: 'get_forecast', arguments: { region: 'PJM', as_of: new Date(Date.now() - 30 * 3_600_000) } };
  const response = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.keyOf({ a: 'free' })}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked }),
  });
  const text = await response.text();
  expect(text).toContain('plan_limit: History older than 24 hours is not part of the Free plan.');
  expect(text).not.toContain('value_mw');
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
