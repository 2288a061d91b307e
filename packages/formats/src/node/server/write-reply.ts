import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Reply } from '../../http.js';
import type { OpenScope } from '../answer/request-scope.js';

/**
 * Writes a reply, a large one chunk by chunk at the pace of its reader.
 *
 * Each chunk may take as long to make as a whole answer. For HEAD everything but the body is written. A reader that takes nothing for `noProgressMs` is cut off; when the caller goes
 * away, the rest of a body of chunks is not made.
 *
 * @throws whatever the body's first chunk throws, before anything was written; a later failure cuts the connection
 */
export async function writeReply(
  response: ServerResponse,
  reply: Reply,
  options: {
    readonly head: boolean;
    readonly headers: Readonly<Record<string, string>>;
    readonly noProgressMs: number;
    readonly scope: OpenScope;
    /** Counts bytes of body as they are handed over. */
    readonly written: { bytes: number };
  },
): Promise<void> {
  response.socket?.setTimeout(options.noProgressMs);
  const headers = { ...options.headers, ...reply.headers };
  if (typeof reply.body === 'string' || reply.body instanceof Uint8Array) {
    const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
    const bodiless = reply.status === 204 || reply.status === 304;
    response.writeHead(reply.status, bodiless ? headers : { ...headers, 'content-length': bytes.byteLength });
    const silent = options.head || bodiless;
    response.end(silent ? undefined : bytes);
    if (!silent) options.written.bytes = bytes.byteLength;
    return;
  }
  await writeChunks(response, reply.status, headers, options, reply.body);
}

async function writeChunks(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  { head, scope, written }: { readonly head: boolean; readonly scope: OpenScope; readonly written: { bytes: number } },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  const first = head ? undefined : await scope.within(chunks.next());
  response.writeHead(status, headers);
  try {
    for (let chunk = first; chunk && !chunk.done; chunk = await scope.within(chunks.next())) {
      if (response.destroyed) break;
      written.bytes += chunk.value.byteLength;
      if (!response.write(chunk.value)) await drained(response);
      scope.extend();
    }
    response.end();
  } catch {
    response.destroy(); // headers are out: a cut connection is the only honest sign left
  } finally {
    void chunks.return?.()?.catch(() => undefined); // a body that hangs would hang here, too
  }
}

/** Resolves when more may be written, or when the connection is closed. */
async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => undefined);
  settled.abort();
}
