import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { report, zip } from './heavy-reports.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const LIMITS = { lightPrice: 20, atOnce: 1, queuePerAccount: 4, queue: 20, loopDelayMs: 60_000 };

let world: ServedWorld;

beforeAll(async () => {
  world = await serveWorld({}, { workload: LIMITS });
});

afterAll(async () => {
  await world.stop();
  world.remove();
});

async function get(path: string, key: string, init: RequestInit = {}) {
  const answer = await fetch(world.url + path, { ...init, headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${world.gateway.adminUrl}/metrics`)).text();
  const rows = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  return rows.reduce((sum, [, value]) => sum + Number(value), 0);
}

const used = (headers: Headers) => 100 - Number(/"hourly";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

// docs/faults.md: fault 110
test.each([
  { name: 'SingleZip', path: zip },
  { name: 'a report', path: report },
])(
  '$name: what finds the line full is refused uncharged, with a time to retry; the rest is answered',
  async ({ path }) => {
    const key = await world.keyOf({ b: 'trial' });
    // A small report is made before the next call has come: archives, which take long, fill the line before it.
    const paths = Array.from({ length: 20 }, (_, i) => (i < 12 ? zip(i) : path(i)));
    const answers = await Promise.all(paths.map((each) => get(each, key)));
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 503);
    expect(made.length + refused.length).toBe(20);
    expect(made.length).toBeGreaterThanOrEqual(5);
    expect(answers.slice(12).some(({ status }) => status === 503)).toBe(true);
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('ratelimit')).toContain('hourly');
    }
    const last = answers.slice(12).find(({ status }) => status === 503)!;
    if (path === report) expect(last.text).toContain('<ERR_CODE>unavailable</ERR_CODE>');
    const after = await get('/oasis?queryname=SLD_FCST_ACCURACY&market_run_id=DAM&tac_area_name=PJM', key);
    expect(used(after.headers)).toBe(made.length + 1);
  },
);

test('equal reports at once are made for all of them, and each is charged', async () => {
  const [key, other] = [await world.keyOf({ b: 'trial' }), await world.keyOf({ b: 'trial' })];
  const before = await metric('loadcast_heavy_shared_total');
  const answers = await Promise.all([...Array(8).fill(key), ...Array(8).fill(other)].map((each) => get(zip(30), each)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await metric('loadcast_heavy_shared_total')) - before).toBeGreaterThanOrEqual(8);
  const charged = answers.map(({ headers }) => used(headers)).sort((a, b) => a - b);
  expect(charged).toEqual([1, 2, 3, 4, 5, 6, 7, 8].flatMap((count) => [count, count]));
  expect(world.log.some((line) => line.includes('"shared":true'))).toBe(true);
});

test('plans do not share: what one may see is not given to another', async () => {
  const keys = [await world.keyOf({ b: 'trial' }), await world.keyOf({ b: 'standard' })];
  const shared = await metric('loadcast_heavy_shared_total');
  const busy = get(zip(31), await world.keyOf({ b: 'trial' }));
  const answers = await Promise.all([busy, ...keys.map((key) => get(report(31), key))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await metric('loadcast_heavy_shared_total')).toBe(shared);
});

test('a light read is answered while heavy ones wait, and what everyone left is given up', async () => {
  const [key, light] = [await world.keyOf({ b: 'standard' }), await world.keyOf({ a: 'developer' })];
  const leaving = new AbortController();
  const [left, given] = [zip(40), zip(41)];
  const stopped = await metric('loadcast_heavy_stopped_total');
  const kept = get(given, key);
  const leavers = Array.from({ length: 4 }, (_, i) => get(`${left}&unused=${i}`, key, { signal: leaving.signal }));
  const read = await get('/v1/demand/forecast?region=PJM', light);
  leaving.abort();
  const ends = await Promise.allSettled(leavers);
  expect([read.status, (await kept).status]).toEqual([200, 200]);
  const cut = ends.filter(({ status }) => status === 'rejected').length;
  await vi.waitFor(async () => expect(await metric('loadcast_heavy_running')).toBe(0), { timeout: 20_000 });
  expect((await metric('loadcast_heavy_stopped_total')) - stopped).toBeLessThanOrEqual(cut);
  expect([await metric('loadcast_heavy_waiting'), await metric('loadcast_heavy_held_bytes')]).toEqual([0, 0]);
});
