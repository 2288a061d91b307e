import { ServiceError } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';

export interface RefusalPaceOptions {
  /** Refusals that are answered at once before any waits, and in each second after that. */
  readonly perSecond?: number;
  /** Refusals that wait at a time. Further ones do not: a connection that waits costs more than an answer. */
  readonly mostWaiting?: number;
}

/**
 * Paces refusals: resolves when the next one may be answered. A caller that asks again as soon as the last answer is
 * there, over a few connections, then takes a twentieth of the CPU from callers that are not refused. A refusal waits
 * `mostWaiting / perSecond` seconds at most.
 */
export function createRefusalPace({
  perSecond = 50,
  mostWaiting = BUDGETS.paced_refusals.bound,
}: RefusalPaceOptions = {}): () => Promise<void> {
  const everyMs = 1_000 / perSecond;
  let nextAt = Number.NEGATIVE_INFINITY;
  const line = { waiting: 0 };
  watchBudget('paced_refusals', line, ({ waiting }) => waiting, mostWaiting);
  return async () => {
    const now = performance.now();
    nextAt = Math.max(nextAt, now - 1_000) + everyMs;
    if (nextAt <= now) return;
    if (line.waiting >= mostWaiting) {
      nextAt -= everyMs;
      return;
    }
    line.waiting += 1;
    const waitMs = nextAt - now;
    await new Promise<void>((resolve) => void setTimeout(resolve, waitMs).unref());
    line.waiting -= 1;
  };
}

/** What work gives; a refusal of it for too many attempts waits for its turn. Any other failure is passed on at once. */
export async function paced<T>(work: Promise<T>, pace: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'rate_limited') await pace();
    throw thrown;
  }
}
