import { type AreaId, type EpochMs, MINUTE_MS } from '@loadcast/core';

/** Wait after a failed forecast, doubled each time. */
const FIRST_RETRY_MS = 2 * MINUTE_MS;
const LAST_RETRY_MS = 30 * MINUTE_MS;

/** When the forecast of an area whose last attempts failed is tried again. */
export class RetryTimes {
  private readonly failures = new Map<AreaId, { count: number; retryAt: EpochMs }>();
  /** How often all areas were made due. */
  clears = 0;

  isDue(areaId: AreaId, now: EpochMs): boolean {
    return now >= (this.failures.get(areaId)?.retryAt ?? 0);
  }

  /** @param clears those when the attempt began: one on older data is no reason to wait */
  failed(areaId: AreaId, at: EpochMs, clears = this.clears): void {
    if (clears !== this.clears) return;
    const count = (this.failures.get(areaId)?.count ?? 0) + 1;
    this.failures.set(areaId, { count, retryAt: at + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (count - 1)) });
  }

  succeeded(areaId: AreaId): void {
    this.failures.delete(areaId);
  }

  /** Every area is tried again at once: there is new data, or this process has just begun to lead. */
  clear(): void {
    this.failures.clear();
    this.clears++;
  }
}
