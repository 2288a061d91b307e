import { once } from 'node:events';
import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { EncodedReply, ReplyHead } from '../../http.js';
import type { OpenScope } from '../answer/request-scope.js';
import { isFraming, startOf, writeWhole } from './write-whole.js';

/** How a reply is written to one caller. */
export interface Writing {
  /** Everything but the body is written. */
  readonly isHead: boolean;
  /** Headers of every answer, name and value in turn; those of the reply win. */
  readonly common: readonly string[];
  /** Headers of this answer alone, name and value in turn. */
  readonly own: readonly string[];
  readonly scope: OpenScope;
  readonly noProgressMs: number;
  /** How long the server keeps an idle connection, ms. */
  readonly keepAliveMs: number;
  /** Counts bytes of body as they are handed over. */
  readonly written: { writtenBytes: number };
}

/**
 * Writes a reply: a body that is there with its headers in one piece and without a promise, one of chunks at the pace of
 * its reader.
 *
 * Each chunk may take as long to make as a whole answer. When the caller goes away, the rest of a body of chunks is not made.
 *
 * @throws whatever the body's first chunk throws, before anything was written; a later failure cuts the connection
 */
export function writeReply(response: ServerResponse, reply: EncodedReply, writing: Writing): void | Promise<void> {
  const { status, body } = reply;
  reply.head ??= headOf(reply, writing.common);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    response.socket?.setTimeout(writing.noProgressMs);
    return writeChunks(response, status, reply.head, writing, body);
  }
  const isSent = !writing.isHead && !isBodiless(status);
  const sent = isSent ? (reply.text ?? narrow(body)) : undefined;
  if (!writeWhole(response, status, reply.head, sent, writing)) {
    response.writeHead(status, reply.head.all.concat(writing.own));
    response.end(isSent ? body : undefined);
  }
  if (isSent) writing.written.writtenBytes = reply.text?.length ?? Buffer.byteLength(body);
  if (!isTaken(response)) response.req.socket.setTimeout(writing.noProgressMs); // cuts off a reader that takes nothing
  return undefined;
}

/** Whether the system took the whole answer at once: otherwise its reader sets the pace. */
export function isTaken({ req: { socket }, socket: current, writableEnded }: ServerResponse): boolean {
  return writableEnded && current !== null && socket.writableLength === 0;
}

/** A reply's headers, with those of `common` that it lacks, and its length where it is known. */
function headOf({ status, headers, body }: EncodedReply, common: readonly string[]): ReplyHead {
  const list = Object.entries(headers).flat();
  for (let i = 0; i + 1 < common.length; i += 2) {
    if (headers[common[i]!] === undefined) list.push(common[i]!, common[i + 1]!);
  }
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  if (isWhole && !isBodiless(status)) list.push('content-length', String(Buffer.byteLength(body)));
  return new Head(status, list);
}

/** A body as `writeWhole` takes it: text of ASCII, or bytes. */
function narrow(body: string | Uint8Array): string | Uint8Array {
  return typeof body === 'string' && Buffer.byteLength(body) !== body.length ? Buffer.from(body) : body;
}

/** A class, so that all of them have one shape: they are read for every request. */
class Head implements ReplyHead {
  readonly all: readonly string[];
  readonly lines: string;
  readonly start: string | undefined;

  /** @param list name and value in turn @throws {TypeError} a name or a value that no header may have */
  constructor(status: number, list: readonly string[]) {
    this.all = list;
    let lines = '';
    const framing: string[] = [];
    for (let i = 0; i + 1 < list.length; i += 2) {
      const [name, value] = [list[i]!, list[i + 1]!];
      validateHeaderName(name);
      validateHeaderValue(name, value);
      if (isFraming(name)) framing.push(name, value);
      else lines += `${name}: ${value}\r\n`;
    }
    this.lines = lines;
    this.start = startOf(status, framing);
  }
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

async function writeChunks(
  response: ServerResponse,
  status: number,
  head: ReplyHead,
  { isHead, scope, written, own }: Writing,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  const first = isHead ? undefined : await scope.within(chunks.next());
  response.writeHead(status, head.all.concat(own));
  try {
    for (let chunk = first; chunk && !chunk.done; chunk = await scope.within(chunks.next())) {
      if (response.destroyed) break;
      written.writtenBytes += chunk.value.byteLength;
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
