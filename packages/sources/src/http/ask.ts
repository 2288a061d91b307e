import type { Readable } from 'node:stream';
import { withDeadline } from '../deadline/with-deadline.js';
import { type HttpReply, headerText, isSlow, isTooLarge, networkFault, openHttpAgent } from './http-agent.js';
import { judge, type Passing } from './judge.js';
import { parseReply } from './parse-reply.js';
import { readBody, tooLarge } from './read-body.js';
import { UpstreamError } from './upstream-error.js';
import type { Question, UpstreamClientOptions } from './upstream-options.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Bytes read of a refusal to find its cause; the rest adds nothing. */
const REFUSAL_BYTES = 65_536;

/** One attempt of a request: its value, or why it failed when another attempt may do better. */
export interface Ask {
  json<T>(url: URL, question: Question<T>): Promise<{ value: T } | Passing>;
  close(): Promise<void>;
}

/** Asks within bounds of time and size, and follows one redirect within the origin of `base`. */
export function createAsk(base: URL, options: UpstreamClientOptions & { readonly maxBytes: number }): Ask {
  const { name, userAgent = 'Loadcast', deadlineMs = 30_000, maxBytes } = options;
  const agent = openHttpAgent({ connections: 2, maxResponseSize: maxBytes });
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': userAgent };
  const get = (url: URL, signal: AbortSignal) => {
    if (url.origin !== base.origin) throw new UpstreamError(name, 'redirect', 'an address at another host was refused');
    return agent.request(url, { headers, signal });
  };

  async function follow(url: URL, signal: AbortSignal): Promise<HttpReply> {
    const reply = await get(url, signal);
    if (!REDIRECTS.has(reply.statusCode)) return reply;
    discard(reply.body);
    const next = await get(resolveLocation(name, url, reply), signal);
    if (!REDIRECTS.has(next.statusCode)) return next;
    discard(next.body);
    throw new UpstreamError(name, 'redirect', 'a second redirect was not followed', next.statusCode);
  }

  async function attempt<T>(url: URL, { schema }: Question<T>, signal: AbortSignal): Promise<{ value: T } | Passing> {
    const reply = await follow(url, signal);
    if (reply.statusCode !== 200) {
      const retryAfter = headerText(reply.headers['retry-after']);
      return judge(name, { status: reply.statusCode, retryAfter, text: await readBeginning(name, reply) });
    }
    const contentType = headerText(reply.headers['content-type']) ?? '';
    if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType)) {
      discard(reply.body);
      throw new UpstreamError(name, 'content_type', 'the reply is no JSON by its content type', reply.statusCode);
    }
    return { value: parseReply(name, await readBody(name, decompressBody(reply), maxBytes), schema) };
  }

  return {
    json: (url, question) =>
      withDeadline(question.signal, deadlineMs, name, async (bounded) => {
        try {
          return await attempt(url, question, bounded);
        } catch (error) {
          // A reply that ends early, though its connection did not: the next one may be whole.
          if (error instanceof UpstreamError && error.fault === 'malformed') return { error };
          if (error instanceof UpstreamError) throw error;
          question.signal.throwIfAborted();
          if (bounded.aborted || isSlow(error)) {
            return { error: new UpstreamError(name, 'timeout', `no whole reply within ${deadlineMs} ms`) };
          }
          if (isTooLarge(error)) throw tooLarge(name, maxBytes);
          return { error: networkFault(name, error) };
        }
      }),
    close: () => agent.destroy(),
  };
}

/** @throws {UpstreamError} `redirect`: it names no address */
function resolveLocation(name: string, url: URL, { headers, statusCode }: HttpReply): URL {
  const location = headerText(headers['location']) ?? '';
  if (location !== '' && URL.canParse(location, url.href)) return new URL(location, url);
  throw new UpstreamError(name, 'redirect', `a redirect (${statusCode}) to no address`, statusCode);
}

/** What a refusal says, as far as it can be read; a refusal that breaks off says nothing. */
async function readBeginning(name: string, reply: HttpReply): Promise<string> {
  if (reply.statusCode !== 403) {
    discard(reply.body);
    return '';
  }
  try {
    return await readBody(name, decompressBody(reply), REFUSAL_BYTES);
  } catch {
    discard(reply.body);
    return '';
  }
}

function decompressBody({ headers, body }: HttpReply) {
  return { encoding: headerText(headers['content-encoding']), chunks: body };
}

/** Ends a body that will not be read; undici reports that as an error event, which must have a listener. */
function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}
