import { performance } from 'node:perf_hooks';
import type { EpochMs } from '@loadcast/core';

/** The one place where time comes from. */
export interface Clock {
  now(): EpochMs;
  /** How many times as fast as real time it runs; 1 where it is absent. */
  readonly speed?: number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that shows `start` now and runs on from there, `speed` times as fast as real time: for replays. */
export function clockStartingAt(start: EpochMs, speed = 1): Clock {
  const origin = performance.now();
  return { now: () => Math.floor(start + speed * (performance.now() - origin)), speed };
}
