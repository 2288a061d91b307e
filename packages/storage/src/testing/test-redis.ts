import { Redis } from 'ioredis';

/** The Redis that tests share. Each run uses keys of its own. */
export const TEST_REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/**
 * @throws {Error} it is not there, and LOADCAST_REQUIRE_SERVICES=1 says that nothing may be skipped
 */
export async function redisReachable(): Promise<boolean> {
  const redis = new Redis(TEST_REDIS_URL, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch (cause) {
    if (process.env['LOADCAST_REQUIRE_SERVICES'] === '1') throw new Error(`no Redis at ${TEST_REDIS_URL}`, { cause });
    return false;
  } finally {
    redis.disconnect();
  }
}

export async function removeKeys(prefix: string): Promise<void> {
  const redis = new Redis(TEST_REDIS_URL);
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 10_000);
    if (keys.length > 0) await redis.unlink(...keys);
    cursor = next;
  } while (cursor !== '0');
  redis.disconnect();
}
