import type { IncomingMessage } from 'node:http';
import type { EpochMs } from '@loadcast/core';
import type { Reply, RequestScope } from '../../../http.js';
import type { HttpRequest } from '../../answer/http-request.js';
import { remembered } from '../../remembered.js';
import { type Refusal, type RefusalCode, refusalReply } from '../refusal.js';
import { MAX_HEADERS } from '../server-options.js';
import { splitTarget, type Target } from './target.js';

/** What every request is given on arrival, before it is read. */
export interface Arrival {
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly scope: RequestScope;
}

const targetOf = remembered(splitTarget);
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']);
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/** A request that is answered without being looked into, and whose connection is closed. */
export interface Refused {
  readonly refused: Reply;
  readonly code: RefusalCode;
}

/**
 * Reads a request of node:http, checking by hand what Node lets through.
 *
 * @returns the request, or the answer that refuses it, after which the connection must be closed
 */
export function readRequest(message: IncomingMessage, arrival: Arrival): HttpRequest | Refused {
  const headers = readHeaders(message.rawHeaders);
  const target = targetOf(message.url ?? '');
  const method = message.method ?? '';
  const refusal =
    refusalOf(message, headers) ??
    hostRefusal(message, headers, target, arrival.baseUrl) ??
    (BODILESS.has(method) ? bodyRefusal(headers) : undefined);
  if (refusal) return refused(refusal, arrival);
  if (!target || (target.path === '*' && method !== 'OPTIONS')) {
    return refused({ code: 'bad_request', what: 'request target', expected: 'a path' }, arrival);
  }
  return {
    receivedAt: arrival.receivedAt,
    requestId: arrival.requestId,
    baseUrl: arrival.baseUrl,
    connection: message.socket,
    scope: arrival.scope,
    trace: {},
    method,
    path: target.path,
    query: target.query,
    headers: headers.plain,
    authorization: headers.authorization,
    cookie: headers.cookie,
    remoteAddress: message.socket.remoteAddress ?? '',
  };
}

export function refused(refusal: Refusal, arrival: Arrival): Refused {
  return { refused: refusalReply(refusal, arrival), code: refusal.code };
}

/** The headers of a request, those that carry secrets apart. */
interface ReadHeaders {
  /** Lower-case names. A header sent twice has its values joined by `, `. */
  readonly plain: Map<string, string>;
  /** The first of each. */
  authorization?: string;
  cookie?: string;
  /** How often each of those was sent that may be sent once. */
  authorizations: number;
  hosts: number;
  transferEncodings: number;
}

/** Reads every value of every header in one pass: `message.headers` drops repeated ones. */
function readHeaders(raw: readonly string[]): ReadHeaders {
  const plain = new Map<string, string>();
  const headers: ReadHeaders = { plain, authorizations: 0, hosts: 0, transferEncodings: 0 };
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    const value = raw[i + 1]!;
    if (name === 'authorization') {
      headers.authorization ??= value;
      headers.authorizations++;
    } else if (name === 'cookie') {
      headers.cookie = headers.cookie === undefined ? value : `${headers.cookie}; ${value}`;
    } else if (name !== 'proxy-authorization') {
      if (name === 'host') headers.hosts++;
      else if (name === 'transfer-encoding') headers.transferEncodings++;
      const before = plain.get(name);
      plain.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return headers;
}

function refusalOf(message: IncomingMessage, headers: ReadHeaders): Refusal | undefined {
  if (message.httpVersion !== '1.1' && message.httpVersion !== '1.0') {
    return { code: 'version_not_supported', what: 'HTTP version', expected: '1.0 or 1.1' };
  }
  if (message.rawHeaders.length > 2 * MAX_HEADERS) {
    return { code: 'header_too_large', what: 'headers', expected: `at most ${MAX_HEADERS}` };
  }
  if (headers.authorizations > 1) {
    return { code: 'bad_request', what: 'Authorization', expected: 'one header' };
  }
  const coding = headers.plain.get('transfer-encoding');
  if (coding !== undefined && (headers.transferEncodings > 1 || coding.trim().toLowerCase() !== 'chunked')) {
    return { code: 'not_implemented', what: 'Transfer-Encoding', expected: 'none, or chunked' };
  }
  return undefined;
}

function hostRefusal(
  message: IncomingMessage,
  { hosts, plain }: ReadHeaders,
  target: Target | undefined,
  baseUrl: string,
): Refusal | undefined {
  const host = plain.get('host');
  const needed = message.httpVersion === '1.1' ? 1 : 0;
  if (hosts > 1 || hosts < needed || (host !== undefined && !HOST.test(host))) {
    return { code: 'bad_request', what: 'Host', expected: 'one header with a valid host' };
  }
  if (target?.authority === undefined) return undefined;
  const isOwn = target.authority === host?.toLowerCase() || target.authority === new URL(baseUrl).host;
  return isOwn
    ? undefined
    : { code: 'misdirected_request', what: 'request target', expected: 'a path, or an address of this service' };
}

function bodyRefusal({ plain }: ReadHeaders): Refusal | undefined {
  const lengths = plain.get('content-length') ?? '0';
  const empty = !plain.has('transfer-encoding') && /^\s*0+\s*(?:,\s*0+\s*)*$/.test(lengths);
  return empty ? undefined : { code: 'bad_request', what: 'body', expected: 'no body' };
}
