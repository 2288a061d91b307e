import type { Answer, Path, Query } from './endpoints.js';
import type { RetryOptions } from './retries.js';

export interface ClientOptions extends RetryOptions {
  /** Address of the service, without a path: `https://load.example.com`. */
  readonly baseUrl: string;
  /** API key; `/v1/regions` and `/v1/health` need none. */
  readonly key?: string;
  /** Seconds that one attempt may take, the whole answer included; default 30. */
  readonly timeoutSeconds?: number;
  /** Characters of answers kept for conditional requests; default 4,000,000, and 0 turns them off. */
  readonly keptLength?: number;
  /** The fetch to use; default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Takes each warning of the service once: a parameter that it ignored, p10 and p90 that the plan lacks. Default: `console.warn`. */
  readonly onWarning?: (text: string) => void;
  /** Sees each response of the service before its body is read: quota, `X-Ignored-Parameters`. */
  readonly onResponse?: (response: Response) => void;
}

export interface CallOptions {
  /** Ends the call, also while it waits for another attempt. */
  readonly signal?: AbortSignal;
}

/**
 * One call: the answer exactly as the service documents it.
 * Passing failures are tried again as `retries` says; an answer that has not changed comes as 304 and is free of charge.
 * @throws {LoadcastError} for every refusal of the service and every failure on the way
 * @throws the reason of `signal`, when it is aborted
 */
export type Get = <P extends Path>(path: P, query?: Query<P>, call?: CallOptions) => Promise<Answer<P>>;
