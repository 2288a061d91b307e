import { type EpochMs, HOUR_MS } from '@loadcast/core';
import type { QuotaCall, QuotaReading } from '@loadcast/core/quota';

/** A lease is this share of the room below the limits, divided among the gateways: small plans have none, so they are exact. */
const SHARE = 1 / 64;
const MOST_REQUESTS = 100;
/** Counts arrive in Redis this late at most, and a second: it is looked at once a second. */
const LASTS_MS = 2_000;

/** Requests of an account that a gateway admits without asking Redis, and counts there together. */
export interface Lease {
  left: number;
  /** Redis is asked again when less room is left below any limit: the others may have admitted as much. */
  readonly reserve: number;
  /** An instant of `performance.now()`. */
  readonly endsAt: number;
  /** The hour of the counts in the last answer of Redis. */
  readonly hour: number;
  /** The connection on which it did. */
  readonly connection: number;
}

/** Requests that may be admitted until the nearest limit. */
export function roomFor({ limits }: QuotaCall, { hourUsed, dayUsed, regionUsed }: QuotaReading): number {
  const room = (limit: number | null, used: number) => (limit === null ? Number.POSITIVE_INFINITY : limit - used);
  const { hour, day, regionDay } = limits;
  return Math.min(room(hour, hourUsed), room(day, dayUsed), ...regionUsed.map((used) => room(regionDay, used)));
}

/** The lease after a charge that Redis admitted; undefined where it would be of one request. */
export function leaseAfter(
  call: QuotaCall,
  reading: QuotaReading,
  gateways: number,
  connection: number,
): Lease | undefined {
  const requests = Math.min(MOST_REQUESTS, Math.floor((roomFor(call, reading) * SHARE) / gateways));
  if (requests < 2) return undefined;
  const endsAt = performance.now() + LASTS_MS;
  return { left: requests, reserve: requests * gateways, endsAt, hour: hourOf(reading.now), connection };
}

export const hourOf = (at: EpochMs): number => Math.floor(at / HOUR_MS);

export const isOver = ({ left, endsAt }: Lease): boolean => left === 0 || performance.now() >= endsAt;
