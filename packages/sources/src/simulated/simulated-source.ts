import type { Areas, LoadSource } from '@loadcast/core';
import { simulatedBatch } from './simulated-batch.js';

/** The simulated grid as an upstream: what a poll at `now` would return. */
export function simulatedSource(areas: Areas): LoadSource {
  return {
    name: 'simulated',
    async fetch(window, now, signal) {
      signal.throwIfAborted();
      return simulatedBatch(areas, window, now);
    },
  };
}
