import type { AttemptCounters, Attempts } from '../ports/attempt-counters.js';
import type { EpochMs } from '../time/instant.js';

/** Names held. Past this number the half with the fewest attempts is dropped: a flood of names drops itself. */
const MOST_NAMES = 50_000;

interface Counted extends Attempts {
  readonly keepMs: number;
}

/** Attempts that are counted in this process, in bounded memory. */
export function memoryAttemptCounters(mostNames = MOST_NAMES): AttemptCounters {
  let counts = new Map<string, Counted>();
  const current = (name: string, now: EpochMs): Counted | undefined => {
    const counted = counts.get(name);
    return counted && now - counted.lastAt < counted.keepMs ? counted : undefined;
  };
  const makeRoom = (now: EpochMs) => {
    const live = [...counts].filter(([name]) => current(name, now) !== undefined);
    const busiest = live.sort(([, one], [, two]) => two.count - one.count || two.lastAt - one.lastAt);
    counts = new Map(busiest.slice(0, mostNames / 2));
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
