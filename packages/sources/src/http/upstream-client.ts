import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, errors, request } from 'undici';
import type { z } from 'zod';
import { withDeadline } from '../deadline/with-deadline.js';
import { upstreamBase, urlBelow } from './base-url.js';
import { readBody, tooLarge } from './read-body.js';
import { retryAfterMs } from './retry-after.js';
import { UpstreamError } from './upstream-error.js';

export interface UpstreamClientOptions {
  /** Its name in errors and logs. */
  readonly name: string;
  /** Scheme, host and path: https, or http to this machine. Requests never leave its origin. */
  readonly baseUrl: string;
  readonly userAgent?: string;
  /** One attempt, from connecting to the last byte, ms. */
  readonly deadlineMs?: number;
  /** Of a reply, compressed and not. */
  readonly maxBytes?: number;
  /** Attempts of one request, the first one counted. */
  readonly attempts?: number;
  /** The longest wait between two attempts, ms. An upstream that asks for more is left alone for that long. */
  readonly maxWaitMs?: number;
  /** Least time between two requests, ms. */
  readonly spacingMs?: number;
  /** For jitter: a number in [0, 1). */
  readonly random?: () => number;
}

export interface Question<T> {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
}

/** Asks one upstream, politely and with bounds. */
export interface UpstreamClient {
  readonly baseUrl: URL;
  /** @throws {UpstreamError} after the last attempt, or at once for what another attempt cannot mend */
  getJson<T>(question: Question<T>): Promise<T>;
  close(): Promise<void>;
}

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
const FIRST_BACKOFF_MS = 1_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** An attempt that may be worth repeating after a while. */
interface Passing {
  readonly error: UpstreamError;
  readonly waitMs: number | undefined;
}

/** @throws {RangeError} the base address is neither https nor on this machine */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
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

function createAsk(base: URL, options: UpstreamClientOptions) {
  const { name, userAgent = 'Loadcast', deadlineMs = 30_000, maxBytes = 64_000_000 } = options;
  const agent = new Agent({
    connections: 2,
    connect: { timeout: Math.min(10_000, deadlineMs) },
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize: maxBytes,
  });
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': userAgent };

  async function json<T>(url: URL, { schema, signal }: Question<T>): Promise<{ value: T } | Passing> {
    if (url.origin !== base.origin) throw new UpstreamError(name, 'redirect', 'an address at another host was refused');
    return withDeadline(signal, deadlineMs, name, (bounded) => attempt(url, schema, signal, bounded));
  }

  async function attempt<T>(
    url: URL,
    schema: z.ZodType<T>,
    caller: AbortSignal,
    bounded: AbortSignal,
  ): Promise<{ value: T } | Passing> {
    try {
      const reply = await request(url, { dispatcher: agent, headers, signal: bounded });
      const passing = judge(reply.statusCode, header(reply.headers['retry-after']));
      if (passing) {
        discard(reply.body);
        return passing;
      }
      const contentType = header(reply.headers['content-type']) ?? '';
      if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType)) {
        discard(reply.body);
        throw new UpstreamError(name, 'content_type', 'the reply is no JSON by its content type', reply.statusCode);
      }
      const raw = { encoding: header(reply.headers['content-encoding']), chunks: reply.body };
      return { value: parse(await readBody(name, raw, maxBytes), schema) };
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      caller.throwIfAborted();
      if (bounded.aborted) throw new UpstreamError(name, 'timeout', `no whole reply within ${deadlineMs} ms`);
      return networkFault(error);
    }
  }

  /** Undefined for 200; throws what another attempt cannot mend. */
  function judge(status: number, retryAfter: string | undefined): Passing | undefined {
    if (status === 200) return undefined;
    if (REDIRECTS.has(status))
      throw new UpstreamError(name, 'redirect', `a redirect (${status}) was not followed`, status);
    if (status === 401 || status === 403) {
      throw new UpstreamError(name, 'refused_key', `it refused our key (${status})`, status);
    }
    const fault = status === 429 ? 'rate_limited' : 'status';
    const error = new UpstreamError(name, fault, `it answered ${status}`, status);
    if (!RETRIED_STATUSES.has(status)) throw error;
    return { error, waitMs: retryAfterMs(retryAfter, Date.now()) };
  }

  function networkFault(error: unknown): Passing {
    if (error instanceof errors.ResponseExceededMaxSizeError) throw tooLarge(name, maxBytes);
    const isSlow =
      error instanceof errors.HeadersTimeoutError ||
      error instanceof errors.BodyTimeoutError ||
      error instanceof errors.ConnectTimeoutError;
    if (isSlow) throw new UpstreamError(name, 'timeout', `no whole reply within ${deadlineMs} ms`);
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { error: new UpstreamError(name, 'network', `the connection failed${code}`), waitMs: undefined };
  }

  function parse<T>(text: string, schema: z.ZodType<T>): T {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new UpstreamError(name, 'malformed', 'the reply is no JSON'); // the parser's message quotes the reply
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0]!;
    throw new UpstreamError(
      name,
      'unexpected',
      `the reply is not as documented at ${issue.path.join('.') || 'its root'}`,
    );
  }

  return { json, close: () => agent.destroy() };
}

/** Lets go of a body that will not be read; undici reports that as an error event, which nobody must miss. */
function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
