import type { CallOptions, ClientOptions, Get } from './client-options.js';
import { type EventOptions, type EventQuery, eventsOf, type ServiceEvent } from './events/events.js';
import { type KeptAnswer, KeptAnswers } from './kept-answers.js';
import { errorOf, LoadcastError } from './loadcast-error.js';
import { type LongRange, type RangePath, type RangeRow, rowsOf } from './long-range.js';
import { pause, waitBeforeRetryMs } from './retries.js';
import { urlOf } from './url.js';

/** The client of one service with one key. */
export interface LoadcastClient {
  readonly get: Get;
  /**
   * The rows of a range of any length, oldest first, a call for each 31 days. Parts without data have no rows.
   * @throws {LoadcastError} like `get`; `no_data` where no part has any
   */
  rows<P extends RangePath>(path: P, query: LongRange<P>, call?: CallOptions): AsyncGenerator<RangeRow<P>>;
  /**
   * The bytes of a monthly file, by the `path` that `/v1/bulk` lists.
   * @throws {LoadcastError} like `get`
   */
  file(path: string, call?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Hands in a forecast, CSV, NDJSON or a JSON array, and gives the receipt. @throws {LoadcastError} like `get` */
  submit(
    forecaster: string,
    rows: string,
    query?: { readonly region?: string; readonly unit?: string },
    call?: CallOptions,
  ): Promise<{ readonly data: Readonly<Record<string, unknown>> }>;
  /**
   * What happens at the service, until the loop is left or `signal` is aborted. A stream that ends or is lost is opened again
   * after the last event: within 24 hours none is missed, and none comes twice.
   * @throws {LoadcastError} for a refusal that does not pass, and after `retries` failures in a row
   */
  events(query?: EventQuery, call?: EventOptions): AsyncGenerator<ServiceEvent>;
}

/**
 * A client of a Loadcast service.
 *
 * @throws {TypeError} when `baseUrl` is not an http or https address
 */
export function createClient(options: ClientOptions): LoadcastClient {
  const kept = new KeptAnswers(options.keptLength ?? 4_000_000);
  const to = (path: string, query: object, call: CallOptions | undefined) => {
    return { url: urlOf(options.baseUrl, path, query), options, signal: call?.signal };
  };
  const get: Get = async (path, query, call) => fetchJson(to(path, query ?? {}, call), kept);
  urlOf(options.baseUrl, '/v1/health', {});
  return {
    get,
    rows: (path, query, call) => rowsOf(get, path, query, call),
    file: (path, call) => fetchBytes(to(path, {}, call)),
    submit: (id, rows, query, call) => postText(to('/account/forecasters/{id}/runs', { id, ...query }, call), rows),
    events: (query = {}, call = {}) => eventsOf(options, query, call),
  };
}

/** A call of an address, which its caller may end. */
interface Call {
  readonly url: string;
  readonly options: ClientOptions;
  readonly signal: AbortSignal | undefined;
}

/** The JSON at an address: retried after transient failures, answered from the cache while that is valid. */
async function fetchJson<Json>(call: Call, kept: KeptAnswers): Promise<Json> {
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
function postText<Json>(call: Call, body: string): Promise<Json> {
  const headers = { ...headersOf(call.options.key, 'application/json'), 'Idempotency-Key': crypto.randomUUID() };
  return retried(call, async () => parsed(await oneAttempt(call, { method: 'POST', body, headers }, readText)));
}

async function readText(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text);
  return text;
}

/** The bytes at an address, tried again after passing failures. */
function fetchBytes(call: Call): Promise<Uint8Array<ArrayBuffer>> {
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
