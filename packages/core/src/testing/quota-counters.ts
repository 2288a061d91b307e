import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AreaId } from '../areas/area.js';
import { CONTRACT_AREAS } from '../areas/contract-areas.js';
import type { QuotaCounters } from '../ports/quota-counters.js';
import type { QuotaCall, QuotaLimits } from '../quota/quota-call.js';
import { quotaDecision } from '../quota/quota-decision.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';

/** Far ahead, so that no store's own clock throws the windows away: 2040-02-29T00:00Z. */
export const QUOTA_TEST_DAY: EpochMs = Date.UTC(2040, 1, 29);

const FREE: QuotaLimits = { hour: 100, day: 1_000, regionDay: 50 };

let subjects = 0;

/** A call of an account that no other test uses. */
export function quotaTestCall(limits: Partial<QuotaLimits>, regions: readonly AreaId[] = []): QuotaCall {
  subjects += 1;
  const accountId = `acc_test${process.pid}x${Date.now()}x${subjects}`;
  return { accountId, surface: 'a', keyId: 'key_1', limits: { ...FREE, ...limits }, regions };
}

/**
 * What every adapter of `QuotaCounters` must do.
 *
 * @param open counters that go by the caller's clock
 */
export function describeQuotaCounters(
  name: string,
  open: () => Promise<{ counters: QuotaCounters; close(): Promise<void> }>,
): void {
  describe(`quota counters: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const noon = QUOTA_TEST_DAY + 12 * HOUR_MS;
    const charge = (call: QuotaCall, now: EpochMs) => opened.counters.charge(call, now);
    const chargeTimes = async (times: number, call: QuotaCall, now: EpochMs) => {
      let admitted = 0;
      for (let i = 0; i < times; i += 1) if ((await charge(call, now)).allowed) admitted += 1;
      return admitted;
    };

    test('of 1,000 calls at once exactly the limit is admitted', async () => {
      const call = quotaTestCall({ hour: 100 });
      const readings = await Promise.all(Array.from({ length: 1_000 }, async () => charge(call, noon)));
      expect(readings.filter(({ allowed }) => allowed)).toHaveLength(100);
      expect((await opened.counters.peek(call, noon)).hourUsed).toBe(100);
    });

    // docs/faults.md: fault 32
    test('a refusing region leaves every counter where it was', async () => {
      const call = quotaTestCall({ regionDay: 5 }, ['pjm']);
      expect(await chargeTimes(9, call, noon)).toBe(5);
      const both = { ...call, regions: ['miso', 'pjm'] as const };
      expect(await charge(both, noon)).toMatchObject({
        allowed: false,
        hourUsed: 5,
        dayUsed: 5,
        regionUsed: [0, 5],
        regionViolated: [false, true],
      });
      expect((await opened.counters.usage(call.accountId, 'a', noon)).regions).toEqual(new Map([['pjm', 5]]));
    });

    test('surfaces and accounts have counters of their own, keys have not', async () => {
      const call = quotaTestCall({ hour: 3 });
      expect(await chargeTimes(2, call, noon)).toBe(2);
      expect(await chargeTimes(2, { ...call, keyId: 'key_2' }, noon)).toBe(1);
      expect(await chargeTimes(1, { ...call, surface: 'b' }, noon)).toBe(1);
      const usage = await opened.counters.usage(call.accountId, 'a', noon);
      expect(usage.keys).toEqual(
        new Map([
          ['key_1', 2],
          ['key_2', 1],
        ]),
      );
    });

    // docs/faults.md: fault 40
    test('the last millisecond of a day belongs to the old day, and retry is at least a second', async () => {
      const call = quotaTestCall({ day: 1 });
      const last = QUOTA_TEST_DAY + DAY_MS - 1;
      expect((await charge(call, last)).allowed).toBe(true);
      const refused = await charge(call, last);
      expect(refused).toMatchObject({ allowed: false, dayViolated: true, retryAt: QUOTA_TEST_DAY + DAY_MS });
      expect(quotaDecision('Free', call, refused, CONTRACT_AREAS)).toMatchObject({
        error: { details: { retryAfterSeconds: 1 } },
      });
      expect((await charge(call, last + 1)).allowed).toBe(true);
    });

    // docs/faults.md: faults 37, 38
    test('a clock that steps back over midnight finds its old counters, and one that returns its new ones', async () => {
      const call = quotaTestCall({ hour: 2, day: 3 });
      const midnight = QUOTA_TEST_DAY + DAY_MS;
      expect(await chargeTimes(5, call, midnight - 1)).toBe(2);
      expect(await chargeTimes(5, call, midnight)).toBe(2);
      expect(await chargeTimes(5, call, midnight - HOUR_MS)).toBe(0);
      expect(await chargeTimes(5, call, midnight + 1)).toBe(0);
    });

    test('after a step back, retry skips the next hour when that one is spent already', async () => {
      const call = quotaTestCall({ hour: 1 });
      expect(await chargeTimes(1, call, noon + HOUR_MS)).toBe(1);
      expect(await chargeTimes(1, call, noon)).toBe(1);
      expect(await charge(call, noon)).toMatchObject({ allowed: false, retryAt: noon + 2 * HOUR_MS });
    });

    test('a refund gives back exactly one of each counter, and nothing once the window is gone', async () => {
      const call = quotaTestCall({}, ['pjm']);
      await chargeTimes(2, call, noon);
      expect(await opened.counters.refund(call, noon, noon)).toMatchObject({
        hourUsed: 1,
        dayUsed: 1,
        regionUsed: [1],
      });
      await charge(call, noon + 2 * DAY_MS);
      const late = await opened.counters.refund(call, noon, noon + 2 * DAY_MS);
      expect(late).toMatchObject({ hourUsed: 1, dayUsed: 1, regionUsed: [1] });
    });

    test('refunds never take more than was charged', async () => {
      const call = quotaTestCall({}, ['pjm']);
      await charge(call, noon);
      for (let i = 0; i < 3; i += 1) await opened.counters.refund(call, noon, noon);
      expect(await charge(call, noon)).toMatchObject({ hourUsed: 1, dayUsed: 1, regionUsed: [1] });
      expect((await opened.counters.usage(call.accountId, 'a', noon)).keys).toEqual(new Map([['key_1', 1]]));
    });

    test('no limit still counts, and a limit of 0 always refuses until the reset', async () => {
      const free = quotaTestCall({ hour: null, day: null, regionDay: null }, ['pjm']);
      expect(await chargeTimes(7, free, noon)).toBe(7);
      expect((await opened.counters.peek(free, noon)).regionUsed).toEqual([7]);
      expect(await charge(quotaTestCall({ hour: 0 }), noon)).toMatchObject({ allowed: false, retryAt: noon + HOUR_MS });
    });

    // docs/faults.md: fault 42
    test('a plan change acts on the next call: less leaves nothing, more opens again', async () => {
      const call = quotaTestCall({ hour: 5 });
      await chargeTimes(5, call, noon);
      const lower = { ...call, limits: { ...call.limits, hour: 3 } };
      const decision = quotaDecision('Free', lower, await charge(lower, noon), CONTRACT_AREAS);
      expect(decision.snapshot.policies[0]).toMatchObject({ limit: 3, remaining: 0 });
      expect(await chargeTimes(9, { ...call, limits: { ...call.limits, hour: 7 } }, noon)).toBe(2);
    });
  });
}
