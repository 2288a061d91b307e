import { type AreaId, DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { isFull, type QuotaCall, type QuotaReading, type QuotaUsage } from '@loadcast/core/quota';

/** A call of a subject, charged (1), read (0) or taken back (-1) at `now`. */
export interface Ask {
  readonly operation: 1 | 0 | -1;
  readonly call: QuotaCall;
  readonly subject: string;
  readonly now: EpochMs;
  /** When the charge that is taken back was made. */
  readonly chargedAt: EpochMs;
}

export type Reply = [admitted: number, s: number, us: number, retry: number, epoch: string, ...used: number[]];

/** Arguments of the charge script. `clock` is the caller's time where that one decides. */
export function chargeArguments({ operation, call, chargedAt }: Ask, clock: EpochMs | undefined): string[] {
  const { limits, keyId, regions } = call;
  return [
    String(operation),
    String(limits.hour ?? -1),
    String(limits.day ?? -1),
    String(limits.regionDay ?? -1),
    clock === undefined ? '' : String(Math.floor(clock / 1000)),
    clock === undefined ? '' : String((clock % 1000) * 1000),
    String(Math.floor(chargedAt / 1000)),
    keyId,
    ...regions,
  ];
}

/** @throws {TypeError} it is not what the script answers */
export function parseReply(raw: unknown): Reply {
  if (!Array.isArray(raw) || raw.length < 7) throw new TypeError('an unknown reply of the quota script');
  const [admitted, s, us, retry, epoch, ...used] = raw;
  return [Number(admitted), Number(s), Number(us), Number(retry), String(epoch), ...used.map(Number)];
}

export function buildReading(call: QuotaCall, reply: Reply): QuotaReading {
  const [admitted, s, us, retry, , hourUsed = 0, dayUsed = 0, ...regionUsed] = reply;
  const refused = admitted === 0;
  return {
    allowed: !refused,
    now: s * 1000 + Math.floor(us / 1000),
    hourUsed,
    dayUsed,
    regionUsed,
    hourViolated: refused && isFull(hourUsed, call.limits.hour),
    dayViolated: refused && isFull(dayUsed, call.limits.day),
    regionViolated: refused ? regionUsed.map((used) => isFull(used, call.limits.regionDay)) : [],
    retryAt: retry * 1000,
    degraded: false,
  };
}

/** The fields of a hash as a usage page shows them. */
export function buildUsage(counts: ReadonlyMap<string, number>, now: EpochMs): QuotaUsage {
  const day = Math.floor(now / DAY_MS);
  const named = <Name extends string>(kind: 'r' | 'k', isName: (name: string) => name is Name) => {
    const start = `${kind}${day}:`;
    const found = new Map<Name, number>();
    for (const [field, used] of counts) {
      const name = field.slice(start.length);
      if (field.startsWith(start) && isName(name)) found.set(name, used);
    }
    return found;
  };
  // Charges use these names; a colon marks the names that a merge adds.
  return {
    now,
    hourUsed: counts.get(`h${Math.floor(now / HOUR_MS)}`) ?? 0,
    dayUsed: counts.get(`d${day}`) ?? 0,
    regions: named('r', (name): name is AreaId => !name.includes(':')),
    keys: named('k', (name): name is string => !name.includes(':')),
  };
}
