import { once } from 'node:events';
import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { EncodedReply, ReplyHead } from '../../http.js';
import type { OpenScope } from '../answer/request-scope.js';
import { isFraming, startOf, writeWhole } from './write-whole.js';

export interface Writing {
  /** Everything but the body is written. */
  readonly isHead: boolean;
  /** Headers of every answer, name and value in turn; a reply's own headers override them. */
  readonly common: readonly string[];
  /** Headers of this answer alone, name and value in turn. */
  readonly own: readonly string[];
  readonly scope: OpenScope;
  readonly noProgressMs: number;
  /** How long the server keeps an idle connection, ms. */
  readonly keepAliveMs: number;
  /** Counts bytes of body that the system took. */
  readonly written: { writtenBytes: number };
}

/**
 * Writes a reply: a body that is there and not large with its headers in one piece and without a promise, a large one and one
 * of chunks at the pace of its reader.
 *
 * Each chunk may take as long to make as a whole answer; how long its reader takes is bounded by `noProgressMs` alone. When the
 * caller goes away, the rest of a body of chunks is not made.
 *
 * @throws any error of the body; before anything was written where that is its first chunk
 */
export function writeReply(response: ServerResponse, reply: EncodedReply, writing: Writing): void | Promise<void> {
  const { status, body } = reply;
  reply.head ??= buildHead(reply, writing.common);
  const isSent = !writing.isHead && !isBodiless(status);
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return writeChunks(response, status, reply.head, writing, body);
  }
  if (isSent && body.length > MOST_AT_ONCE) {
    return writeChunks(response, status, reply.head, writing, sliceBody(body));
  }
  const sent = isSent ? restOf(reply, reply.head, body) : undefined;
  if (!writeWhole(response, status, reply.head, sent, writing)) {
    writeHead(response, status, reply.head, writing);
    response.end(isSent ? body : undefined);
  }
  const isTakenNow = isTaken(response);
  if (isSent) {
    const length = reply.text?.length ?? Buffer.byteLength(body);
    if (isTakenNow) writing.written.writtenBytes = length;
    else response.once('finish', () => (writing.written.writtenBytes = length));
  }
  if (!isTakenNow) boundReader(response, writing);
  return undefined;
}

/** A larger body is written in slices of this length at the pace of its reader, so that the bytes it took are counted. */
const MOST_AT_ONCE = 262_144;

async function* sliceBody(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let from = 0; from < bytes.length; from += MOST_AT_ONCE) yield bytes.subarray(from, from + MOST_AT_ONCE);
}

/** Closes the connection of a reader that takes nothing, from now on. */
function boundReader({ req: { socket } }: ServerResponse, { noProgressMs }: Pick<Writing, 'noProgressMs'>): void {
  socket.setTimeout(noProgressMs);
}

/** Whether the system took the whole answer at once: otherwise its reader sets the pace. */
export function isTaken({ req: { socket }, socket: current, writableEnded }: ServerResponse): boolean {
  return writableEnded && current !== null && socket.writableLength === 0;
}

/** What a 304 leaves as the answer had it that the caller keeps: a browser puts headers of a 304 in place of those. */
const OF_THE_KEPT_ANSWER = 'content-security-policy';

/** A reply's headers, plus the `common` ones it lacks, and its length where known. */
function buildHead({ status, headers, body }: EncodedReply, common: readonly string[]): ReplyHead {
  const list = Object.entries(headers).flat();
  for (let i = 0; i + 1 < common.length; i += 2) {
    const isKept = status === 304 && common[i] === OF_THE_KEPT_ANSWER;
    if (headers[common[i]!] === undefined && !isKept) list.push(common[i]!, common[i + 1]!);
  }
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  if (isWhole && !isBodiless(status)) list.push('content-length', String(Buffer.byteLength(body)));
  return new Head(status, list);
}

/** A body as `writeWhole` takes it: text of ASCII with the lines of its head, or bytes. */
function restOf(reply: EncodedReply, { lines }: ReplyHead, body: string | Uint8Array): string | Uint8Array {
  if (reply.text !== undefined) {
    reply.rest ??= inOnePiece(lines + reply.text);
    return reply.rest;
  }
  if (typeof body !== 'string') return body;
  return Buffer.byteLength(body) === body.length ? lines + body : Buffer.from(body);
}

/** The same text. One that was put together is a tree of its parts, which is walked each time it is written. */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
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
    this.lines = inOnePiece(`${lines}\r\n`);
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
  writing: Writing,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { isHead, scope, written } = writing;
  const chunks = body[Symbol.asyncIterator]();
  const first = isHead ? undefined : await scope.within(chunks.next());
  writeHead(response, status, head, writing);
  try {
    for (let chunk = first; chunk && !chunk.done; chunk = await scope.within(chunks.next())) {
      if (response.destroyed) break;
      if (!response.write(chunk.value)) {
        scope.hold();
        boundReader(response, writing);
        await drained(response);
        if (response.destroyed) break;
        response.req.socket.setTimeout(0); // while the next part is made nothing can be taken
      }
      written.writtenBytes += chunk.value.byteLength;
      scope.extend();
    }
    response.end();
    if (!isTaken(response)) boundReader(response, writing);
  } finally {
    void chunks.return?.()?.catch(() => undefined); // a body that hangs would hang here, too
  }
}

/** Undocumented field in which node:http of 20 to 24 keeps the keep-alive time. It is not documented. */
interface Timed {
  _keepAliveTimeout: number;
}

/** Writes a head by node:http, with how long an idle connection is kept: it is not node:http that closes it. */
function writeHead(response: ServerResponse, status: number, head: ReplyHead, { own, keepAliveMs }: Writing): void {
  if (isTimed(response)) response._keepAliveTimeout = keepAliveMs;
  response.writeHead(status, head.all.concat(own));
}

function isTimed(response: object): response is Timed {
  return '_keepAliveTimeout' in response;
}

/** Resolves when more may be written, or when the connection is closed. */
async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => undefined);
  settled.abort();
}
