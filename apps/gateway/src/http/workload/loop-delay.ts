import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;

/** How long a request that comes at any time waits for the event loop. @param sampled called with each new figure */
export function watchLoopDelay(sampled: () => void) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let ms = 0;
  const timer = setInterval(() => {
    if (histogram.count > 0) ms = meanWaitMs(histogram.mean / 1e6, histogram.stddev / 1e6);
    histogram.reset();
    sampled();
  }, SAMPLE_MS).unref();
  return {
    /** Mean over the last half second, ms. */
    get ms() {
      return ms;
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/**
 * The mean wait of an arrival until the next turn, minus an idle loop's: long turns count by their length, since more
 * requests arrive in them.
 *
 * @param meanMs mean time between two turns
 * @param deviationMs its standard deviation
 */
export function meanWaitMs(meanMs: number, deviationMs: number): number {
  return Math.max(0, (meanMs ** 2 + deviationMs ** 2) / (2 * meanMs) - RESOLUTION_MS / 2);
}
