import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** `performance.now()` of its arrival. */
  readonly at: number;
}

/** An upstream on 127.0.0.1 that answers correctly, except for the faults that `failNext` injects. */
export interface ScriptedServer {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** The next requests meet these, in order, `undefined` a good answer; after them all is well again. */
  failNext(...faults: readonly (Handler | undefined)[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(answer: Handler): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const faults: (Handler | undefined)[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake.invalid');
    requests.push({ path: url.pathname, query: url.searchParams, headers: request.headers, at: performance.now() });
    (faults.shift() ?? answer)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (...next) => void faults.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The query of a request. */
export function queryOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '/', 'http://fake.invalid').searchParams;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
