import { BudgetMap } from '@loadcast/core/budgets';
import type { QuotaCall, QuotaReading } from '@loadcast/core/quota';
import { fieldNames, type LastSeen, noteUsed } from './local-budget.js';

/** Counts of Redis' last reply, and on which connection. */
export interface Seen extends LastSeen {
  readonly connection: number;
}

/** Redis' last reply about each account: the start of a local budget, and the counts to restore when Redis lost them. */
export type SeenCounts = BudgetMap<string, Seen>;

export const openSeenCounts = (): SeenCounts => new BudgetMap<string, Seen>('redis_accounts');

/** Notes what a reply of a connection said. */
export function noteCounts(
  counts: SeenCounts,
  subject: string,
  call: QuotaCall,
  reading: QuotaReading,
  { epoch, connection }: Pick<Seen, 'epoch' | 'connection'>,
): void {
  const { hour, day } = fieldNames(call, reading.now);
  const known = counts.get(subject);
  const isCurrent = known?.epoch === epoch && known.connection === connection && known.used.has(hour);
  const seen = isCurrent ? known : { epoch, connection, used: new Map<string, number>() };
  if (!isCurrent) {
    // Regions outside this call keep the counts seen today.
    for (const [field, used] of known?.used ?? []) {
      if (field.startsWith(`r${day.slice(1)}:`)) seen.used.set(field, used);
    }
    counts.set(subject, seen);
  }
  noteUsed(seen, call, reading);
}

/** Whether a window that is still the current one has fewer than was seen in it. */
export function wentBack({ used }: Seen, call: QuotaCall, reading: QuotaReading): boolean {
  const { hour, day } = fieldNames(call, reading.now);
  return (used.get(hour) ?? 0) > reading.hourUsed || (used.get(day) ?? 0) > reading.dayUsed;
}
