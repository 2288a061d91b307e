import type { SurfaceId } from '../areas/area.js';
import type { QuotaCall, QuotaReading, QuotaUsage } from '../quota/quota-call.js';
import type { EpochMs } from '../time/instant.js';

/**
 * Where requests are counted: fixed UTC hours and days. All or nothing: if one counter refuses, none moves.
 *
 * `now` is the caller's clock; a store with a clock of its own (Redis) uses that one and marks the reading. Answers are
 * plain values where the store is in this process, promises where it is not. Adapters pass `describeQuotaCounters`.
 */
export interface QuotaCounters {
  /** Adds 1 to hour, day and each region, or adds nothing. */
  charge(call: QuotaCall, now: EpochMs): QuotaReading | Promise<QuotaReading>;
  /** Reads, for answers that are free of charge. */
  peek(call: QuotaCall, now: EpochMs): QuotaReading | Promise<QuotaReading>;
  /** Takes one charge back from the windows it was made in; nothing where these are gone. */
  refund(call: QuotaCall, chargedAt: EpochMs, now: EpochMs): QuotaReading | Promise<QuotaReading>;
  usage(accountId: string, surface: SurfaceId, now: EpochMs): QuotaUsage | Promise<QuotaUsage>;
}
