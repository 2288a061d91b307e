import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newApiKey } from '@loadcast/core/quota';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COOKIE_NAME } from '../../../packages/accounts/src/access/sessions/session-cookie.js';
import { holdsWithin } from '../../../tooling/testing/holds-within.js';
import { startGateway } from '../src/compose.js';
import { type ServedWorld, serveWorld } from './served-world.js';

const PASSWORD = 'plainly visible passphrase 7391';
const FORECAST = '/v1/demand/forecast?region=PJM';

let world: ServedWorld;
beforeAll(async () => {
  world = await serveWorld();
});
afterAll(() => world?.remove());

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what these tests are about
const read = async (response: Response): Promise<any> => response.json();

const get = (path: string, key?: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { headers: key === undefined ? headers : { authorization: `Bearer ${key}`, ...headers } });

describe('a key', () => {
  // docs/faults.md: fault 87
  test('revoked by a command beside the gateway stops within a second, and so acts a change of plan', async () => {
    const key = await world.keyOf({ a: 'free' });
    expect((await get(`${FORECAST}&horizon=7d`, key)).status).toBe(403);
    const account = await world.beside(async (store) => (await store.accounts()).at(-1)!);
    await world.beside((store) => store.setPlans(account.id, { ...account.plans, a: 'team' }, {}));
    expect(await holdsWithin(1_000, async () => (await get(`${FORECAST}&horizon=7d`, key)).status === 200)).toBe(true);
    await world.beside(async (store) => {
      for (const { id } of await store.keys(account.id)) await store.revokeKey(account.id, id, Date.now());
    });
    expect(await holdsWithin(1_000, async () => (await get(FORECAST, key)).status === 401)).toBe(true);
    expect((await read(await get(FORECAST, key))).error.code).toBe('invalid_key');
  });

  // docs/faults.md: fault 89
  test.each(['api_key', 'key', 'access_token', 'apikey'])('in the URL as %s opens nothing', async (name) => {
    const key = await world.keyOf({ a: 'team' });
    const response = await get(`${FORECAST}&${name}=${key}`);
    const { error } = await read(response);
    expect([response.status, error.code]).toEqual([401, 'unauthorized']);
    expect(error.message).toContain('rotate it');
    expect(error.message).not.toContain(key);
  });
});

describe('the quota over HTTP', () => {
  // docs/faults.md: fault 44
  test('spellings of one region share one counter: 25 and 25, and the next is refused with the six details', async () => {
    const key = await world.keyOf({ a: 'free' });
    for (let i = 0; i < 50; i += 1) {
      const region = ['CISO', 'caiso', 'the%20service', 'Ciso'][i % 4];
      expect((await get(`/v1/demand/latest?region=${region}`, key)).status).toBe(200);
    }
    const refused = await get('/v1/demand/latest?region=CAISO', key);
    const { error } = await read(refused);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      String(error.details.retry_after_seconds),
    ]);
    expect(Object.keys(error.details).sort()).toEqual([
      'limit_daily',
      'limit_hourly',
      'plan',
      'remaining_daily',
      'remaining_hourly',
      'retry_after_seconds',
    ]);
    expect(error.details).toMatchObject({
      plan: 'Free',
      limit_hourly: 100,
      remaining_hourly: 50,
      remaining_daily: 950,
    });
    expect(error.message).toMatch(
      /^Daily limit of 50 requests for region CAISO exceeded on the Free plan\. Retry in \d+ seconds\.$/,
    );
    expect((await get('/v1/demand/latest?region=PJM', key)).status).toBe(200);
  });

  test('100 are admitted of 150 asked for at once, and 304, usage and public paths are free', async () => {
    const key = await world.keyOf({ a: 'developer', b: 'trial' });
    const path = '/oasis?queryname=SLD_FCST_ACCURACY&tac_area_name=PJM&resultformat=7';
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await get(path, key)).status));
    expect(statuses.filter((status) => status !== 429)).toHaveLength(100);

    const first = await get(FORECAST, key);
    const remaining = first.headers.get('x-ratelimit-remaining');
    const etag = first.headers.get('etag') ?? '';
    const again = await get(FORECAST, key, { 'if-none-match': etag });
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([304, remaining]);
    const usage = await read(await get('/v1/usage', key));
    const [a, b] = usage.data.surfaces;
    expect([a.hour.used, a.hour.remaining, b.hour.used, b.hour.remaining]).toEqual([1, 9_999, 100, 0]);
    expect(a.regions).toMatchObject([{ region: 'PJM', used: 1, remaining: 4_999 }]);
    expect(a.keys).toHaveLength(1);
  });
});

test('a gateway that is stopped and started again goes on counting where it was', async () => {
  const first = await serveWorld();
  const key = await first.keyOf({ a: 'free' });
  const usage = async (url: string) => {
    const { data } = await read(await fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } }));
    return data;
  };
  for (let i = 0; i < 7; i += 1) {
    await fetch(first.url + FORECAST, { headers: { authorization: `Bearer ${key}` } });
  }
  const before = await usage(first.url);
  await first.stop();
  const settings = {
    LOADCAST_DATA_DIR: first.dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    SOURCE: 'none',
    LOG_LEVEL: 'silent',
  };
  const second = await startGateway({ env: settings });
  expect(await usage(second.url)).toEqual(before);
  expect(before.surfaces[0].day.used).toBe(7);
  await second.stop();
  first.remove();
});

// docs/faults.md: fault 95
test('there is no operator on the public port', async () => {
  const paths = ['/metrics', '/admin', '/accounts', '/keys', '/v1/accounts', '/account/accounts', '/account/set-plan'];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(world.url + path, { method });
      expect([path, method, response.status === 404 || response.status === 405]).toEqual([path, method, true]);
    }
  }
});

// docs/faults.md: faults 80, 90
test('no key, password or session is in any log, store or answer', async () => {
  const ask = (path: string, body: unknown, cookie = '') =>
    fetch(`${world.url}/account${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const answers: string[] = [];
  const keep = async (response: Response) => {
    const text = await response.text();
    answers.push(text, ...response.headers.values());
    return text;
  };
  const credentials = { email: 'planted@example.org', password: PASSWORD };
  await keep(await ask('/sign-up', credentials));
  await keep(await ask('/sign-in', { ...credentials, password: `${PASSWORD} wrong` }));
  const signedIn = await ask('/sign-in', credentials);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const token = cookie.slice(COOKIE_NAME.length + 1);
  const { data } = await read(await ask('/keys', { label: 'planted' }, cookie));
  const unknown = newApiKey((count) => crypto.getRandomValues(new Uint8Array(count)));
  for (const key of [data.key, unknown, `${data.key}x`]) {
    for (const path of [
      FORECAST,
      '/v1/nothing',
      '/oasis?queryname=NO',
      '/forecast/v1/demand?tac_area=PGE',
      '/v1/usage',
    ]) {
      await keep(await get(path, key));
      await keep(await get(`${path}${path.includes('?') ? '&' : '?'}api_key=${key}`, key));
    }
  }
  await keep(await fetch(`${world.url}/account/keys`, { headers: { cookie } }));
  await keep(await ask('/keys', '{"label": "', cookie));
  await world.stop();

  const secrets = { key: data.key, unknown, password: PASSWORD, token };
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, secret.length > 20]).toEqual([name, true]);
    expect([name, world.log.filter((line) => line.includes(secret))]).toEqual([name, []]);
    // A request id or an echo of the URL never carries it either.
    expect([name, answers.filter((text) => text.includes(secret))]).toEqual([name, []]);
    for (const file of readdirSync(world.dataDir)) {
      expect([name, file, readFileSync(join(world.dataDir, file)).includes(secret)]).toEqual([name, file, false]);
    }
  }
  const kept = readdirSync(world.dataDir).map((file) => readFileSync(join(world.dataDir, file)));
  expect(kept.some((bytes) => bytes.includes('planted@example.org'))).toBe(true);
});
