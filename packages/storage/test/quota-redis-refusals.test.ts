import { quotaTestCall } from '@loadcast/core/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRedisQuota } from '../src/redis/index.js';
import { hasRedisServer, OwnRedis } from './own-redis.js';

/** A machine busy with other tests is no fault of Redis. */
const PATIENT = { replyMs: 2_000 };

describe.skipIf(!hasRedisServer)('a Redis that refuses', () => {
  let redis: OwnRedis;
  let root: Redis;
  beforeAll(async () => {
    redis = await OwnRedis.start();
    root = new Redis(redis.url);
    await root.call('ACL', 'SETUSER', 'lim', 'on', '>hunter2', '~*', '+@read', '+@write', '+ping', '+info');
  });
  beforeEach(() => root.config('SET', 'requirepass', 'right'));
  afterAll(async () => {
    root?.disconnect();
    await redis?.stop();
  });

  const url = (credentials: string, rest: Partial<Pick<URL, 'protocol' | 'pathname'>> = {}) =>
    Object.assign(new URL(redis.url.replace('//', `//${credentials}@`)), rest).href;

  test.each([
    // field case 07
    { name: 'a wrong password', at: () => url(':hunter2'), word: /^WRONGPASS / },
    { name: 'no password', at: () => redis.url, word: /^NOAUTH / },
    { name: 'a user who may not run EVAL', at: () => url('lim:hunter2'), word: /^NOPERM .*eval/ },
    {
      name: 'a database out of range',
      at: () => url(':right', { pathname: '/99' }),
      word: /^ERR DB index is out of range/,
    },
    { name: 'TLS', at: () => redis.url.replace('redis:', 'rediss:'), word: /^ETIMEDOUT$|SSL|EPROTO|ECONNRESET/ },
  ])('says why, once: $name', async ({ at, word }) => {
    const states: string[][] = [];
    const counters = await openRedisQuota({ url: at(), ...PATIENT, onState: (...state) => states.push(state) });
    await expect.poll(() => states.length).toBe(1);
    expect(states).toEqual([['local', expect.stringMatching(word)]]);
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await counters.charge(quotaTestCall({}), Date.now())).toMatchObject({ allowed: true, degraded: true });
    }
    expect(counters).toMatchObject({ degraded: true, trouble: expect.stringMatching(word) });
    expect(JSON.stringify([states, counters.trouble])).not.toMatch(/hunter2|right@|redis:/);
    await counters.close();
    expect(states).toHaveLength(1);
  });

  test('is reported at each change', async () => {
    const words: string[] = [];
    const onState = (state: string, reason: string) => words.push(`${state} ${reason.split(' ')[0]}`);
    const counters = await openRedisQuota({ url: url(':hunter2'), ...PATIENT, onState });
    await expect.poll(() => words).toEqual(['local WRONGPASS']);
    await root.config('SET', 'requirepass', 'hunter2');
    await expect.poll(() => words.at(-1), { timeout: 60_000 }).toBe('shared Redis');
    expect(counters.trouble).toBeUndefined();
    await counters.close();
  });
});
