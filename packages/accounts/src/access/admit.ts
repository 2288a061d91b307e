import type { AreaId, Areas, EpochMs, QuotaCounters } from '@loadcast/core';
import { type QuotaDecision, type QuotaSnapshot, quotaCall, quotaDecision, quotaSnapshot } from '@loadcast/core/quota';
import type { Principal } from '@loadcast/formats';
import { after } from '@loadcast/formats/node';

/** Charges, reads and refunds of the quota of an account on one surface. */
export interface Admission {
  /**
   * Charges a request: 1 to hour and day, and 1 to each region.
   *
   * @param regions canonical regions; empty for a 400 or 403 and where there is no cap per region
   */
  admit(principal: Principal, regions: readonly AreaId[], now: EpochMs): QuotaDecision | Promise<QuotaDecision>;
  /** The numbers without a charge: for 304 and the usage page. */
  peek(principal: Principal, regions: readonly AreaId[], now: EpochMs): QuotaSnapshot | Promise<QuotaSnapshot>;
  /** Gives back what an admitted request cost: 404 no_data and 5xx. Returns the numbers after it. */
  refund(
    principal: Principal,
    decision: Extract<QuotaDecision, { allowed: true }>,
    now: EpochMs,
  ): QuotaSnapshot | Promise<QuotaSnapshot>;
}

export function createAdmission(counters: QuotaCounters, areas: (accountId: string) => Areas): Admission {
  return {
    admit(principal, regions, now) {
      const call = quotaCall(principal, regions);
      return after(counters.charge(call, now), (reading) =>
        quotaDecision(principal.plan.name, call, reading, areas(principal.accountId)),
      );
    },
    peek(principal, regions, now) {
      const call = quotaCall(principal, regions);
      return after(counters.peek(call, now), (reading) => quotaSnapshot(principal.plan.name, call, reading));
    },
    refund(principal, { call, snapshot }, now) {
      const reading = counters.refund(call, snapshot.now, now);
      return after(reading, (left) => quotaSnapshot(principal.plan.name, call, left));
    },
  };
}
