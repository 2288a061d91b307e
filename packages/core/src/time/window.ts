import type { EpochMs } from './instant.js';

/** A span of time, `[start, end)`: the start belongs to it, the end does not. */
export interface Window {
  readonly start: EpochMs;
  readonly end: EpochMs;
}

/**
 * Whether an instant lies in a window.
 *
 * @example
 * contains({ start: 0, end: 10 }, 10) // => false
 */
export function contains(window: Window, instant: EpochMs): boolean {
  return instant >= window.start && instant < window.end;
}
