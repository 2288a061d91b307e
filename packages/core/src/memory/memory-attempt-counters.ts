import { watchBudget } from '../budgets/budget-use.js';
import { BUDGETS } from '../budgets/budgets.data.js';
import type { AttemptCounters, Attempts } from '../ports/attempt-counters.js';
import { UseCounts } from '../quota/use-counts.js';
import type { EpochMs } from '../time/instant.js';

/** Names checked for expiry per surplus name. */
const LOOKED_AT = 4;

interface AttemptCount extends Attempts {
  readonly keepMs: number;
}

/**
 * Attempts that are counted in this process, in bounded memory and with bounded work for each: a flood of names drops itself.
 */
export function memoryAttemptCounters(mostNames: number = BUDGETS.attempts.bound): AttemptCounters {
  const counts = new Map<string, AttemptCount>();
  watchBudget('attempts', counts, ({ size }) => size, mostNames);
  const uses = new UseCounts();
  let toLookAt = counts.keys();
  const current = (name: string, now: EpochMs): AttemptCount | undefined => {
    const counted = counts.get(name);
    return counted && now - counted.lastAt < counted.keepMs ? counted : undefined;
  };
  const drop = (name: string) => {
    counts.delete(name);
    uses.forget(name);
  };
  const makeRoom = (now: EpochMs) => {
    for (let looked = 0; looked < LOOKED_AT; looked += 1) {
      const { value: name, done } = toLookAt.next();
      if (done) toLookAt = counts.keys();
      else if (current(name, now) === undefined) drop(name);
    }
    if (counts.size >= mostNames) drop(uses.leastUsed()!);
  };
  return {
    async add(name, keepMs, now) {
      const counted = current(name, now);
      if (!counted) drop(name);
      if (!counted && counts.size >= mostNames) makeRoom(now);
      const count = (counted?.count ?? 0) + 1;
      counts.set(name, { count, lastAt: now, keepMs });
      uses.use(name);
      return { count, lastAt: now };
    },
    async read(name, now) {
      const counted = current(name, now);
      return counted && { count: counted.count, lastAt: counted.lastAt };
    },
    async takeBack(name, now) {
      const counted = current(name, now);
      if (counted && counted.count > 1) counts.set(name, { ...counted, count: counted.count - 1 });
      else drop(name);
    },
    async clear(name) {
      drop(name);
    },
  };
}
