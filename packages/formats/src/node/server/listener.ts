import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EpochMs } from '@loadcast/core';
import type { HttpRequest, Reply } from '../../http.js';
import { createScopes, UNBOUNDED } from '../answer/request-scope.js';
import { createEncoder } from '../encoding/encode-reply.js';
import { type Connections, limitConnections, type OpenConnection } from './connections.js';
import type { ReadBody } from './read/read-body.js';
import { type Arrival, refused } from './read/read-request.js';
import { type Refusal, refusalError, refusalReply } from './refusal.js';
import { createRequestIds } from './request-ids.js';
import { securityHeaders } from './security-headers.js';
import {
  broken,
  type Connection,
  Exchange,
  type FinishedRequest,
  newConnection,
  type Serving,
  serveRequest,
} from './serve-request.js';
import { ANSWER_WITHIN_MS, NO_PROGRESS_MS } from './server-options.js';

export interface ListenerOptions {
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Answers a request; a body that it does not read is thrown away. Any error it throws becomes `internal_error`. */
  readonly answer: (request: HttpRequest, readBody: ReadBody) => Reply | Promise<Reply>;
  readonly now?: () => EpochMs;
  readonly newRequestId?: () => string;
  /** Called with what `answer` throws. */
  readonly report?: (thrown: unknown, requestId: string) => void;
  /** Called when a response is closed, and for requests that were refused unread. */
  readonly finished?: (finished: FinishedRequest) => void;
  /** A connection whose reader takes nothing for this long is closed, ms. */
  readonly noProgressMs?: number;
  /** An answer, or its next part, that takes longer to make becomes `unavailable`, ms. */
  readonly answerWithinMs?: number;
  /** Whether Strict-Transport-Security binds subdomains too. */
  readonly hstsSubdomains?: boolean;
  /** The server's connections; bounded by the usual limits if omitted. */
  readonly connections?: Connections;
}

/**
 * Attaches an answering function to a node:http server made with `SERVER_OPTIONS`, hardened: malformed requests get a
 * written answer, idle and slow connections are closed, and every answer carries `X-Request-Id` and the security headers.
 */
export function listenWith<S extends Server>(server: S, options: ListenerOptions): S {
  const { connections = limitConnections(server) } = options;
  const { keepAliveTimeout: keepAliveMs } = server;
  server.keepAliveTimeout = 0;
  connections.closeIdleAfter(keepAliveMs);
  const serving = servingOf(options, keepAliveMs);
  const { begin, connectionOf } = requestsOf(serving, (socket) => connections.of(socket));
  server.maxHeadersCount = 0; // any other number drops the rest without a sign; `readRequest` counts them
  server.maxRequestsPerSocket = 0;

  server.on('request', (message, response) => begin(message, response));
  // `100 Continue` is written at the first read of the body.
  server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => begin(message, response));
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    const expected = '100-continue or nothing';
    begin(message, response, { code: 'expectation_failed', what: 'Expect', expected });
  });
  // Nothing came or was taken for too long. Without a listener node:http would close the connection as well, and not say why.
  server.on('timeout', (socket) => {
    connectionOf(socket).isStalled = true;
    socket.destroy();
  });
  // Its type leaves open what a server of node:http has.
  server.on('clientError', (error: Error, socket) =>
    onClientError(serving, connectionOf(socket as Socket), error, socket as Socket),
  );
  return server;
}

/**
 * A handler for a server that has other routes: node:http, Express, or Fastify's raw request after `reply.hijack()`. It answers one
 * request and leaves the limits, timeouts and listeners of its host alone.
 */
export function handleWith(
  options: Omit<ListenerOptions, 'connections'>,
): (message: IncomingMessage, response: ServerResponse) => void {
  const { begin } = requestsOf(servingOf(options, 0), ({ remoteAddress: address = '' }) => ({
    address,
    busy() {},
    idle() {},
  }));
  return (message: IncomingMessage & { originalUrl?: string }, response) => {
    message.url = message.originalUrl ?? message.url ?? ''; // Express cuts off the path of a mount
    begin(message, response);
  };
}

/** Begins requests, and knows their connections. */
function requestsOf(serving: Serving, open: (socket: Socket) => OpenConnection) {
  const known = new WeakMap<Socket, Connection>();
  const connectionOf = (socket: Socket): Connection => {
    const before = known.get(socket);
    if (before) return before;
    const connection = newConnection(open(socket));
    known.set(socket, connection);
    socket.once('close', () => connection.waiting.forEach((over) => void over()));
    return connection;
  };
  const begin = (message: IncomingMessage, response: ServerResponse, refusal?: Refusal): void => {
    const connection = connectionOf(message.socket);
    if (connection.isClosing) return; // bytes after a refused request may be part of an attack
    const exchange = new Exchange(connection, message, response, serving.scopes.open());
    connection.newest = exchange;
    try {
      serveRequest(serving, exchange, refusal);
    } catch (thrown) {
      broken(serving, exchange, thrown);
    }
  };
  return { begin, connectionOf };
}

function servingOf(options: ListenerOptions, keepAliveMs: number): Serving {
  const { baseUrl, answer, now = Date.now, newRequestId = createRequestIds(), report, finished } = options;
  return {
    answer,
    arrive: (scope) => ({ receivedAt: now(), requestId: newRequestId(), baseUrl, scope }),
    encode: createEncoder(),
    scopes: createScopes(options.answerWithinMs ?? ANSWER_WITHIN_MS),
    headers: Object.entries(securityHeaders(baseUrl, options.hstsSubdomains)).flat(),
    noProgressMs: options.noProgressMs ?? NO_PROGRESS_MS,
    keepAliveMs,
    ...(report && { report }),
    ...(finished && { finished }),
  };
}

/** Answers what Node's parser could not read; when that is the rest of a request under way, through its own answer. */
function onClientError(serving: Serving, connection: Connection, error: Error, socket: Socket): void {
  socket.on('error', () => undefined);
  if (connection.isClosing) return;
  connection.isClosing = true;
  if (!socket.writable) {
    socket.destroy(); // reset by the caller: no one is left to answer
    return;
  }
  const refusal = refusalOfClientError(error);
  const { newest: exchange } = connection;
  if (!exchange) refuse(serving, socket, refusal);
  else if (exchange.message.complete) whenAnswered(exchange, () => refuse(serving, socket, refusal));
  else {
    exchange.isLast = true;
    exchange.body.fail(refusalError(refusal));
    whenAnswered(exchange, () => socket.destroy());
  }
}

function refuse({ arrive, finished }: Serving, socket: Socket, refusal: Refusal): void {
  const arrival = arrive(UNBOUNDED);
  const bodyBytes = writeRefusal(socket, refusal, arrival);
  const { code, refused: reply } = refused(refusal, arrival);
  finished?.({
    refusal: code,
    requestId: arrival.requestId,
    remoteAddress: socket.remoteAddress ?? '',
    status: reply.status,
    bodyBytes,
    elapsedMs: 0,
    cut: bodyBytes === 0 ? 'caller_gone' : undefined,
  });
}

function whenAnswered({ response }: Exchange, then: () => void): void {
  if (response.writableEnded) then();
  else response.once('close', then);
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { code: 'header_too_large', what: 'headers', expected: 'at most 16 KiB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'bad_request', what: 'body', expected: 'no chunk extensions' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', what: 'request', expected: 'all of it within 10 seconds' },
  HPE_INVALID_METHOD: { code: 'not_implemented', what: 'method', expected: 'GET, HEAD or OPTIONS' },
};
const MALFORMED: Refusal = { code: 'bad_request', what: 'request', expected: 'well-formed HTTP/1.1' };

export function refusalOfClientError(error: Error & { code?: string; rawPacket?: Uint8Array }): Refusal {
  const isText = /^[A-Za-z]/.test(String.fromCharCode(error.rawPacket?.[0] ?? 0));
  if (error.code === 'HPE_INVALID_METHOD' && !isText) return MALFORMED; // a TLS hello has no method
  return REFUSALS[error.code ?? ''] ?? MALFORMED;
}

/**
 * Writes an answer to a request that Node could not parse, then closes: there is no ServerResponse to write it with.
 *
 * @returns bytes of body handed over; 0 when no one could read them
 */
function writeRefusal(socket: Duplex, refusal: Refusal, arrival: Arrival): number {
  if (!socket.writable) {
    socket.destroy();
    return 0;
  }
  const { status, headers, body } = refusalReply(refusal, arrival);
  const text = String(body);
  const lines = Object.entries({
    ...securityHeaders(arrival.baseUrl),
    ...headers,
    'x-request-id': arrival.requestId,
    date: new Date(arrival.receivedAt).toUTCString(),
    'content-length': String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy());
  return Buffer.byteLength(text);
}
