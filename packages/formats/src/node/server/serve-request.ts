import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@loadcast/core';
import { renderError } from '../../errors/error.js';
import type { Reply } from '../../http.js';
import type { HttpRequest } from '../answer/http-request.js';
import { CallerGone, type OpenScope, type Scopes } from '../answer/request-scope.js';
import type { Encode } from '../encoding/encode-reply.js';
import type { Connections } from './connections.js';
import type { ReadBody, RequestBody } from './read-body.js';
import { type Arrival, type Refused, readRequest, refused } from './read-request.js';
import type { Refusal } from './refusal.js';
import { writeReply } from './write-reply.js';

/** One request, over: what an access log needs. */
export interface FinishedRequest {
  /** Absent when the request was refused before it could be read. */
  readonly request?: HttpRequest;
  /** Why it was refused before it was looked into. */
  readonly refusal?: ErrorCode;
  readonly requestId: string;
  /** Of the peer that holds the connection: a proxy's, when there is one. */
  readonly remoteAddress: string;
  readonly status: number;
  /** Bytes of body that were really sent. */
  readonly bodyBytes: number;
  readonly elapsedMs: number;
  /** Whether the caller went away before the answer was all written. */
  readonly aborted: boolean;
}

/** What a listener's requests share. */
export interface Serving {
  answer(request: HttpRequest, readBody: ReadBody): Promise<Reply>;
  arrive(scope?: OpenScope): Arrival;
  readonly encode: Encode;
  readonly scopes: Scopes;
  readonly connections: Connections;
  /** Headers of every answer, name and value in turn. */
  readonly headers: readonly string[];
  readonly noProgressMs: number;
  report?(thrown: unknown, requestId: string): void;
  finished?(finished: FinishedRequest): void;
  /** The newest request of each connection. */
  readonly exchanges: WeakMap<Duplex, Exchange>;
  /** Connections on which nothing more is read: their last answer is written, or under way. */
  readonly closing: WeakSet<Duplex>;
}

/** One request and its response. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: RequestBody;
  /** Whether the connection closes after its answer. */
  isLast: boolean;
}

/** Reads one request, answers it, and writes the answer. @param refusal answers it without looking into it */
export async function serveRequest(serving: Serving, exchange: Exchange, refusal?: Refusal): Promise<void> {
  const { message, response } = exchange;
  const scope = serving.scopes.open();
  const arrival = serving.arrive(scope);
  const request = refusal ? refused(refusal, arrival) : readRequest(message, arrival);
  const isRefused = 'refused' in request;
  if (isRefused) serving.closing.add(message.socket);
  const written = { bytes: 0 };
  whenClosed(serving, exchange, { scope, request, requestId: arrival.requestId, written });

  const write = async (reply: Reply): Promise<void> => {
    const isLast = exchange.isLast || isUnread(message);
    await writeReply(response, isLast ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply, {
      head: message.method === 'HEAD',
      headers: [...serving.headers, 'x-request-id', arrival.requestId],
      noProgressMs: serving.noProgressMs,
      scope,
      written,
    });
  };
  try {
    await write(isRefused ? request.refused : await scope.withinGrace(answered(serving, request, exchange, scope)));
  } catch (thrown) {
    if (!(thrown instanceof CallerGone)) serving.report?.(thrown, arrival.requestId);
    if (response.headersSent || response.destroyed) response.destroy();
    else await write(renderError(thrown, 'json', arrival));
  }
}

async function answered(serving: Serving, request: HttpRequest, { body }: Exchange, scope: OpenScope): Promise<Reply> {
  const reply = await serving.answer(request, async (mostBytes) => scope.within(body.read(mostBytes)));
  const { headers } = request;
  const wishes = { acceptEncoding: headers.get('accept-encoding'), ifNoneMatch: headers.get('if-none-match') };
  if (scope.over instanceof CallerGone) throw scope.over;
  const encoding = serving.encode(reply, wishes, scope);
  return scope.over ? encoding : scope.within(encoding); // the error of a request whose time is up is sent all the same
}

interface Underway {
  readonly scope: OpenScope;
  readonly request: HttpRequest | Refused;
  readonly requestId: string;
  readonly written: { readonly bytes: number };
}

/** Ends the request's scope and reports it when its response closes: written, or given up by the caller. */
function whenClosed({ connections, finished }: Serving, exchange: Exchange, underway: Underway): void {
  const { message, response } = exchange;
  const { scope, request, requestId, written } = underway;
  const startedAt = performance.now();
  const free = connections.busy(message.socket);
  response.once('close', () => {
    scope.close();
    free();
    finished?.({
      ...('refused' in request ? { refusal: request.code } : { request }),
      requestId,
      remoteAddress: message.socket.remoteAddress ?? '',
      status: response.statusCode,
      bodyBytes: response.writableFinished ? written.bytes : sentBytes(message.socket, written.bytes),
      elapsedMs: performance.now() - startedAt,
      aborted: !response.writableFinished,
    });
  });
}

/** Whether a body was announced of which not all is there: what follows on the connection would be taken for it. */
function isUnread(message: IncomingMessage): boolean {
  if (message.complete) return false; // `headers` are only made when they are first read
  const { headers } = message;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Of an answer that was cut: what left this process, as far as its connection reports. */
function sentBytes(socket: Duplex, handedOver: number): number {
  return Math.max(0, handedOver - socket.writableLength);
}
