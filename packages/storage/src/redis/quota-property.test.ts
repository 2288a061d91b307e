import { randomBytes } from 'node:crypto';
import {
  type AreaId,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  findArea,
  HOUR_MS,
  MINUTE_MS,
  PLANS,
  type Plan,
  type QuotaCounters,
} from '@loadcast/core';
import { CounterTable, type QuotaCall, type QuotaReading, quotaCall, quotaDecision } from '@loadcast/core/quota';
import { QUOTA_TEST_DAY, QuotaModel } from '@loadcast/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redisReachable, removeKeys, TEST_REDIS_URL } from '../testing/test-redis.js';
import { openRedisQuota } from './quota-redis.js';

/** How many random histories. `QUOTA_HISTORIES=20000` is the acceptance run; `.ci/run` makes it. */
const HISTORIES = Number(process.env['QUOTA_HISTORIES'] ?? 250);

const SPELLINGS = ['CAISO', 'CISO', ' ciso ', 'the service', 'pjm', 'PJM', 'NYIS', 'nyiso', 'ISNE', 'isone'];

const plan = fc.record({
  requestsPerHour: fc.option(fc.nat(6), { freq: 6 }),
  requestsPerDay: fc.option(fc.nat(10), { freq: 6 }),
  regionRequestsPerDay: fc.option(fc.nat(4), { freq: 3 }),
});

const jump = fc.oneof(
  { weight: 6, arbitrary: fc.nat(20_000) },
  { weight: 2, arbitrary: fc.integer({ min: -20 * MINUTE_MS, max: 20 * MINUTE_MS }) },
  { weight: 2, arbitrary: fc.constantFrom(HOUR_MS, -HOUR_MS, 2 * HOUR_MS, -3 * HOUR_MS) },
  { weight: 1, arbitrary: fc.constantFrom(DAY_MS, -DAY_MS, 2 * DAY_MS) },
);

const step = fc.record({
  jump,
  toLastMillisecond: fc.boolean(),
  what: fc.constantFrom('charge', 'charge', 'charge', 'charge', 'peek', 'refund'),
  regions: fc.array(fc.constantFrom(...SPELLINGS), { maxLength: 4 }),
  key: fc.constantFrom('key_1', 'key_2'),
  which: fc.nat(50),
});

const history = fc.record({
  limits: plan,
  start: fc.integer({ min: 0, max: 3 * DAY_MS }),
  steps: fc.array(step, { minLength: 1, maxLength: 24 }),
});

/** The caller's clock jumps past an hour whose counts were lent, and comes back. */
const JUMPED_BACK: History = {
  limits: { requestsPerHour: null, requestsPerDay: null, regionRequestsPerDay: null },
  start: 0,
  steps: [
    { jump: DAY_MS, what: 'charge' as const },
    { jump: 0, what: 'charge' as const },
    { jump: 2 * HOUR_MS, what: 'refund' as const },
    { jump: -3 * HOUR_MS, what: 'charge' as const },
    { jump: HOUR_MS, what: 'charge' as const },
  ].map((each) => ({ ...each, toLastMillisecond: false, regions: [], key: 'key_1', which: 0 })),
};

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const isUp = await redisReachable();

test.skipIf(!isUp)(
  `embedded and Redis counters do what is written down, in ${HISTORIES} random histories`,
  async () => {
    const prefix = `prop:${randomBytes(6).toString('hex')}:`;
    const redis = await openRedisQuota({ url: TEST_REDIS_URL, prefix, clock: 'caller', replyMs: 5_000 });
    let number = 0;
    const tally = { charges: 0, refusals: 0, refunds: 0 };
    try {
      await fc.assert(
        fc.asyncProperty(history, async (given) => {
          number += 1;
          await follow(given, `acc_${number}`, redis, tally);
        }),
        { numRuns: HISTORIES, examples: [[JUMPED_BACK]] },
      );
      expect(redis.degraded).toBe(false);
      expect(tally.refusals).toBeGreaterThan(HISTORIES / 2);
      expect(tally.refunds).toBeGreaterThan(HISTORIES / 4);
    } finally {
      await redis.close();
      await removeKeys(prefix);
    }
  },
  600_000,
);

async function follow(
  { limits, start, steps }: History,
  accountId: string,
  redis: QuotaCounters,
  tally: { charges: number; refusals: number; refunds: number },
): Promise<void> {
  const custom: Plan = { ...PLANS[0]!, ...limits };
  const model = new QuotaModel();
  const table = new CounterTable();
  const admitted: { call: QuotaCall; at: EpochMs }[] = [];
  let now = QUOTA_TEST_DAY + 20 * DAY_MS + start;

  for (const { jump, toLastMillisecond, what, regions, key, which } of steps) {
    now += jump;
    if (toLastMillisecond) now = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS - 1;
    const call = quotaCall({ accountId, keyId: key, plan: custom }, regions.map(areaOf));
    const refunded = what === 'refund' ? admitted.splice(which % Math.max(1, admitted.length), 1)[0] : undefined;

    let readings: readonly QuotaReading[];
    if (refunded) {
      tally.refunds += 1;
      const { call: old, at } = refunded;
      readings = [model.refund(old, at, now), table.refund(old, at, now), await redis.refund(old, at, now)];
    } else if (what === 'charge') {
      tally.charges += 1;
      const before = cloneOf(table);
      readings = [model.charge(call, now), table.charge(call, now), await redis.charge(call, now)];
      const [reading] = readings;
      if (reading?.allowed) admitted.push({ call, at: now });
      else tally.refusals += 1;
      honest(call, readings[1]!, before, now);
    } else {
      readings = [model.peek(call, now), table.peek(call, now), await redis.peek(call, now)];
    }
    const [written, embedded, shared] = readings;
    expect(embedded).toEqual(written);
    expect(shared).toEqual(written);
    const peaks = model.peaks();
    expect(peaks.hour).toBeLessThanOrEqual(limits.requestsPerHour ?? Number.POSITIVE_INFINITY);
    expect(peaks.day).toBeLessThanOrEqual(limits.requestsPerDay ?? Number.POSITIVE_INFINITY);
    expect(peaks.regionDay).toBeLessThanOrEqual(limits.regionRequestsPerDay ?? Number.POSITIVE_INFINITY);
  }
}

/** Remaining r means exactly r more; retry after t means t is enough and t - 1 is not. */
function honest(call: QuotaCall, reading: QuotaReading, before: CounterTable, now: EpochMs): void {
  const decision = quotaDecision('Free', call, reading, CONTRACT_AREAS);
  if (decision.allowed) {
    const after = cloneOf(before);
    after.charge(call, now);
    const least = Math.min(...decision.snapshot.policies.map(({ remaining }) => remaining));
    if (!Number.isFinite(least)) return;
    for (let i = 0; i < least; i += 1) expect(after.charge(call, now).allowed).toBe(true);
    expect(after.charge(call, now).allowed).toBe(false);
    return;
  }
  const { retryAfterSeconds } = decision.error.details;
  const admittedAfter = (seconds: number) => cloneOf(before).charge(call, now + seconds * 1000).allowed;
  const { hour, day, regionDay } = call.limits;
  const never = hour === 0 || day === 0 || (regionDay === 0 && call.regions.length > 0);
  expect(admittedAfter(retryAfterSeconds)).toBe(!never);
  expect(admittedAfter(retryAfterSeconds - 1)).toBe(false);
}

function cloneOf(table: CounterTable): CounterTable {
  const clone = new CounterTable();
  for (const [subject, { hours, days }] of table.entries()) {
    clone.restore(subject, {
      hours: hours.map((hour) => ({ ...hour })),
      days: days.map((day) => ({ ...day, regions: new Map(day.regions), keys: new Map(day.keys) })),
    });
  }
  return clone;
}

function areaOf(code: string): AreaId {
  return findArea('a', code)!.area.id;
}
