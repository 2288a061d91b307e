import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { findPlan } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { describeBudgets, describeLimits } from '@loadcast/core/testing';
import { expect, vi } from 'vitest';
import { json } from '../json.js';
import { readForecastFile } from '../meter/read-forecast-file.js';
import { preferredType } from '../query/preferred-type.js';
import { queryPairs } from '../query/query.js';
import { KeptAnswers } from './answer/kept-answers.js';
import { acceptedCodings } from './encoding/content-coding.js';
import { createEncoder } from './encoding/encode-reply.js';
import { type ConnectionLimits, limitConnections } from './server/connections.js';
import { listenWith } from './server/listener.js';
import { SERVER_OPTIONS } from './server/server-options.js';

/** A server, and callers of it: one more connection for each `put`, and one that stayed and then asks. */
async function connectionFlood(limits: ConnectionLimits) {
  const server = createServer(SERVER_OPTIONS);
  const connections = limitConnections(server, limits);
  listenWith(server, { baseUrl: 'http://api.example', connections, answer: () => json(200, { there: true }) });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<Socket>();
  let opened = 0;
  let arrived = 0;
  for (const event of ['connection', 'drop']) server.on(event, () => arrived++);
  async function open(host = '127.0.0.1'): Promise<Socket> {
    const socket = connect(port, host).on('error', () => undefined);
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    const number = ++opened;
    await vi.waitUntil(() => arrived >= number, { timeout: 30_000, interval: 1 });
    return socket;
  }
  const isAnswered = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: api.example\r\n\r\n');
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return bytes.toString().startsWith('HTTP/1.1 200');
  };
  return {
    open,
    isAnswered,
    end() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

const HALF_SENT = 'GET / HTTP/1.1\r\nhost: api.example\r\nx: ';

const AT = Date.parse('2026-07-01T07:00:00.250Z');
const request = {
  method: 'GET',
  path: '/v1/forecast',
  headers: new Map<string, string>(),
  authorization: undefined,
  cookie: undefined,
  remoteAddress: '127.0.0.1',
  receivedAt: AT,
  requestId: 'one',
  baseUrl: 'http://api.example',
};

describeBudgets('formats', {
  connections: {
    bound: 120,
    bytes: 4_000,
    async open(bound) {
      const { open, isAnswered, end } = await connectionFlood({ maxConnections: bound });
      let first: Socket | undefined;
      return {
        async put(_, text) {
          const socket = await open();
          if (first) socket.write(HALF_SENT + text.slice(0, 12_000));
          first ??= socket;
        },
        honest: () => isAnswered(first!),
        end,
      };
    },
  },
  connections_of_address: {
    bound: 120,
    bytes: 4_000,
    async open(bound) {
      const { open, isAnswered, end } = await connectionFlood({ maxPerAddress: bound, maxIdlePerAddress: 100 });
      return {
        put: async (_, text) => void (await open()).write(HALF_SENT + text.slice(0, 12_000)),
        honest: async () => isAnswered(await open('::1')),
        end,
      };
    },
  },
  idle_connections: {
    bound: 120,
    bytes: 4_000,
    async open(bound) {
      const { open, isAnswered, end } = await connectionFlood({ maxIdlePerAddress: bound / 4 });
      // All at once: the older half is closed after a second.
      const put = async (index: number) => {
        if (index % bound === 0) await Promise.all(Array.from({ length: bound }, () => open()));
      };
      return { put, honest: async () => isAnswered(await open()), end };
    },
  },
  compressions: {
    open() {
      const encode = createEncoder();
      const underWay: AsyncIterator<unknown>[] = [];
      async function* endless(text: string) {
        yield Buffer.from(text);
        await new Promise(() => text);
      }
      return {
        async put(_, text) {
          const { headers, body } = await encode({ ...json(200, {}), body: endless(text) }, 'gzip');
          if (!headers['content-encoding']) return;
          const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
          await chunks.next(); // the head of the format
          underWay.push(chunks);
        },
        honest: async () =>
          (await encode({ ...json(200, {}), body: Buffer.alloc(50_000) }, 'gzip')).headers['content-encoding'] ===
          undefined,
        end: () => void underWay.map((chunks) => chunks.return?.()),
      };
    },
  },
  kept_answers: {
    bound: 1_024,
    bytes: 65_000,
    open() {
      const kept = new KeptAnswers(() => 1);
      const plan = findPlan('a', 'team')!;
      const keep = (query: string) => {
        const body = Buffer.alloc(65_536 - 1_024);
        const slot = kept.slot({ ...request, query }, plan);
        slot.keep({ regions: [] });
        return slot.keep({ regions: [] }, { ...json(200, {}), body });
      };
      keep('first');
      return {
        put: (index) => void keep(`query=${index}`),
        honest: () => kept.slot({ ...request, query: 'first' }, plan).find()?.answer !== undefined,
      };
    },
  },
});

/** Sends headers to a server of its own. @returns the code of its refusal */
async function refusalOf(headers: string): Promise<{ code: string } | undefined> {
  const { open, end } = await connectionFlood({});
  const socket = await open();
  socket.write(`GET / HTTP/1.1\r\n${headers}\r\n\r\n`);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  end();
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(bytes.toString()) ?? [];
  return status === '200' ? undefined : { code: status === '431' ? 'header_too_large' : `status ${status}` };
}

const HOST = 'host: api.example';

describeLimits('formats', {
  // Which ends of lines count differs from one Node to the next.
  header_bytes: (size) => refusalOf(`${HOST}\r\nx: ${'a'.repeat(size > LIMITS.header_bytes.bound ? size : size - 64)}`),
  headers: (size) => refusalOf([HOST, ...Array.from({ length: size - 1 }, (_, i) => `x-${i}: 1`)].join('\r\n')),
  accept_entries(size) {
    const before = Array.from({ length: size - 1 }, (_, i) => `x/${i}`).join();
    const isRead = preferredType(`${before},text/csv`, new Set(['text/csv'])) === 'text/csv';
    const isAccepted = acceptedCodings(`${before},gzip`).includes('gzip');
    expect(isAccepted).toBe(isRead);
    return isRead ? undefined : { code: 'unread' };
  },
  forecast_rows(size) {
    const rows = Array.from({ length: size }, (_, hour) => `${new Date(hour * 3_600_000).toISOString()},1`);
    const bytes = new TextEncoder().encode(['timestamp,value_mw', ...rows].join('\n'));
    const isRead = () => readForecastFile(bytes, { earliest: 0, latest: size * 3_600_000 }).length === size;
    try {
      return isRead() ? undefined : { code: 'invalid_parameter' };
    } catch {
      return { code: 'invalid_parameter' };
    }
  },
  query_bytes: (size) => void queryPairs(`q=${'a'.repeat(size - 2)}`),
  query_parameters: (size) => void queryPairs(Array.from({ length: size }, (_, i) => `q${i}=1`).join('&')),
});
