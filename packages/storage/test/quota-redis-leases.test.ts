import type { QuotaCall } from '@loadcast/core/quota';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { openRedisQuota, type RedisQuotaCounters } from '../src/redis/index.js';
import { hasRedisServer, OwnRedis } from './own-redis.js';

const HOUR_MS = 3_600_000;
const callOf = (hour: number, accountId = 'acc_1'): QuotaCall => ({
  accountId,
  surface: 'a',
  keyId: 'key_1',
  limits: { hour, day: 10 * hour, regionDay: null },
  regions: ['pjm'],
});

/** A number from 0 to 1 that is the same in each run. */
const random = (seed: number): number => ((seed + 1) * 0.618_033_988_749_895) % 1;

describe.skipIf(!hasRedisServer)('requests that gateways are lent by Redis', () => {
  async function started(gateways: number) {
    const redis = await OwnRedis.start();
    const opened = { url: redis.url, clock: 'caller', replyMs: 10_000 } as const;
    const open: RedisQuotaCounters[] = [];
    for (let i = 0; i < gateways; i++) open.push(await openRedisQuota(opened));
    for (const each of open) await expect.poll(() => each.gateways, { timeout: 20_000 }).toBe(gateways);
    const admin = new Redis(redis.url);
    return {
      open,
      async scripts() {
        const stats = await admin.info('commandstats');
        return [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce(
          (sum, [, calls]) => sum + Number(calls),
          0,
        );
      },
      counted: async (account: string, hour: number) => Number(await admin.hget(`q:{${account}:a}`, `h${hour}`)),
      async stop() {
        admin.disconnect();
        for (const each of open) await each.close();
        await redis.stop();
      },
    };
  }

  test.each([
    { plan: 'Free', hour: 100, requests: 80, atLeast: 80, atMost: 90 },
    { plan: 'Pro', hour: 10_000, requests: 1_000, atLeast: 10, atMost: 100 },
    { plan: 'Enterprise', hour: 500_000, requests: 1_000, atLeast: 10, atMost: 60 },
  ])(
    '$requests requests on $plan are $atLeast to $atMost commands, with counts as one gateway has them',
    async (row) => {
      const { open, scripts, stop } = await started(1);
      const now = Date.now();
      const before = await scripts();
      for (let request = 1; request <= row.requests; request++) {
        const reading = await open[0]!.charge(callOf(row.hour), now);
        expect([reading.hourUsed, reading.dayUsed, reading.regionUsed, reading.degraded]).toEqual([
          request,
          request,
          [request],
          false,
        ]);
      }
      const commands = (await scripts()) - before;
      const { hourUsed, keys, regions } = await open[0]!.usage('acc_1', 'a', now);
      expect([hourUsed, keys.get('key_1'), regions.get('pjm')]).toEqual([row.requests, row.requests, row.requests]);
      await stop();
      expect(commands).toBeGreaterThanOrEqual(row.atLeast);
      expect(commands).toBeLessThanOrEqual(row.atMost);
    },
    60_000,
  );

  test.each([
    { gateways: 2, limit: 100 },
    { gateways: 2, limit: 2_000 },
    { gateways: 3, limit: 3_000 },
  ])(
    '$gateways gateways admit at most the leases of the others beyond $limit, and Redis has each at the end of the hour',
    async ({ gateways, limit }) => {
      const { open, counted, stop } = await started(gateways);
      const lease = Math.floor(limit / 64 / gateways);
      const hour = Math.floor(Date.now() / HOUR_MS);
      const admitted = [0, 0];
      const refunded = [0, 0];
      for (let request = 0; request < 2.4 * limit; request++) {
        const later = request < 1.2 * limit ? 0 : 1;
        const now = (hour + later) * HOUR_MS + 1_000 * (request % 3_000);
        const gateway = open[Math.floor(random(request) * gateways)]!;
        const { allowed, hourUsed } = await gateway.charge(callOf(limit), now);
        if (allowed) admitted[later]! += 1;
        const used = admitted[later]! - refunded[later]!;
        expect(used).toBeLessThanOrEqual(limit + (gateways - 1) * lease);
        // Others may have ended a lease and begun another since this gateway asked.
        expect(Math.abs(hourUsed - used)).toBeLessThanOrEqual(2 * gateways * lease);
        if (allowed && request % 50 === 0) {
          await gateway.refund(callOf(limit), now, now);
          refunded[later]! += 1;
        }
      }
      for (const used of admitted) expect(used).toBeGreaterThanOrEqual(limit);
      for (const gateway of open) await gateway.usage('acc_1', 'a', Date.now());
      for (const later of [0, 1])
        expect(await counted('acc_1', hour + later)).toBe(admitted[later]! - refunded[later]!);
      await stop();
    },
    120_000,
  );
});
