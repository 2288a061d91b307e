import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { HOUR_MS } from '@loadcast/core';
import { describeAttemptCounters } from '@loadcast/core/testing';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { redisReachable, removeKeys, TEST_REDIS_URL } from '../testing/test-redis.js';
import { openRedisAttempts } from './redis-attempts.js';

const NOW = Date.UTC(2026, 10, 1, 8, 30);
const isUp = await redisReachable();
const prefix = `test:${randomBytes(6).toString('hex')}:`;

const open = () => openRedisAttempts({ url: TEST_REDIS_URL, prefix, replyMs: 5_000 });

if (isUp) {
  describeAttemptCounters('Redis', async () => {
    const counters = await open();
    return {
      counters,
      async close() {
        counters.close();
        await removeKeys(prefix);
      },
    };
  });
}

test.skipIf(!isUp)('two gateways count a name together, and one clears it for both', async () => {
  const [one, two] = [await open(), await open()];
  onTestFinished(() => {
    one.close();
    two.close();
  });
  for (let n = 0; n < 4; n += 1) {
    await one.add('ann', HOUR_MS, NOW);
    await two.add('ann', HOUR_MS, NOW);
  }
  expect((await one.read('ann', NOW))?.count).toBe(8);
  await two.clear('ann');
  await one.clear('ann');
  expect(await one.read('ann', NOW)).toBeUndefined();
});

test.skipIf(!isUp)('names tried once or twice leave no key, others expire, and no key shows a name', async () => {
  const counters = await open();
  const redis = new Redis(TEST_REDIS_URL);
  onTestFinished(async () => {
    counters.close();
    redis.disconnect();
    await removeKeys(prefix);
  });
  const before = await redis.keys(`${prefix}*`);
  for (let n = 0; n < 100; n += 1) await counters.add(`sprayed ${n}@example.org`, HOUR_MS, NOW);
  expect(await redis.keys(`${prefix}*`)).toEqual(before);
  for (let n = 0; n < 3; n += 1) await counters.add('often@example.org', HOUR_MS, NOW);
  const [key = ''] = (await redis.keys(`${prefix}*`)).filter((each) => !before.includes(each));
  expect(key).not.toContain('example');
  expect(await redis.pttl(key)).toBeGreaterThan(0);
});

test('without Redis a gateway counts alone', async () => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  await new Promise((resolve) => mute.close(resolve));
  const counters = await openRedisAttempts({ url: `redis://127.0.0.1:${port}`, replyMs: 20 });
  onTestFinished(() => counters.close());
  for (let n = 1; n <= 5; n += 1) expect((await counters.add('ann', HOUR_MS, NOW)).count).toBe(n);
  expect(await counters.read('ann', NOW)).toEqual({ count: 5, lastAt: NOW });
});
