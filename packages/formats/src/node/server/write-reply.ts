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
    /** Headers of every answer, name and value in turn; those of the reply win. */
    readonly headers: readonly string[];
    readonly noProgressMs: number;
    readonly scope: OpenScope;
    /** Counts bytes of body as they are handed over. */
    readonly written: { bytes: number };
  },
): Promise<void> {
  const headers = headerList(reply.headers, options.headers);
  if (typeof reply.body === 'string' || reply.body instanceof Uint8Array) {
    const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
    const bodiless = reply.status === 204 || reply.status === 304;
    if (!bodiless) headers.push('content-length', String(bytes.byteLength));
    response.writeHead(reply.status, headers);
    const silent = options.head || bodiless;
    response.end(silent ? undefined : bytes);
    if (!silent) options.written.bytes = bytes.byteLength;
    watchProgress(response, options.noProgressMs);
    return;
  }
  response.socket?.setTimeout(options.noProgressMs);
  await writeChunks(response, reply.status, headers, options, reply.body);
}

/** Headers as `writeHead` takes them, name and value in turn. @param common those that `own` lacks are added */
function headerList(own: Readonly<Record<string, string>>, common: readonly string[]): string[] {
  const list: string[] = [];
  for (const name in own) list.push(name, own[name]!);
  for (let i = 0; i + 1 < common.length; i += 2) {
    if (own[common[i]!] === undefined) list.push(common[i]!, common[i + 1]!);
  }
  return list;
}

/** Cuts off a reader that takes nothing, where the system did not take the whole answer at once. */
function watchProgress({ req: { socket }, socket: current }: ServerResponse, noProgressMs: number): void {
  const isTaken = current !== null && socket.writableLength === 0;
  if (!isTaken) socket.setTimeout(noProgressMs);
}

async function writeChunks(
  response: ServerResponse,
  status: number,
  headers: string[],
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
