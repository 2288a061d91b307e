import type { QuotaCounters } from '@loadcast/core';

export interface RedisQuotaOptions {
  /** redis://... or rediss://... of Redis 6.2 or later, or Valkey. Run it with `maxmemory-policy noeviction`. */
  readonly url: string;
  readonly prefix?: string;
  /**
   * Whose clock decides: the server's (default; all gateways agree), or the caller's, for replays and tests. Windows on
   * the caller's clock that lie in the past of the server's expire at once.
   */
  readonly clock?: 'server' | 'caller';
  /** No request waits longer for Redis, ms (50); the first that does opens the local budget for all. */
  readonly replyMs?: number;
  /** Called when the local budget opens, with the reason, when Redis refuses for another one, and when Redis decides again. */
  readonly onState?: (state: 'local' | 'shared', reason: string) => void;
}

export interface RedisQuotaCounters extends QuotaCounters {
  /** Whether requests are decided from the local budget at the moment. */
  readonly degraded: boolean;
  /** Why Redis does not decide, in its own words where it has some; undefined: it does. */
  readonly trouble: string | undefined;
  /** Live gateways, this one included, by the last heartbeat that got through. */
  readonly gateways: number;
  close(): Promise<void>;
}
