import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { handleWith } from './server/listener.js';

const loadcast = handleWith({
  baseUrl: 'http://here',
  answer: ({ path, query, method }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: `${method} ${path} ${query}`,
  }),
});

type Express = () => {
  use(path: string, handler: typeof loadcast): void;
  get(path: string, handler: (message: unknown, response: { send(text: string): void }) => void): void;
} & ((message: IncomingMessage, response: ServerResponse) => void);
const express = createRequire(import.meta.url)('express') as Express;

/** Servers with the route /own, and the handler for all paths that begin with /v1. */
const HOSTS: readonly { readonly name: string; readonly listen: () => Promise<Server> }[] = [
  {
    name: 'node:http',
    listen: () =>
      listening(
        createServer((message, response) => {
          if (message.url?.startsWith('/v1')) loadcast(message, response);
          else response.end('own');
        }),
      ),
  },
  {
    name: 'Express',
    listen() {
      const app = express();
      app.use('/v1', loadcast);
      app.get('/own', (_, response) => response.send('own'));
      return listening(createServer(app));
    },
  },
  {
    name: 'Fastify',
    async listen() {
      const app = fastify();
      const answer = (request: FastifyRequest, reply: FastifyReply) => {
        reply.hijack();
        loadcast(request.raw, reply.raw);
      };
      for (const path of ['/v1', '/v1/*']) app.all(path, answer);
      app.get('/own', () => 'own');
      await app.listen({ host: '127.0.0.1', port: 0 });
      return app.server;
    },
  },
];

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test.each(HOSTS)('a handler answers beside other routes of $name, on the same connection', async (host) => {
  const server = await host.listen();
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = () => ({
    keepAlive: server.keepAliveTimeout,
    headers: server.maxHeadersCount,
    connections: server.maxConnections,
    listeners: server.eventNames().map((name) => [name, server.listenerCount(name)]),
  });
  const before = limits();
  const agent = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ports = new Set<number | undefined>();
  const ask = (path: string, method = 'GET'): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request(`${base}${path}`, { agent, method }, (response) => {
        ports.add(asked.socket?.localPort);
        let text = `${response.statusCode} `;
        response.on('data', (chunk) => (text += chunk)).once('end', () => resolve(text));
      });
      asked.once('error', reject).end();
    });
  expect(await ask('/v1/regions?x=1')).toBe('200 GET /v1/regions x=1');
  expect(await ask('/own')).toBe('200 own');
  expect(await ask('/v1/regions', 'HEAD')).toBe('200 ');
  expect(await ask('/v1')).toBe('200 GET /v1 ');
  expect(ports.size).toBe(1);
  expect(limits()).toEqual(before);
});
