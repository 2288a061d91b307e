import { BUDGETS } from '@loadcast/core/budgets';

export interface WorkloadLimits {
  /** Answers up to this price are made at once: they cost less than a wait. */
  readonly lightPrice: number;
  readonly atOnce: number;
  readonly perAccount: number;
  readonly queuePerAccount: number;
  readonly queue: number;
  /** Bytes of answers that are made and that their callers have not taken; one account may hold a quarter of it. */
  readonly heldBytes: number;
  /** While a request waits longer than this for the event loop, nothing is begun. */
  readonly loopDelayMs: number;
}

export const WORKLOAD_LIMITS: WorkloadLimits = {
  // Rows, areas x runs x hours: fewer take about 6 ms.
  lightPrice: 1_500,
  // Each delays other requests by 5 ms at most.
  atOnce: 2,
  // The second place stays free for another account.
  perAccount: 1,
  queuePerAccount: BUDGETS.heavy_waiting_of_account.bound,
  // Five accounts with full queues: more would wait longer than a request may take.
  queue: BUDGETS.heavy_waiting.bound,
  heldBytes: BUDGETS.heavy_bytes.bound,
  // Below it a light read stays under half a second.
  loopDelayMs: 200,
};
