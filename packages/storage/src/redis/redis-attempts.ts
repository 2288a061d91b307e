import { createHash } from 'node:crypto';
import type { EpochMs } from '@loadcast/core';
import { memoryAttemptCounters } from '@loadcast/core/memory';
import type { AttemptCounters, Attempts } from '@loadcast/core/quota';
import { RedisLink } from './redis-link.js';
import type { RedisQuotaOptions } from './redis-quota-options.js';
import { script } from './script.js';

const REPLY_MS = 50;
/** A name is shared from its third attempt on at a gateway: names that are tried once fill no Redis. */
const SHARED_FROM = 3;

/** KEYS[1]: the hash of a name. ARGV: attempts to add, the instant, how long it is kept (ms). Returns the count. */
const ADD = script(`
local count = redis.call('HINCRBY', KEYS[1], 'n', ARGV[1])
redis.call('HSET', KEYS[1], 't', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return count
`);

/** KEYS[1]: the hash of a name. ARGV[1]: attempts to take back. */
const TAKE_BACK = script(`
local count = redis.call('HGET', KEYS[1], 'n')
if count and tonumber(count) > tonumber(ARGV[1]) then
  redis.call('HINCRBY', KEYS[1], 'n', -ARGV[1])
else
  redis.call('DEL', KEYS[1])
end
`);

const CLEAR = script("return redis.call('DEL', KEYS[1])");

/**
 * Attempts that all gateways count together. Keys are digests: no e-mail is in Redis.
 *
 * Never fails and never waits longer than `replyMs`: while Redis is away each gateway counts alone.
 */
export async function openRedisAttempts({
  url,
  prefix = '',
  replyMs = REPLY_MS,
}: Pick<RedisQuotaOptions, 'url' | 'prefix' | 'replyMs'>): Promise<AttemptCounters & { close(): void }> {
  const local = memoryAttemptCounters();
  const link = new RedisLink({ url, replyMs, onReady: () => {}, onClose: () => {} });
  await link.connect();
  const keyOf = (name: string) => `${prefix}loadcast:attempts:${createHash('sha256').update(name).digest('base64url')}`;

  async function shared<T>(work: Promise<T>): Promise<T | undefined> {
    return link.inTime(work).catch(() => undefined);
  }

  return {
    async add(name, keepMs, now) {
      const own = await local.add(name, keepMs, now);
      if (own.count < SHARED_FROM) return own;
      const added = own.count === SHARED_FROM ? SHARED_FROM : 1;
      const count = await shared(link.run(ADD, keyOf(name), [String(added), String(now), String(keepMs)]));
      return { count: Math.max(own.count, Number(count ?? 0)), lastAt: now };
    },
    async read(name, now) {
      const [own, all] = await Promise.all([local.read(name, now), shared(link.hash(keyOf(name)))]);
      const everyone = parseAttempts(all);
      return (everyone?.count ?? 0) >= (own?.count ?? 0) ? everyone : own;
    },
    async takeBack(name, now) {
      const own = (await local.read(name, now))?.count ?? 0;
      await local.takeBack(name, now);
      const shares = own === SHARED_FROM ? SHARED_FROM : 1;
      if (own >= SHARED_FROM) await shared(link.run(TAKE_BACK, keyOf(name), [String(shares)]));
    },
    async clear(name) {
      await local.clear(name);
      await shared(link.run(CLEAR, keyOf(name), []));
    },
    close: () => link.close(),
  };
}

function parseAttempts(hash: Record<string, string> | undefined): Attempts | undefined {
  return hash?.['n'] === undefined ? undefined : { count: Number(hash['n']), lastAt: Number(hash['t']) as EpochMs };
}
