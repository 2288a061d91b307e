import type { z } from 'zod';

export interface UpstreamClientOptions {
  readonly name: string;
  /** Scheme, host and path: https, or http to this machine. Requests never leave its origin. */
  readonly baseUrl: string;
  readonly userAgent?: string;
  /** One attempt, from connecting to the last byte, ms. */
  readonly deadlineMs?: number;
  /** Largest size of a reply, compressed and uncompressed. */
  readonly maxBytes?: number;
  /** Attempts of one request, the first one counted. */
  readonly attempts?: number;
  /** The longest wait between two attempts, ms. An upstream that asks for more is left alone for that long. */
  readonly maxWaitMs?: number;
  /** Least time between two requests, ms. */
  readonly spacingMs?: number;
  /** Source of jitter: a number in [0, 1). */
  readonly random?: () => number;
}

export interface Question<T> {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
}
