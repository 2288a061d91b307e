import type { EpochMs } from '../time/instant.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import type { QuotaCall } from './quota-call.js';

/** Used counts of the windows that contain an instant; regions in the order of the call. */
export interface WindowCounts {
  readonly hour: number;
  readonly day: number;
  readonly regions: readonly number[];
}

/** More windows than this are never kept ahead of the clock. */
export const MAX_ADMISSION_STEPS = 64;

/**
 * The first instant after `now` at which a refused call is admitted, if nothing else is charged meanwhile.
 *
 * Steps to the latest reset among the violated windows and tests again: after a clock stepped back, the next window
 * may be spent already. Where a limit is 0 the call is never admitted, and the answer is the next reset.
 *
 * @param countsAt the used counts of the windows that contain an instant
 * @returns epoch ms, on a full UTC hour
 */
export function firstAdmission(call: QuotaCall, now: EpochMs, countsAt: (instant: EpochMs) => WindowCounts): EpochMs {
  const { hour, day, regionDay } = call.limits;
  const never = hour === 0 || day === 0 || (regionDay === 0 && call.regions.length > 0);
  let at = now;
  for (let step = 0; step < MAX_ADMISSION_STEPS; step += 1) {
    const counts = countsAt(at);
    const dayFull = isFull(counts.day, day) || counts.regions.some((used) => isFull(used, regionDay));
    if (dayFull) at = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
    else if (isFull(counts.hour, hour)) at = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
    else return at;
    if (never) return at;
  }
  return at;
}

/** Whether one more would exceed the limit. */
export function isFull(used: number, limit: number | null): boolean {
  return limit !== null && used + 1 > limit;
}
