import type { IncomingMessage } from 'node:http';
import type { EpochMs } from '@loadcast/core';
import type { HttpRequest, Reply, RequestScope } from '../../../http.js';
import { remembered } from '../../remembered.js';
import { type Refusal, type RefusalCode, refusalReply } from '../refusal.js';
import { LeanMessage } from './lean-message.js';
import { type HeaderMemory, type ReadHeaders, readHeaders } from './read-headers.js';
import { splitTarget, type Target } from './target.js';

/** Facts about a request on arrival, before it is read. */
export interface Arrival {
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly scope: RequestScope;
}

const targetOf = remembered(splitTarget);
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']);

/** A request that is answered without being looked into, and whose connection is closed. */
export interface Refused {
  readonly refused: Reply;
  readonly code: RefusalCode;
}

/**
 * Reads a request of node:http, checking by hand what Node lets through.
 *
 * @param memory of its connection
 * @returns the request, or the answer that refuses it, after which the connection must be closed
 */
export function readRequest(message: IncomingMessage, arrival: Arrival, memory: HeaderMemory): HttpRequest | Refused {
  const { rawHeaders } = message;
  const headers = readHeaders(rawHeaders, memory);
  const { authorizationAt, hasBody } = headers;
  if (message instanceof LeanMessage) message.handOver(!hasBody);
  const target = targetOf(message.url ?? '');
  const method = message.method ?? '';
  const refusal =
    versionRefusal(message) ??
    headers.refusal ??
    hostRefusal(message, headers, target, arrival.baseUrl) ??
    (hasBody && BODILESS.has(method) ? BODY_REFUSAL : undefined);
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
    authorization: authorizationAt < 0 ? undefined : rawHeaders[authorizationAt],
    cookie: headers.cookie,
    remoteAddress: message.socket.remoteAddress ?? '',
  };
}

export function refused(refusal: Refusal, arrival: Arrival): Refused {
  return { refused: refusalReply(refusal, arrival), code: refusal.code };
}

function versionRefusal({ httpVersion }: IncomingMessage): Refusal | undefined {
  return httpVersion === '1.1' || httpVersion === '1.0'
    ? undefined
    : { code: 'version_not_supported', what: 'HTTP version', expected: '1.0 or 1.1' };
}

function hostRefusal(
  message: IncomingMessage,
  { hosts, isHostValid, plain }: ReadHeaders,
  target: Target | undefined,
  baseUrl: string,
): Refusal | undefined {
  const needed = message.httpVersion === '1.1' ? 1 : 0;
  if (hosts > 1 || hosts < needed || !isHostValid) {
    return { code: 'bad_request', what: 'Host', expected: 'one header with a valid host' };
  }
  if (target?.authority === undefined) return undefined;
  const isOwn = target.authority === plain.get('host')?.toLowerCase() || target.authority === new URL(baseUrl).host;
  return isOwn
    ? undefined
    : { code: 'misdirected_request', what: 'request target', expected: 'a path, or an address of this service' };
}

const BODY_REFUSAL: Refusal = { code: 'bad_request', what: 'body', expected: 'no body' };
