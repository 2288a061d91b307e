import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { firstAdmission, isFull, type QuotaCall, type QuotaLimits, type QuotaReading } from '@loadcast/core/quota';
import { hourOf, isOver, type Lease, roomFor } from './lease.js';

/** The counters of one (account, surface) of Redis' last reply: field name to used count. */
export interface LastSeen {
  /** Redis' mark of the hash; another one means that the hash was lost. Empty: there was none. */
  epoch: string;
  readonly used: Map<string, number>;
}

/** What a gateway sends when the shared counters are back. Its number makes sending it twice harmless. */
export interface Merge {
  readonly number: number;
  /** Mark of the hash that the seen counts were of. */
  readonly epoch: string;
  readonly counts: readonly { readonly field: string; readonly seen: number; readonly add: number }[];
}

/** The names under which Redis keeps the windows that contain an instant; the local budget uses them too. */
export function fieldNames(call: QuotaCall, at: EpochMs): { hour: string; day: string; regions: string[] } {
  const day = Math.floor(at / DAY_MS);
  return {
    hour: `h${Math.floor(at / HOUR_MS)}`,
    day: `d${day}`,
    regions: call.regions.map((region) => `r${day}:${region}`),
  };
}

/** Notes the counts that the shared counters answered. */
export function noteUsed(
  { used }: LastSeen,
  call: QuotaCall,
  { now, hourUsed, dayUsed, regionUsed }: QuotaReading,
): void {
  const { hour, day, regions } = fieldNames(call, now);
  used.set(hour, hourUsed).set(day, dayUsed);
  regions.forEach((field, i) => void used.set(field, regionUsed[i] ?? 0));
}

/** Field that counts a key's requests of the day. */
export function keyField(call: QuotaCall, at: EpochMs): string {
  return `k${Math.floor(at / DAY_MS)}:${call.keyId}`;
}

/**
 * One account's budget in this process while the shared counters are out of reach, or lent it some requests.
 *
 * Each of N gateways may hand out its share, rounded up, of the rest last seen. Charges are kept, to be added to the
 * shared counters later. Shown numbers are of the share, so "remaining" stays exact here.
 */
export class LocalBudget {
  readonly seen: LastSeen;
  /** Local charges, to be added to the shared counters. */
  readonly added = new Map<string, number>();
  readonly #gateways: number;
  /** Undefined while the shared counters are out of reach. */
  lease: Lease | undefined;
  #outstanding: Merge | undefined;

  constructor(seen: LastSeen | undefined, gateways: number, lease?: Lease) {
    this.seen = { epoch: seen?.epoch ?? '', used: new Map(seen?.used) };
    this.#gateways = Math.max(1, gateways);
    this.lease = lease;
  }

  /** Whether the shared counters need not be asked: the lease holds, their counts are known here, and no limit is near. */
  isLent(call: QuotaCall, now: EpochMs): boolean {
    const { lease } = this;
    if (!lease || isOver(lease) || lease.hour !== hourOf(now)) return false;
    const isKnown = fieldNames(call, now).regions.every((field) => this.seen.used.has(field));
    return isKnown && roomFor(call, this.read(call, now)) >= lease.reserve;
  }

  charge(call: QuotaCall, now: EpochMs): QuotaReading {
    const fields = fieldNames(call, now);
    const refused =
      this.#full(fields.hour, call.limits.hour) ||
      this.#full(fields.day, call.limits.day) ||
      fields.regions.some((field) => this.#full(field, call.limits.regionDay));
    if (!refused) this.add(call, now, 1);
    if (this.lease) this.lease.left -= 1;
    return this.read(call, now, refused);
  }

  /** Counts a call made at `at` without asking, or takes it back. */
  add(call: QuotaCall, at: EpochMs, count: 1 | -1): void {
    const { hour, day, regions } = fieldNames(call, at);
    for (const field of [hour, day, ...regions, keyField(call, at)]) {
      this.added.set(field, (this.added.get(field) ?? 0) + count);
    }
  }

  /** A charge counted here, or refused, turns out to be in the shared counters: it is not to be added again. */
  alreadyShared(call: QuotaCall, at: EpochMs): void {
    this.add(call, at, -1);
    const { hour, day, regions } = fieldNames(call, at);
    for (const field of [hour, day, ...regions]) this.seen.used.set(field, (this.seen.used.get(field) ?? 0) + 1);
  }

  /** The message to the shared counters: unchanged until it is acknowledged. */
  merge(nextNumber: () => number): Merge {
    this.#outstanding ??= { number: nextNumber(), epoch: this.seen.epoch, counts: this.#counts() };
    return this.#outstanding;
  }

  /** The shared counters have accepted the message. */
  merged(epoch: string): void {
    for (const { field, add } of this.#outstanding?.counts ?? []) {
      this.seen.used.set(field, (this.seen.used.get(field) ?? 0) + add);
      this.added.set(field, (this.added.get(field) ?? 0) - add);
    }
    this.seen.epoch = epoch;
    this.#outstanding = undefined;
  }

  /** Whether all counts were sent and acknowledged. */
  get isSettled(): boolean {
    return !this.#outstanding && [...this.added.values()].every((count) => count === 0);
  }

  #counts(): Merge['counts'] {
    const fields = new Set([...this.seen.used.keys(), ...this.added.keys()]);
    return [...fields].map((field) => ({
      field,
      seen: this.seen.used.get(field) ?? 0,
      add: this.added.get(field) ?? 0,
    }));
  }

  /** Every count, of the shared counters and of here. */
  total(): Map<string, number> {
    const total = new Map(this.seen.used);
    for (const [field, added] of this.added) total.set(field, (total.get(field) ?? 0) + added);
    return total;
  }

  read(call: QuotaCall, now: EpochMs, refused = false): QuotaReading {
    const { limits } = call;
    const usedAt = (instant: EpochMs) => {
      const fields = fieldNames(call, instant);
      return {
        hour: this.#shown(fields.hour, limits.hour),
        day: this.#shown(fields.day, limits.day),
        regions: fields.regions.map((field) => this.#shown(field, limits.regionDay)),
      };
    };
    const used = usedAt(now);
    return {
      allowed: !refused,
      now,
      hourUsed: used.hour,
      dayUsed: used.day,
      regionUsed: used.regions,
      hourViolated: refused && isFull(used.hour, limits.hour),
      dayViolated: refused && isFull(used.day, limits.day),
      regionViolated: refused ? used.regions.map((count) => isFull(count, limits.regionDay)) : [],
      retryAt: refused ? firstAdmission(call, now, usedAt) : 0,
      degraded: !this.lease,
    };
  }

  #full(field: string, limit: QuotaLimits['hour']): boolean {
    return isFull(this.#shown(field, limit), limit);
  }

  /** Used of the whole limit, as if the other gateways' shares were used up; with a lease the counts that are known. */
  #shown(field: string, limit: QuotaLimits['hour']): number {
    const seen = this.seen.used.get(field) ?? 0;
    const added = this.added.get(field) ?? 0;
    if (limit === null || this.lease) return seen + added;
    const left = limit - seen;
    const share = left > 0 ? Math.ceil(left / this.#gateways) : left;
    return Math.max(0, limit - share + added);
  }
}
