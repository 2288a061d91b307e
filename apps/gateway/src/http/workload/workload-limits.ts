import type { Config } from '../../config.js';

/** Bounds of the work that answers of a price may cause. */
export interface WorkloadLimits {
  /** Answers up to this price are made at once: they cost less than a wait. */
  readonly lightPrice: number;
  /** Made at a time. */
  readonly atOnce: number;
  /** Made at a time for one account. */
  readonly perAccount: number;
  /** Waiting for one account. */
  readonly queuePerAccount: number;
  /** Waiting. */
  readonly queue: number;
  /** Bytes of answers that are made and that their callers have not taken; one account may hold a quarter of it. */
  readonly heldBytes: number;
  /** While a request waits longer than this for the event loop, nothing is begun. */
  readonly loopDelayMs: number;
}

/** The whole queue, in queues of one account. */
const QUEUES = 5;

export function workloadLimits(config: Config): WorkloadLimits {
  return {
    lightPrice: config.HEAVY_ROWS,
    atOnce: config.HEAVY_AT_ONCE,
    perAccount: config.HEAVY_PER_ACCOUNT,
    queuePerAccount: config.HEAVY_QUEUE,
    queue: config.HEAVY_QUEUE * QUEUES,
    heldBytes: config.HEAVY_HELD_MB * 1_000_000,
    loopDelayMs: config.HEAVY_LOOP_DELAY_MS,
  };
}
