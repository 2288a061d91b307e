import type { IncomingMessage } from 'node:http';
import type { EpochMs } from '@loadcast/core';
import type { Reply, RequestScope } from '../../http.js';
import type { HttpRequest } from '../answer/http-request.js';
import { type Refusal, type RefusalCode, refusalReply } from './refusal.js';
import { MAX_HEADERS } from './server-options.js';
import { splitTarget, type Target } from './target.js';

/** What every request is given on arrival, before it is read. */
export interface Arrival {
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly scope?: RequestScope;
}

const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);
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
  const headers = headersOf(message);
  const target = splitTarget(message.url ?? '');
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
    ...arrival,
    method,
    path: target.path,
    query: target.query,
    headers: new Map([...headers].flatMap(([name, all]) => (SECRET_HEADERS.has(name) ? [] : [[name, all.join(', ')]]))),
    authorization: headers.get('authorization')?.[0],
    cookie: headers.get('cookie')?.join('; '),
    remoteAddress: message.socket.remoteAddress ?? '',
  };
}

export function refused(refusal: Refusal, arrival: Arrival): Refused {
  return { refused: refusalReply(refusal, arrival), code: refusal.code };
}

/** Every value of every header: `message.headers` drops repeated ones. */
function headersOf(message: IncomingMessage): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    const name = message.rawHeaders[i]!.toLowerCase();
    const values = headers.get(name);
    if (values) values.push(message.rawHeaders[i + 1]!);
    else headers.set(name, [message.rawHeaders[i + 1]!]);
  }
  return headers;
}

function refusalOf(message: IncomingMessage, headers: Map<string, string[]>): Refusal | undefined {
  if (message.httpVersion !== '1.1' && message.httpVersion !== '1.0') {
    return { code: 'version_not_supported', what: 'HTTP version', expected: '1.0 or 1.1' };
  }
  if (message.rawHeaders.length > 2 * MAX_HEADERS) {
    return { code: 'header_too_large', what: 'headers', expected: `at most ${MAX_HEADERS}` };
  }
  if ((headers.get('authorization')?.length ?? 0) > 1) {
    return { code: 'bad_request', what: 'Authorization', expected: 'one header' };
  }
  const codings = headers.get('transfer-encoding');
  if (codings && (codings.length > 1 || codings[0]!.trim().toLowerCase() !== 'chunked')) {
    return { code: 'not_implemented', what: 'Transfer-Encoding', expected: 'none, or chunked' };
  }
  return undefined;
}

function hostRefusal(
  message: IncomingMessage,
  headers: Map<string, string[]>,
  target: Target | undefined,
  baseUrl: string,
): Refusal | undefined {
  const hosts = headers.get('host') ?? [];
  const needed = message.httpVersion === '1.1' ? 1 : 0;
  if (hosts.length > 1 || hosts.length < needed || !hosts.every((host) => HOST.test(host))) {
    return { code: 'bad_request', what: 'Host', expected: 'one header with a valid host' };
  }
  if (target?.authority === undefined) return undefined;
  const isOwn = target.authority === hosts[0]?.toLowerCase() || target.authority === new URL(baseUrl).host;
  return isOwn
    ? undefined
    : { code: 'misdirected_request', what: 'request target', expected: 'a path, or an address of this service' };
}

function bodyRefusal(headers: Map<string, string[]>): Refusal | undefined {
  const lengths = headers.get('content-length') ?? ['0'];
  const empty = !headers.has('transfer-encoding') && lengths.every((length) => /^0+$/.test(length.trim()));
  return empty ? undefined : { code: 'bad_request', what: 'body', expected: 'no body' };
}
