import { LIMITS } from '@loadcast/core/budgets';
import { upstreamBase, urlBelow } from '../http/base-url.js';
import { codeOf, headerText, openHttpAgent } from '../http/http-agent.js';
import { readBody } from '../http/read-body.js';

/** One question to an upstream and its answer, keys cut out: what a test can replay. */
export interface Exchange {
  readonly upstream: string;
  /** Path and query. */
  readonly url: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the answer, or why none came. */
  readonly body: string;
}

export interface AskerOptions {
  readonly upstream: string;
  readonly baseUrl: string;
  /** Cut out of all that is kept. */
  readonly secret?: string | undefined;
  readonly userAgent?: string;
  readonly deadlineMs?: number;
}

const MOST_BYTES = LIMITS.open_meteo_reply_bytes.bound;
const KEPT_HEADERS = ['content-type', 'location', 'retry-after', 'last-modified'];

/**
 * Asks an upstream as it is: follows no redirect, repeats nothing, and keeps each answer.
 *
 * @throws {RangeError} the base address is neither https nor on this machine
 */
export function createAsker(options: AskerOptions) {
  const { upstream, secret, userAgent = 'Loadcast', deadlineMs = 60_000 } = options;
  const base = upstreamBase(upstream, options.baseUrl);
  const agent = openHttpAgent({ headersTimeout: deadlineMs, bodyTimeout: deadlineMs, maxResponseSize: MOST_BYTES });
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': userAgent };
  const cut = (text: string): string => (secret === undefined ? text : withoutSecret(text, secret));

  return {
    origin: base.origin,
    async ask(path: string, query = new URLSearchParams()): Promise<Exchange> {
      const url = urlBelow(base, path, query);
      const kept = { upstream, url: cut(url.pathname + url.search) };
      try {
        const signal = AbortSignal.timeout(deadlineMs);
        const reply = await agent.request(url, { headers, signal });
        const encoding = headerText(reply.headers['content-encoding']);
        const body = await readBody(upstream, { encoding, chunks: reply.body }, MOST_BYTES);
        const named = KEPT_HEADERS.flatMap((name) => {
          const value = headerText(reply.headers[name]);
          return value === undefined ? [] : [[name, cut(value)] as const];
        });
        return { ...kept, status: reply.statusCode, headers: Object.fromEntries(named), body: cut(body) };
      } catch (error) {
        const why = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
        return { ...kept, status: 0, headers: {}, body: cut(why) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** Removes every spelling of a secret that an address may contain. */
function withoutSecret(text: string, secret: string): string {
  const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
  return [secret, encodeURIComponent(secret), inForm].reduce((rest, each) => rest.replaceAll(each, '[key]'), text);
}
