import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderError } from '../../errors/error.js';
import type { Reply } from '../../http.js';
import type { HttpRequest } from '../answer/http-request.js';
import type { Encode } from './encode-reply.js';
import { bodyReader, type ReadBody } from './read-body.js';
import { type Arrival, readRequest } from './read-request.js';
import { writeReply } from './write-reply.js';

/** One request, over: what an access log needs. */
export interface FinishedRequest {
  /** Absent when the request was refused before it could be read. */
  readonly request?: HttpRequest;
  readonly requestId: string;
  readonly status: number;
  readonly bodyBytes: number;
  readonly elapsedMs: number;
  /** Whether the caller disconnected before the whole answer was written. */
  readonly aborted: boolean;
}

/** What all requests of one listener share. */
export interface Serving {
  readonly answer: (request: HttpRequest, readBody: ReadBody) => Promise<Reply>;
  readonly arrive: () => Arrival;
  readonly encode: Encode;
  /** On every answer, under those of the reply. */
  readonly headers: Readonly<Record<string, string>>;
  readonly noProgressMs: number;
  readonly report: ((thrown: unknown, requestId: string) => void) | undefined;
  readonly finished: ((finished: FinishedRequest) => void) | undefined;
  /** The last response of each connection. */
  readonly inFlight: WeakMap<Duplex, ServerResponse>;
  /** Connections that are closed after the answer under way. */
  readonly closing: WeakSet<Duplex>;
}

/** Reads, answers and writes one request. What `answer` throws becomes `internal_error`. */
export async function serveRequest(
  serving: Serving,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { inFlight, closing, noProgressMs, report } = serving;
  const arrival = serving.arrive();
  inFlight.set(message.socket, response);
  message.on('error', () => undefined); // the caller disconnected; `close` follows
  const request = readRequest(message, arrival);
  const body = { bytes: 0 };
  reportWhenFinished(serving, response, { ...('refused' in request ? {} : { request }), arrival, startedAt, body });

  const headers = { ...serving.headers, 'x-request-id': arrival.requestId };
  const options = { head: message.method === 'HEAD', headers, noProgressMs };
  try {
    if ('refused' in request) closing.add(message.socket);
    const reply = 'refused' in request ? request.refused : await encodedAnswer(serving, request, message);
    body.bytes = await writeReply(response, reply, options);
  } catch (thrown) {
    report?.(thrown, arrival.requestId);
    if (response.headersSent) response.destroy();
    else body.bytes = await writeReply(response, renderError(thrown, 'json', arrival), options);
  }
}

async function encodedAnswer(
  { answer, encode }: Serving,
  request: HttpRequest,
  message: IncomingMessage,
): Promise<Reply> {
  return encode(await answer(request, bodyReader(message)), {
    acceptEncoding: request.headers.get('accept-encoding'),
    ifNoneMatch: request.headers.get('if-none-match'),
  });
}

/** Calls `finished` when the response is closed, written or not. */
function reportWhenFinished(
  { finished }: Serving,
  response: ServerResponse,
  facts: {
    readonly request?: HttpRequest;
    readonly arrival: Arrival;
    readonly startedAt: number;
    readonly body: { readonly bytes: number };
  },
): void {
  if (!finished) return;
  const { request, arrival, startedAt, body } = facts;
  response.once('close', () => {
    finished({
      ...(request ? { request } : {}),
      requestId: arrival.requestId,
      status: response.statusCode,
      bodyBytes: body.bytes,
      elapsedMs: performance.now() - startedAt,
      aborted: !response.writableFinished,
    });
  });
}
