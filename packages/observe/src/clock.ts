import { performance } from 'node:perf_hooks';
import type { EpochMs } from '@loadcast/core';

/** The one place where time comes from. */
export interface Clock {
  now(): EpochMs;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that shows `start` now and runs on from there: for replays. */
export function clockStartingAt(start: EpochMs): Clock {
  const origin = performance.now();
  return { now: () => Math.floor(start + performance.now() - origin) };
}
