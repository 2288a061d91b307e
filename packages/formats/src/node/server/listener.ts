import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EpochMs } from '@loadcast/core';
import { renderError } from '../../errors/error.js';
import type { Reply } from '../../http.js';
import type { HttpRequest } from '../answer/http-request.js';
import { refusalOfClientError, writeRefusal } from './client-error.js';
import { createEncoder } from './encode-reply.js';
import { bodyReader, type ReadBody } from './read-body.js';
import { type Arrival, readRequest } from './read-request.js';
import { refusalReply } from './refusal.js';
import { securityHeaders } from './security-headers.js';
import { MAX_CONNECTIONS, NO_PROGRESS_MS } from './server-options.js';
import { writeReply } from './write-reply.js';

/** One request, over: what an access log needs. */
export interface FinishedRequest {
  /** Absent when the request was refused before it could be read. */
  readonly request?: HttpRequest;
  readonly requestId: string;
  readonly status: number;
  readonly bodyBytes: number;
  readonly elapsedMs: number;
  /** Whether the caller went away before the answer was all written. */
  readonly aborted: boolean;
}

export interface ListenerOptions {
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Answers a request; a body that it does not read is thrown away. What it throws becomes `internal_error`. */
  readonly answer: (request: HttpRequest, readBody: ReadBody) => Promise<Reply>;
  readonly now?: () => EpochMs;
  readonly newRequestId?: () => string;
  /** Called for what should never be thrown. */
  readonly report?: (thrown: unknown, requestId: string) => void;
  readonly finished?: (finished: FinishedRequest) => void;
  /** A response whose reader takes nothing for this long is cut off. */
  readonly noProgressMs?: number;
}

/**
 * Attaches an answering function to a node:http server made with `SERVER_OPTIONS`, hardened: malformed requests get a
 * written answer, nobody may be silent for long, and every answer carries `X-Request-Id` and the security headers.
 */
export function listenWith<S extends Server>(server: S, options: ListenerOptions): S {
  const {
    baseUrl,
    answer,
    now = Date.now,
    newRequestId = randomUUID,
    report,
    finished,
    noProgressMs = NO_PROGRESS_MS,
  } = options;
  const standing = securityHeaders(baseUrl);
  const encode = createEncoder();
  const inFlight = new WeakMap<Duplex, ServerResponse>();
  const closing = new WeakSet<Duplex>();
  const arrive = (): Arrival => ({ receivedAt: now(), requestId: newRequestId(), baseUrl });

  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = 0; // any other number silently drops the rest; the hand check counts them
  server.maxRequestsPerSocket = 0;

  async function answered(request: HttpRequest, message: IncomingMessage): Promise<Reply> {
    const acceptEncoding = request.headers.get('accept-encoding');
    return encode(await answer(request, bodyReader(message)), {
      acceptEncoding,
      ifNoneMatch: request.headers.get('if-none-match'),
    });
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const arrival = arrive();
    inFlight.set(message.socket, response);
    message.on('error', () => undefined); // the caller went away: `close` tells
    const request = readRequest(message, arrival);
    let bodyBytes = 0;
    response.once('close', () => {
      finished?.({
        ...('refused' in request ? {} : { request }),
        requestId: arrival.requestId,
        status: response.statusCode,
        bodyBytes,
        elapsedMs: performance.now() - startedAt,
        aborted: !response.writableFinished,
      });
    });

    const head = message.method === 'HEAD';
    const headers = { ...standing, 'x-request-id': arrival.requestId };
    try {
      if ('refused' in request) closing.add(message.socket);
      const reply = 'refused' in request ? request.refused : await answered(request, message);
      bodyBytes = await writeReply(response, reply, { head, headers, noProgressMs });
    } catch (thrown) {
      report?.(thrown, arrival.requestId);
      if (response.headersSent) response.destroy();
      else
        bodyBytes = await writeReply(response, renderError(thrown, 'json', arrival), { head, headers, noProgressMs });
    }
  }

  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    if (closing.has(message.socket)) return; // what stands behind a refused request is not to be trusted
    serve(message, response).catch((thrown) => {
      report?.(thrown, 'unknown');
      response.destroy();
    });
  };
  server.on('request', onRequest);
  server.on('checkContinue', onRequest); // no `100 Continue`: the answer comes at once, whatever was to follow
  server.on('checkExpectation', (_message: IncomingMessage, response: ServerResponse) => {
    const arrival = arrive();
    const reply = refusalReply({ status: 417, what: 'Expect', expected: '100-continue or nothing' }, arrival);
    const headers = { ...standing, 'x-request-id': arrival.requestId };
    void writeReply(response, reply, { head: false, headers, noProgressMs });
  });
  server.on('clientError', (error: Error, socket: Duplex) => {
    const refuse = (): void => writeRefusal(socket, refusalOfClientError(error), arrive());
    socket.on('error', () => undefined);
    const before = inFlight.get(socket);
    if (closing.has(socket)) socket.end();
    else if (before && !before.writableEnded) before.once('close', refuse);
    else refuse();
  });
  return server;
}
