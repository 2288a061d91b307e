import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EpochMs } from '@loadcast/core';
import type { Reply } from '../../http.js';
import type { HttpRequest } from '../answer/http-request.js';
import { refusalOfClientError, writeRefusal } from './client-error.js';
import { createEncoder } from './encode-reply.js';
import type { ReadBody } from './read-body.js';
import { refusalReply } from './refusal.js';
import { securityHeaders } from './security-headers.js';
import { type FinishedRequest, type Serving, serveRequest } from './serve-request.js';
import { MAX_CONNECTIONS, NO_PROGRESS_MS } from './server-options.js';
import { writeReply } from './write-reply.js';

export interface ListenerOptions {
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Answers a request; a body that it does not read is discarded. What it throws becomes `internal_error`. */
  readonly answer: (request: HttpRequest, readBody: ReadBody) => Promise<Reply>;
  readonly now?: () => EpochMs;
  readonly newRequestId?: () => string;
  /** Called with what `answer` throws. */
  readonly report?: (thrown: unknown, requestId: string) => void;
  /** Called when a response is closed. */
  readonly finished?: (finished: FinishedRequest) => void;
  /** A connection whose reader takes nothing for this long is closed, ms. */
  readonly noProgressMs?: number;
}

/**
 * Attaches an answering function to a node:http server made with `SERVER_OPTIONS`, hardened: malformed requests get a
 * written answer, idle and slow connections are closed, and every answer carries `X-Request-Id` and the security headers.
 */
export function listenWith<S extends Server>(server: S, options: ListenerOptions): S {
  const serving = servingOf(options);
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = 0; // any other number drops the rest without a sign; `readRequest` counts them
  server.maxRequestsPerSocket = 0;

  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    if (serving.closing.has(message.socket)) return; // bytes after a refused request may be part of an attack
    serveRequest(serving, message, response).catch((thrown) => {
      serving.report?.(thrown, 'unknown');
      response.destroy();
    });
  };
  server.on('request', onRequest);
  server.on('checkContinue', onRequest); // no `100 Continue`: the answer is sent at once, whatever was to follow
  server.on('checkExpectation', (_message: IncomingMessage, response: ServerResponse) => {
    refuseExpectation(serving, response);
  });
  server.on('clientError', (error: Error, socket: Duplex) => onClientError(serving, error, socket));
  return server;
}

function servingOf({
  baseUrl,
  answer,
  now = Date.now,
  newRequestId = randomUUID,
  report,
  finished,
  noProgressMs = NO_PROGRESS_MS,
}: ListenerOptions): Serving {
  return {
    answer,
    arrive: () => ({ receivedAt: now(), requestId: newRequestId(), baseUrl }),
    encode: createEncoder(),
    headers: securityHeaders(baseUrl),
    noProgressMs,
    report,
    finished,
    inFlight: new WeakMap(),
    closing: new WeakSet(),
  };
}

/** The answer to an `Expect` header other than `100-continue`. */
function refuseExpectation({ arrive, headers, noProgressMs }: Serving, response: ServerResponse): void {
  const arrival = arrive();
  const reply = refusalReply({ status: 417, what: 'Expect', expected: '100-continue or nothing' }, arrival);
  const options = { head: false, headers: { ...headers, 'x-request-id': arrival.requestId }, noProgressMs };
  void writeReply(response, reply, options);
}

/** Answers what Node could not parse, after the answer under way on the same connection. */
function onClientError({ arrive, inFlight, closing }: Serving, error: Error, socket: Duplex): void {
  const refuse = (): void => writeRefusal(socket, refusalOfClientError(error), arrive());
  socket.on('error', () => undefined);
  const before = inFlight.get(socket);
  if (closing.has(socket)) socket.end();
  else if (before && !before.writableEnded) before.once('close', refuse);
  else refuse();
}
