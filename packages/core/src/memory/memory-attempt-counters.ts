import type { AttemptCounters, Attempts } from '../ports/attempt-counters.js';
import { keepBusiest } from '../quota/keep-busiest.js';
import type { EpochMs } from '../time/instant.js';

/** Names held. Past this number the half with the fewest attempts is dropped: a flood of names drops itself. */
const MOST_NAMES = 50_000;

interface Counted extends Attempts {
  readonly keepMs: number;
}

/** Attempts that are counted in this process, in bounded memory. */
export function memoryAttemptCounters(mostNames = MOST_NAMES): AttemptCounters {
  const counts = new Map<string, Counted>();
  const current = (name: string, now: EpochMs): Counted | undefined => {
    const counted = counts.get(name);
    return counted && now - counted.lastAt < counted.keepMs ? counted : undefined;
  };
  const makeRoom = (now: EpochMs) => {
    for (const name of counts.keys()) if (current(name, now) === undefined) counts.delete(name);
    keepBusiest(counts, mostNames / 2, ({ count }) => count);
  };
  return {
    async add(name, keepMs, now) {
      const counted = current(name, now);
      if (!counted && counts.size >= mostNames) makeRoom(now);
      const attempts = { count: (counted?.count ?? 0) + 1, lastAt: now };
      counts.set(name, { ...attempts, keepMs });
      return attempts;
    },
    async read(name, now) {
      const counted = current(name, now);
      return counted && { count: counted.count, lastAt: counted.lastAt };
    },
    async clear(name) {
      counts.delete(name);
    },
  };
}
