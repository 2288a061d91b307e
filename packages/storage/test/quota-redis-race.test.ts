import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startChild } from '../../../tooling/testing/child.js';
import { redisReachable, removeKeys, TEST_REDIS_URL } from '../src/testing/test-redis.js';

const ROUNDS = 10;

// docs/faults.md: fault 31
test.skipIf(!(await redisReachable()))(
  'two processes with 500 requests each at once, limit 100: exactly 100 are admitted, ten times out of ten',
  async () => {
    const prefix = `race:${randomBytes(6).toString('hex')}:`;
    const args = [TEST_REDIS_URL, prefix, '2', String(ROUNDS)];
    const racers = [
      startChild(new URL('race-quota.ts', import.meta.url), ...args),
      startChild(new URL('race-quota.ts', import.meta.url), ...args),
    ];
    const outcomes = await Promise.all(racers.map((racer) => racer.ended()));
    await removeKeys(prefix);
    expect(outcomes.map(({ errors }) => errors)).toEqual(['', '']);
    const admitted = new Array<number>(ROUNDS).fill(0);
    for (const { lines } of outcomes) {
      expect(lines).toHaveLength(ROUNDS);
      for (const line of lines) {
        const [round = 0, count = 0, local = 0] = line.split(' ').map(Number);
        expect(local).toBe(0);
        admitted[round] = (admitted[round] ?? 0) + count;
      }
    }
    expect(admitted).toEqual(new Array<number>(ROUNDS).fill(100));
  },
);
