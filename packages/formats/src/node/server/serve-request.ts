import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { ErrorCode } from '@loadcast/core';
import { errorCodeOf, renderError } from '../../errors/error.js';
import type { EncodedReply, HttpRequest, Reply, RequestScope } from '../../http.js';
import { CallerGone, type OpenScope, type Scopes } from '../answer/request-scope.js';
import type { Encode } from '../encoding/encode-reply.js';
import { Encoded } from '../encoding/encoded.js';
import type { OpenConnection } from './connections.js';
import { hasHeader } from './read/raw-headers.js';
import { type ReadBody, type RequestBody, requestBody } from './read/read-body.js';
import type { HeaderMemory } from './read/read-headers.js';
import { type Arrival, type Refused, readRequest, refused } from './read/read-request.js';
import type { Refusal } from './refusal.js';
import { isTaken, writeReply } from './write-reply.js';

/** One request, over: what an access log needs. */
export interface FinishedRequest {
  /** Absent when the request was refused before it could be read. */
  readonly request?: HttpRequest | undefined;
  /** Why it was refused before it was looked into. */
  readonly refusal?: ErrorCode | undefined;
  readonly requestId: string;
  /** Address of the peer that holds the connection, which may be a proxy. */
  readonly remoteAddress: string;
  readonly status: number;
  /** Bytes of body that were really sent. */
  readonly bodyBytes: number;
  readonly elapsedMs: number;
  /** Why not all of the answer was taken; undefined: it was. */
  readonly cut: Cut | undefined;
}

/**
 * How an answer ends early. Its caller left; its reader took nothing for `noProgressMs`; a part of it took too long to make, or
 * could not be made, after others were sent.
 */
export type Cut = 'caller_gone' | 'reader_stalled' | 'answer_late' | 'answer_failed';

export interface Serving {
  answer(request: HttpRequest, readBody: ReadBody): Reply | Promise<Reply>;
  arrive(scope: RequestScope): Arrival;
  readonly encode: Encode;
  readonly scopes: Scopes;
  /** Headers of every answer, name and value in turn. */
  readonly headers: readonly string[];
  readonly noProgressMs: number;
  /** How long an idle connection is kept, ms; 0 is for ever. */
  readonly keepAliveMs: number;
  report?(thrown: unknown, requestId: string): void;
  finished?(finished: FinishedRequest): void;
}

/** A connection as its requests see it. */
export interface Connection extends HeaderMemory {
  readonly open: OpenConnection;
  newest?: Exchange;
  /** Nothing more is read: the last answer is written, or under way. */
  isClosing: boolean;
  /** It was closed because nothing was taken from it. */
  isStalled: boolean;
  /** Ends the answers that are not over, when it closes. */
  readonly waiting: Set<() => void>;
}

export const newConnection = (open: OpenConnection): Connection => ({
  open,
  isClosing: false,
  isStalled: false,
  waiting: new Set(),
});

export class Exchange {
  readonly connection: Connection;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly scope: OpenScope;
  readonly startedAt = performance.now();
  /** Bytes of body that the system took. */
  writtenBytes = 0;
  /** Whether the connection closes after its answer. */
  isLast = false;
  cut: Cut | undefined;
  #body: RequestBody | undefined;

  constructor(connection: Connection, message: IncomingMessage, response: ServerResponse, scope: OpenScope) {
    this.connection = connection;
    this.message = message;
    this.response = response;
    this.scope = scope;
  }

  get body(): RequestBody {
    this.#body ??= requestBody(this.message, this.response);
    return this.#body;
  }
}

/**
 * Reads one request, answers it, and writes the answer: at once, where nothing must be waited for.
 *
 * @param refusal answers it without looking into it
 */
export function serveRequest(serving: Serving, exchange: Exchange, refusal?: Refusal): void {
  const { connection, message, response, scope } = exchange;
  const arrival = serving.arrive(scope);
  const request = refusal ? refused(refusal, arrival) : readRequest(message, arrival, connection);
  if ('refused' in request) connection.isClosing = true;
  connection.open.busy();
  const work = served(serving, exchange, request, arrival);
  if (!(work instanceof Promise) && isTaken(response)) finished(serving, exchange, request, arrival.requestId);
  else whenOver(exchange, () => finished(serving, exchange, request, arrival.requestId));
  if (work instanceof Promise) work.catch((thrown) => broken(serving, exchange, thrown));
}

/** Calls back once, when an answer is over. node:http does not close one that waits behind another when its connection closes. */
function whenOver({ connection: { waiting }, response }: Exchange, then: () => void): void {
  const over = (): void => {
    if (waiting.delete(over)) then();
  };
  waiting.add(over);
  response.once('close', over);
}

/** The end of a request whose answer failed when no other answer is possible. */
export function broken({ report }: Serving, { response }: Exchange, thrown: unknown): void {
  report?.(thrown, 'unknown');
  response.destroy();
}

/** Answers a request and writes the answer. @returns a promise only if the request has to wait */
function served(
  serving: Serving,
  exchange: Exchange,
  request: HttpRequest | Refused,
  arrival: Arrival,
): void | Promise<void> {
  const { requestId } = arrival;
  try {
    if ('refused' in request) {
      const answer = { encoded: new Encoded(request.refused), own: NO_HEADERS };
      return caught(write(serving, exchange, answer, requestId));
    }
    const made = answered(serving, request, exchange);
    if (!(made instanceof Promise)) return caught(write(serving, exchange, made, requestId));
    const inTime = Promise.resolve(exchange.scope.withinGrace(made));
    return caught(inTime.then((answer) => write(serving, exchange, answer, requestId)));
  } catch (thrown) {
    return failed(serving, exchange, request, arrival, thrown);
  }

  function caught(work: void | Promise<void>): void | Promise<void> {
    return work?.catch((thrown) => failed(serving, exchange, request, arrival, thrown));
  }
}

/** Answers a request whose answer failed, as far as anything can be answered. */
function failed(
  serving: Serving,
  exchange: Exchange,
  request: HttpRequest | Refused,
  arrival: Arrival,
  thrown: unknown,
): void | Promise<void> {
  const { response } = exchange;
  const isGone = thrown instanceof CallerGone;
  if (!isGone) serving.report?.(thrown, arrival.requestId);
  // An error of a request whose caller left would be counted as the service's, and has no reader.
  if (isGone || response.headersSent || response.destroyed) {
    if (!isGone) exchange.cut = thrown === exchange.scope.over ? 'answer_late' : 'answer_failed';
    response.destroy();
    return undefined;
  }
  if ('trace' in request && request.trace) request.trace.errorCode = errorCodeOf(thrown);
  const encoded = new Encoded(renderError(thrown, 'json', arrival));
  return write(serving, exchange, { encoded, own: NO_HEADERS }, arrival.requestId);
}

const NO_HEADERS: Answer['own'] = {};

interface Answer {
  readonly encoded: EncodedReply;
  /** Headers of this answer alone. */
  readonly own: Readonly<Record<string, string>>;
}

function answered(serving: Serving, request: HttpRequest, exchange: Exchange): Answer | Promise<Answer> {
  const { scope } = exchange;
  const reply = serving.answer(request, async (mostBytes) => scope.within(exchange.body.read(mostBytes)));
  return reply instanceof Promise
    ? reply.then((made) => encoded(serving, request, scope, made))
    : encoded(serving, request, scope, reply);
}

function encoded({ encode }: Serving, request: HttpRequest, scope: OpenScope, reply: Reply): Answer | Promise<Answer> {
  if (scope.over instanceof CallerGone) throw scope.over;
  const own = reply.own ?? NO_HEADERS;
  const form = encode(reply, request.headers.get('accept-encoding'), scope);
  if (!(form instanceof Promise)) return { encoded: form, own };
  // The error of a request whose time is up is still sent.
  const inTime = Promise.resolve(scope.over ? form : scope.within(form));
  return inTime.then((made) => ({ encoded: made, own }));
}

function write(
  { headers: common, noProgressMs, keepAliveMs }: Serving,
  exchange: Exchange,
  { encoded, own }: Answer,
  requestId: string,
): void | Promise<void> {
  const { message, response, scope } = exchange;
  const lines = ['x-request-id', requestId];
  for (const name in own) if (encoded.headers[name] === undefined) lines.push(name, own[name]!);
  const isLast = exchange.isLast || isUnread(message);
  if (isLast && encoded.headers['connection'] === undefined) lines.push('connection', 'close');
  const isHead = message.method === 'HEAD';
  return writeReply(response, encoded, {
    isHead,
    common,
    own: lines,
    scope,
    noProgressMs,
    keepAliveMs,
    written: exchange,
  });
}

/** Ends the request's scope and reports it: its answer is taken, or its caller gave it up. */
function finished(
  { finished: report }: Serving,
  exchange: Exchange,
  request: HttpRequest | Refused,
  requestId: string,
): void {
  const { connection, message, response, scope, startedAt, writtenBytes, cut } = exchange;
  const endedAt = performance.now();
  scope.close();
  if (connection.newest === exchange) rest(connection, message.socket, endedAt);
  const { writableFinished: isWhole } = response;
  const isRefused = 'refused' in request;
  report?.({
    request: isRefused ? undefined : request,
    refusal: isRefused ? request.code : undefined,
    requestId,
    remoteAddress: connection.open.address,
    status: response.statusCode,
    bodyBytes: writtenBytes,
    elapsedMs: endedAt - startedAt,
    cut: isWhole ? undefined : (cut ?? (connection.isStalled ? 'reader_stalled' : 'caller_gone')),
  });
}

/** The connection is idle until its next request: it is not for its reader to take anything. */
function rest({ open }: Connection, socket: Socket, since: number): void {
  open.idle(since);
  if (socket.timeout) socket.setTimeout(0);
}

/** Whether an announced body is incomplete: the next bytes on the connection would be taken for it. */
function isUnread(message: IncomingMessage): boolean {
  const { rawHeaders } = message;
  if (!hasHeader(rawHeaders, 'content-length') && !hasHeader(rawHeaders, 'transfer-encoding')) return false;
  if (message.complete) return false;
  const { headers } = message; // made when they are first read
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
