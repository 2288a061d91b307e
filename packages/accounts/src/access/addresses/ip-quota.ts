import { isIPv6 } from 'node:net';
import { Areas, type EpochMs, HOUR_MS } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import {
  CounterTable,
  NO_KEY,
  type QuotaCall,
  type QuotaDecision,
  type QuotaLimits,
  type QuotaSnapshot,
  quotaDecision,
  quotaSnapshot,
  subjectOf,
  UseCounts,
} from '@loadcast/core/quota';

/** Requests of one address without a key. */
export const ANONYMOUS_LIMITS: QuotaLimits = { hour: 1_000, day: 24_000, regionDay: null };

/** A quota per client address, in this process only: for public endpoints, refused keys and the demo. */
export interface IpQuota {
  /** Counts one request of an address. Refusals have the form of any rate limit, with plan `anonymous`. */
  charge(address: string, now: EpochMs): QuotaDecision;
  /** The numbers without a charge. */
  peek(address: string, now: EpochMs): QuotaSnapshot;
  /** Gives a charge back. Returns the numbers after it. */
  refund(address: string, chargedAt: EpochMs, now: EpochMs): QuotaSnapshot;
}

/** Counters have one; an address has no surface of its own. */
const SURFACE = 'a';
/** Requests without a key count against no region. */
const NO_AREAS = new Areas([]);

export interface IpQuotaOptions {
  readonly mostAddresses?: number;
  /** The plan's name in refusals. */
  readonly plan?: string;
}

export function createIpQuota(
  limits: QuotaLimits = ANONYMOUS_LIMITS,
  { mostAddresses = BUDGETS.addresses.bound, plan = 'anonymous' }: IpQuotaOptions = {},
): IpQuota {
  const table = new CounterTable();
  watchBudget('addresses', table, ({ size }) => size, mostAddresses);
  const uses = new UseCounts();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const callOf = (address: string): QuotaCall => ({
    accountId: networkOf(address),
    surface: SURFACE,
    keyId: NO_KEY,
    limits,
    regions: [],
  });
  const makeRoom = () => {
    const subject = uses.leastUsed()!;
    table.drop(subject);
    uses.forget(subject);
  };
  return {
    charge(address, now) {
      if (Math.abs(now - sweptAt) > HOUR_MS) {
        for (const subject of table.sweep(now)) uses.forget(subject);
        sweptAt = now;
      }
      const call = callOf(address);
      const subject = subjectOf(call.accountId, SURFACE);
      if (!table.has(subject) && table.size >= mostAddresses) makeRoom();
      const reading = table.charge(call, now);
      if (reading.allowed) uses.use(subject);
      return quotaDecision(plan, call, reading, NO_AREAS);
    },
    peek(address, now) {
      const call = callOf(address);
      return quotaSnapshot(plan, call, table.peek(call, now));
    },
    refund(address, chargedAt, now) {
      const call = callOf(address);
      return quotaSnapshot(plan, call, table.refund(call, chargedAt, now));
    },
  };
}

/**
 * The network that counts as one caller: an IPv4 address, or the first 64 bits of an IPv6 one.
 *
 * @example
 * networkOf('::ffff:192.0.2.1') // => '192.0.2.1'
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...new Array<string>(zeros).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
