import { MINUTE_MS } from '@loadcast/core';
import { type Gauge, singleGauge } from '@loadcast/observe';
import type { QueueState } from '@loadcast/storage/postgres';

const LOOK_EVERY_MS = 15_000;

/** A worker that fits models may take so long until its next job, ms. */
const UNTAKEN_MS = 5 * MINUTE_MS;

/** Looks at the queue again and again. Its last state stands while the store does not answer. */
export function followQueue(read: () => Promise<QueueState | undefined>) {
  let state: QueueState | undefined;
  const look = async (): Promise<void> => {
    state = await read().catch(() => state);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  void look();
  return { state: () => state, close: () => clearInterval(timer) };
}

/** The sentence for an operator when jobs wait and no process takes any. */
export function queueTrouble(state: QueueState | undefined): string | undefined {
  const untakenMs = state?.untakenMs ?? 0;
  if (untakenMs < UNTAKEN_MS) return undefined;
  const minutes = Math.floor(untakenMs / MINUTE_MS);
  return `No \`loadcast work\` process has taken a job for ${minutes} minutes; run \`loadcast work\``;
}

/** No rows where this process makes its forecasts itself. */
export function queueGauges(state: () => QueueState | undefined): readonly Gauge[] {
  return [
    singleGauge('loadcast_jobs_waiting', 'Forecasts that wait for a worker.', () => state()?.waiting),
    singleGauge('loadcast_jobs_oldest_age_seconds', 'How long the oldest of them has waited.', () => {
      const current = state();
      return current && Math.round((current.oldestMs ?? 0) / 1000);
    }),
    singleGauge('loadcast_jobs_dead', 'Forecasts that failed three times, last two weeks.', () => state()?.dead),
  ];
}
