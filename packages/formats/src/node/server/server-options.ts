import type { IncomingMessage, ServerOptions } from 'node:http';
import { LIMITS } from '@loadcast/core/budgets';
import { LeanMessage } from './read/lean-message.js';

const Message: typeof IncomingMessage = LeanMessage;

/**
 * For `createServer`: an idle or slow connection is closed after about 10 s, and headers have a limit.
 *
 * `keepAliveTimeout` is longer than the idle time of the usual load balancers, so that they close first.
 */
export const SERVER_OPTIONS = {
  IncomingMessage: Message,
  maxHeaderSize: LIMITS.header_bytes.bound,
  headersTimeout: 8_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  requireHostHeader: false, // Node's own refusal has no body; `readRequest` checks
} as const satisfies ServerOptions;

/** A response whose reader takes nothing for this long is cut off. */
export const NO_PROGRESS_MS = 30_000;
/** An answer, or the next part of one, that takes longer to make becomes `unavailable`. */
export const ANSWER_WITHIN_MS = 30_000;
