import { randomBytes } from 'node:crypto';
import { describeQuotaCounters } from '@loadcast/core/testing';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { redisReachable, removeKeys, TEST_REDIS_URL } from '../testing/test-redis.js';
import { openRedisQuota } from './quota-redis.js';

if (await redisReachable()) {
  const prefix = `test:${randomBytes(6).toString('hex')}:`;
  describeQuotaCounters('Redis', async () => {
    const counters = await openRedisQuota({ url: TEST_REDIS_URL, prefix, clock: 'caller', replyMs: 5_000 });
    expect(counters.degraded).toBe(false);
    return {
      counters,
      async close() {
        await everyKeyExpires(prefix);
        await counters.close();
        await removeKeys(prefix);
      },
    };
  });
} else {
  describe.skip(`quota counters: Redis (none at ${TEST_REDIS_URL})`, () => {
    test('skipped', () => {});
  });
}

// docs/faults.md: fault 36
async function everyKeyExpires(prefix: string): Promise<void> {
  const redis = new Redis(TEST_REDIS_URL);
  const keys = await redis.keys(`${prefix}*`);
  const ttls = await Promise.all(keys.map((key) => redis.ttl(key)));
  redis.disconnect();
  expect(keys.length).toBeGreaterThan(5);
  expect(Math.min(...ttls)).toBeGreaterThan(0);
}
