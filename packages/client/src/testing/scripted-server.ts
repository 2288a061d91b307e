import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Step = (request: IncomingMessage, response: ServerResponse) => void;

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  /** The requests so far. */
  readonly requests: readonly IncomingMessage[];
}

/** A server on a free port that answers the n-th request with the n-th step, and all further ones with the last. */
export async function scriptedServer(steps: readonly Step[]): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    steps[Math.min(requests.length, steps.length) - 1]!(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer of JSON. */
export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** A refusal as the service writes it. */
export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Step {
  const error = {
    code,
    message: `${code}.`,
    documentation_url: `http://h/docs/errors#${code}`,
    request_id: 'r1',
    details: {},
  };
  return answer(status, { error }, { 'x-request-id': 'r1', ...headers });
}

/** Ends the connection in the middle of the answer. */
export const cutAnswer: Step = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"status":', () => response.destroy());
};

/** Never answers. */
export const silence: Step = () => undefined;
