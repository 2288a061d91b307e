import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HOUR_MS } from '@loadcast/core';
import { memoryAttemptCounters } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { createIpQuota } from './addresses/ip-quota.js';
import { createWindowLimit } from './attempts/window-limit.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const NOW = Date.parse('2026-11-21T16:00Z');
const ADDRESSES = Array.from({ length: 50_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);

const usedBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/**
 * A flood comes from enough addresses to fill every table: the memory of each bounds the growth of the process. Bytes
 * of Node 20 to 24: 495 of a quota, 1,119 with lists of room to spare; 831 to 841 of attempts, 900 to 1,230 with
 * objects that were copied.
 */
test.each([
  {
    name: 'quota of addresses',
    mostBytes: 750,
    fill: () => {
      const quota = createIpQuota();
      for (const [i, address] of ADDRESSES.entries()) quota.charge(address, NOW + i);
      return () => ADDRESSES.filter((address) => quota.peek(address, NOW).policies[0]!.remaining === 999).length;
    },
  },
  {
    name: 'attempts, of which an hour and a day are counted',
    mostBytes: 1_000,
    fill: async () => {
      const counters = memoryAttemptCounters(2 * ADDRESSES.length);
      const limit = createWindowLimit(counters, 'sign-in', { hour: 1, day: 1_000 });
      for (const [i, address] of ADDRESSES.entries()) await limit.charge(address, NOW + i);
      const isSecond = async (address: string) => (await limit.refusal(address, NOW + HOUR_MS / 2)) !== undefined;
      return async () => (await Promise.all(ADDRESSES.map(isSecond))).filter(Boolean).length;
    },
  },
])('$name: 50,000 addresses take at most $mostBytes bytes each, and none is forgotten', async ({ fill, mostBytes }) => {
  const before = usedBytes();
  const known = await fill();
  const grownBytes = usedBytes() - before;
  expect(await known()).toBe(ADDRESSES.length);
  expect(grownBytes / ADDRESSES.length).toBeLessThan(mostBytes);
});
