import { setTimeout as sleep } from 'node:timers/promises';
import { createAsk } from './ask.js';
import { upstreamBase, urlBelow } from './base-url.js';
import { UpstreamError } from './upstream-error.js';
import type { Question } from './upstream-options.js';

export type { Question, UpstreamClientOptions } from './upstream-options.js';

/** Asks one upstream, politely and with bounds. */
export interface UpstreamClient {
  readonly baseUrl: URL;
  /** @throws {UpstreamError} after the last attempt, or at once for what another attempt does not change */
  getJson<T>(question: Question<T>): Promise<T>;
  close(): Promise<void>;
}

const FIRST_BACKOFF_MS = 1_000;

/** @throws {RangeError} the base address is neither https nor on this machine */
export function createUpstreamClient(options: Parameters<typeof createAsk>[1]): UpstreamClient {
  const { name, attempts = 3, maxWaitMs = 30_000, spacingMs = 0, random = Math.random } = options;
  const base = upstreamBase(name, options.baseUrl);
  const ask = createAsk(base, options);
  let quietUntil = 0;
  let nextSlot = 0;

  async function getJson<T>(question: Question<T>): Promise<T> {
    const url = urlBelow(base, question.path, question.query);
    for (let attempt = 1; ; attempt++) {
      if (performance.now() < quietUntil) {
        throw new UpstreamError(name, 'rate_limited', 'it asked to be left alone for a while', 429);
      }
      await takeTurn(question.signal);
      const outcome = await ask.json(url, question);
      if ('value' in outcome) return outcome.value;
      const backoff = Math.min(maxWaitMs, FIRST_BACKOFF_MS * 2 ** attempt) * (0.5 + 0.5 * random());
      const waitMs = outcome.waitMs === undefined ? backoff : outcome.waitMs * (1 + 0.1 * random());
      if (attempt >= attempts || waitMs > maxWaitMs * 1.1) {
        if (outcome.waitMs !== undefined) quietUntil = performance.now() + waitMs;
        throw outcome.error;
      }
      await sleep(waitMs, undefined, { signal: question.signal });
    }
  }

  async function takeTurn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const slot = Math.max(now, nextSlot);
    nextSlot = slot + spacingMs;
    if (slot > now) await sleep(slot - now, undefined, { signal });
  }

  return { baseUrl: base, getJson, close: ask.close };
}
