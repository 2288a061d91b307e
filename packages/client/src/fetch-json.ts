import type { ClientOptions } from './client-options.js';
import type { KeptAnswer, KeptAnswers } from './kept-answers.js';
import { errorOf, LoadcastError } from './loadcast-error.js';
import { pause, waitBeforeRetryMs } from './retries.js';

/** A call of an address, which its caller may end. */
interface Call {
  readonly url: string;
  readonly options: ClientOptions;
  readonly signal: AbortSignal | undefined;
}

/** The JSON at an address: retried after transient failures, answered from the cache while that is valid. */
export async function fetchJson<Json>(call: Call, kept: KeptAnswers): Promise<Json> {
  const { url, options } = call;
  return retried(call, async () => {
    const held = kept.get(url);
    const headers = headersOf(options.key, 'application/json', held);
    const text = await oneAttempt(call, { headers }, async (response) => {
      if (response.status === 304 && held) return held.body;
      const body = await readText(response);
      const etag = response.headers.get('etag');
      if (etag) kept.set(url, { etag, body });
      return body;
    });
    return parsed(text);
  });
}

/** Posts text, and gives the JSON that it is answered with. Attempts share one `Idempotency-Key`, so that they count once. */
export function postText<Json>(call: Call, body: string): Promise<Json> {
  const headers = { ...headersOf(call.options.key, 'application/json'), 'Idempotency-Key': crypto.randomUUID() };
  return retried(call, async () => parsed(await oneAttempt(call, { method: 'POST', body, headers }, readText)));
}

async function readText(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text);
  return text;
}

/** The bytes at an address, tried again after passing failures. */
export function fetchBytes(call: Call): Promise<Uint8Array<ArrayBuffer>> {
  return retried(call, () =>
    oneAttempt(call, { headers: headersOf(call.options.key, '*/*') }, async (response) => {
      if (!response.ok) throw errorOf(response, await response.text());
      return new Uint8Array(await response.arrayBuffer());
    }),
  );
}

async function retried<T>({ options, signal }: Call, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (failure) {
      const waitMs = failure instanceof LoadcastError ? waitBeforeRetryMs(failure, attempt, options) : undefined;
      if (waitMs === undefined) throw failure;
      await pause(waitMs, signal);
    }
  }
}

/** Makes one attempt and reads its response. @throws {LoadcastError}, or the signal's reason */
async function oneAttempt<T>(
  { url, options, signal }: Call,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // One controller for the caller's signal and the time limit: AbortSignal.any with a timeout is lost to collection on Node 20.
  const controller = new AbortController();
  const timeoutSeconds = options.timeoutSeconds ?? 30;
  const stop = () => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => controller.abort(new LoadcastError('timeout', `No whole answer within ${timeoutSeconds} s: ${url}`)),
    timeoutSeconds * 1000,
  );
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, signal: controller.signal });
    options.onResponse?.(response);
    for (const [, text] of (response.headers.get('warning') ?? '').matchAll(/299 \S+ "([^"]*)"/g)) warn(options, text!);
    return await read(response);
  } catch (failure) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (failure instanceof LoadcastError || !(failure instanceof TypeError)) throw failure;
    throw new LoadcastError('connection_failed', `No answer: ${url} (${causeOf(failure)})`, { cause: failure });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** @returns `ECONNREFUSED`, say: Node's fetch says "fetch failed" alone */
function causeOf({ message, cause }: TypeError): string {
  const { code, message: text } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? text ?? message;
}

const warned = new Set<string>();

/** Each text once in a process; the first hundred texts. */
function warn({ onWarning = console.warn }: ClientOptions, text: string): void {
  if (warned.has(text) || warned.size >= 100) return;
  warned.add(text);
  onWarning(`Loadcast: ${text}`);
}

function headersOf(key: string | undefined, accept: string, held?: KeptAnswer): Record<string, string> {
  return {
    Accept: accept,
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(held && { 'If-None-Match': held.etag }),
  };
}

function parsed<Json>(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    throw new LoadcastError('unexpected_answer', `Not JSON: ${body.slice(0, 200)}`);
  }
}
