import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ReplyHead } from '../../http.js';
import { remembered } from '../remembered.js';
import { hasHeader } from './read/raw-headers.js';

/** What the head of one answer has that its reply has not. */
export interface OfOneAnswer {
  /** Headers of this answer alone, name and value in turn. */
  readonly own: readonly string[];
  /** How long the server keeps an idle connection, ms; 0 is for ever. */
  readonly keepAliveMs: number;
}

/**
 * Private fields of node:http 20 to 26: the text of the head, and whether it was sent. node-http-canary.test.ts holds them:
 * where one is missing, `writeWhole` writes nothing.
 */
interface Headed {
  _header: string;
  _headerSent: boolean;
}

/**
 * Writes a whole answer to its connection in one piece, with the headers and the body that `writeHead` and `end` of node:http
 * would send, and ends the response once the system has taken them: which request is next, what happens to the connection, and when the response is over
 * remain with node:http.
 *
 * @param body text that begins with the lines of `head`, without a character beyond U+00FF; bytes; undefined: the head alone is sent
 * @returns false, with nothing written, where that is not certain to be the same: behind another answer of a pipeline, on a
 *   connection that is to close or was closed, for HTTP/1.0 and `Expect`, and for headers that change how a body is framed
 * @throws {TypeError} a name or a value of `own` that no header may have
 */
export function writeWhole(
  response: ServerResponse,
  status: number,
  head: ReplyHead,
  body: string | Uint8Array | undefined,
  { own, keepAliveMs }: OfOneAnswer,
): boolean {
  const { socket, req } = response;
  if (socket === null || !socket.writable || !response.shouldKeepAlive || response.headersSent) return false;
  if (req.httpVersion !== '1.1' || hasHeader(req.rawHeaders, 'expect')) return false;
  if (head.start === undefined || !isHeaded(response)) return false;
  const ownLines = linesOf(own);
  if (ownLines === undefined) return false;

  const text = `${head.start}${ownLines}${connectionLines(keepAliveMs)}`;
  response.statusCode = status;
  if (body instanceof Uint8Array) {
    socket.cork();
    socket.write(text + head.lines, 'latin1');
    socket.write(body);
    socket.uncork();
  } else socket.write(text + (body ?? head.lines), 'latin1');
  response._header = text;
  response._headerSent = true;
  // node:http takes a response that is ended for one that was sent: this one is over when its reader has taken the rest.
  if (socket.writableLength === 0) response.end();
  else socket.write('', (error) => void (error ?? response.end()));
  return true;
}

/**
 * The first lines of an answer whose length is all that its own headers say of its framing.
 *
 * @param framing name and value in turn
 * @returns undefined where they say more
 */
export function startOf(status: number, framing: readonly string[]): string | undefined {
  const [name, value, ...others] = framing;
  if (others.length > 0 || (name !== undefined && name !== 'content-length')) return undefined;
  const length = name === undefined ? '' : `${name}: ${value}\r\n`;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${length}`;
}

/** Headers that node:http looks at: they decide how a body is framed, and whether the connection stays open. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'date',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

export const isFraming = (name: string): boolean => FRAMING.has(name.toLowerCase());

const WRITABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A header as answers have it. */
interface KnownHeader {
  readonly isFraming: boolean;
  /** The last value, and probably the next one: many values repeat. */
  value: string;
}

/** By name. @throws {TypeError} it is no name of a header */
const headerOf = remembered((name): KnownHeader => {
  validateHeaderName(name);
  return { isFraming: isFraming(name), value: '' };
});

/** @returns undefined where one of them decides framing */
function linesOf(own: readonly string[]): string | undefined {
  let lines = '';
  for (let i = 0; i + 1 < own.length; i += 2) {
    const name = own[i]!;
    const value = own[i + 1]!;
    const known = headerOf(name);
    if (known.isFraming) return undefined;
    if (value !== known.value) {
      if (!WRITABLE.test(value)) validateHeaderValue(name, value);
      known.value = value;
    }
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

let second = Number.NaN;
let keptMs = Number.NaN;
let lines = '';

/** `Date` and what node:http says of a connection that stays open; kept for a second. */
function connectionLines(keepAliveMs: number): string {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== second || keepAliveMs !== keptMs) {
    second = now;
    keptMs = keepAliveMs;
    const limit = keepAliveMs > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n` : '';
    lines = `Date: ${new Date(now * 1_000).toUTCString()}\r\nConnection: keep-alive\r\n${limit}`;
  }
  return lines;
}

function isHeaded(response: object): response is Headed {
  return '_header' in response && '_headerSent' in response;
}
