import { type EpochMs, floorToHour, HOUR_MS, type SurfaceId } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import { isoUtc, type Principal } from '@loadcast/formats';
import { after } from '@loadcast/formats/node';
import type { UsageLedger, UsageRecord } from '@loadcast/storage/sqlite';
import type { Admission } from '../admit.js';

/** How often counts are written: a process that is killed loses the last of them, and no quota. */
const WRITE_EVERY_MS = 10_000;
const MOST_ROWS = 20_000;
/** How far back it reaches. */
export const USAGE_DAYS = 30;

/** Counted in place. */
type HeldRecord = UsageRecord & { used: number };

/** The requests of each key by hour: what accounts did in the last 30 days. */
export function createUsageHistory(ledger: UsageLedger) {
  const unwritten = { held: new Map<string, HeldRecord>(), beingWritten: 0 };
  const heldBy = ({ held, beingWritten }: typeof unwritten) => held.size + beingWritten;
  watchBudget('usage_records', unwritten, heldBy);
  let writing: Promise<void> = Promise.resolve();

  /** The record that a caller's last request was noted in. */
  let latest = new WeakMap<Principal, HeldRecord>();

  function note(principal: Principal, at: EpochMs, change: 1 | -1): void {
    const hour = floorToHour(at);
    const last = latest.get(principal);
    const record = last?.hourAt === hour ? last : recordOf(principal, hour);
    if (!record) return;
    record.used += change;
    if (record !== last) latest.set(principal, record);
  }

  /** Undefined where no more can be held. */
  function recordOf({ accountId, keyId, plan: { surface } }: Principal, hour: EpochMs): HeldRecord | undefined {
    const name = `${accountId} ${keyId} ${surface} ${hour}`;
    const known = unwritten.held.get(name);
    if (known || heldBy(unwritten) >= BUDGETS.usage_records.bound) return known;
    const made = { accountId, surface, keyId, hourAt: hour, used: 0 };
    unwritten.held.set(name, made);
    return made;
  }

  async function write(): Promise<void> {
    if (unwritten.held.size === 0) return;
    const taken = unwritten.held;
    Object.assign(unwritten, { held: new Map(), beingWritten: taken.size });
    latest = new WeakMap();
    try {
      await ledger.add([...taken.values()].filter(({ used }) => used !== 0));
    } catch {
      // Put back, and written with the next: the store is away, or has no room.
      for (const [name, record] of unwritten.held) {
        taken.set(name, { ...record, used: record.used + (taken.get(name)?.used ?? 0) });
      }
      unwritten.held = taken;
      latest = new WeakMap();
    }
    unwritten.beingWritten = 0;
  }

  /** One after the other. */
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), WRITE_EVERY_MS).unref();

  return {
    /** An admission whose charges and refunds are noted here. */
    noted: (admission: Admission): Admission => notedAdmission(admission, note),
    /** Hours of an account with a request, over `days` days, newest first, including the ones this process has not written yet. */
    async of(accountId: string, days: number, now: EpochMs): Promise<readonly UsageRecord[]> {
      await flush();
      return ledger.of(accountId, floorToHour(now) - (days * 24 - 1) * HOUR_MS, MOST_ROWS);
    },
    sweep: (now: EpochMs): Promise<void> => ledger.sweep(now),
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

function notedAdmission(
  admission: Admission,
  note: (principal: Principal, at: EpochMs, change: 1 | -1) => void,
): Admission {
  return {
    ...admission,
    admit: (principal, regions, now) =>
      after(admission.admit(principal, regions, now), (decision) => {
        if (decision.allowed) note(principal, decision.snapshot.now, 1);
        return decision;
      }),
    refund(principal, decision, now) {
      note(principal, decision.snapshot.now, -1);
      return admission.refund(principal, decision, now);
    },
  };
}

/** Rows as JSON. */
export function usageHistoryJson(records: readonly UsageRecord[]) {
  return records.map(({ hourAt, surface, keyId, used }) => ({
    hour: isoUtc(hourAt),
    surface: surface as SurfaceId,
    key_id: keyId,
    used,
  }));
}
