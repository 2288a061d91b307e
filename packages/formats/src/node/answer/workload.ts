import type { Prepared, Priced } from '../../http.js';
import type { Caller } from '../quota.js';
import { UNBOUNDED } from './request-scope.js';

export interface Turn {
  readonly prepared: Prepared;
  /** How long the request waited for it; 0 where it had not to. */
  readonly waitedMs: number;
  /** Whether the answer is made for several requests at once. */
  readonly isShared: boolean;
  /** Called once nothing more is made for the request. */
  end(): void;
}

export interface Workload {
  /**
   * Waits for the turn of a request and prepares its answer.
   *
   * A request that ends meanwhile leaves the queue: its turn goes to another.
   *
   * @throws {ServiceError} `unavailable` when too much is waiting
   */
  take(work: Priced, caller: Caller): Promise<Turn>;
}

/** Makes every answer at once: the workload of a thin server. */
export const AT_ONCE: Workload = {
  async take(work, { request }) {
    const prepared = await work.prepare(request.scope ?? UNBOUNDED);
    return { prepared, waitedMs: 0, isShared: false, end() {} };
  },
};
