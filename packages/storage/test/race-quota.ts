import type { QuotaCall } from '@loadcast/core/quota';
import { Redis } from 'ioredis';
import { openRedisQuota } from '../src/redis/quota-redis.js';

/**
 * One gateway of a race: 500 requests at once in each round, on an account of the round, once all racers are there.
 *
 * Prints how many of a round's requests were admitted, and how many were decided without Redis.
 */
export async function run(url: string, prefix: string, racers: string, rounds: string): Promise<void> {
  const counters = await openRedisQuota({ url, prefix, replyMs: 2_000 });
  const gate = new Redis(url);
  for (let round = 0; round < Number(rounds); round += 1) {
    const call: QuotaCall = {
      accountId: `acc_${round}`,
      surface: 'a',
      keyId: 'key_1',
      limits: { hour: 100, day: 1_000, regionDay: null },
      regions: ['pjm'],
    };
    await gate.incr(`${prefix}gate${round}`);
    while (Number(await gate.get(`${prefix}gate${round}`)) < Number(racers)) await pause(1);
    const readings = await Promise.all(Array.from({ length: 500 }, async () => counters.charge(call, Date.now())));
    const admitted = readings.filter(({ allowed }) => allowed).length;
    const local = readings.filter(({ degraded }) => degraded).length;
    console.log(`${round} ${admitted} ${local}`);
  }
  gate.disconnect();
  await counters.close();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
