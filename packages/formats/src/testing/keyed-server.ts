import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTRACT_AREAS, findPlan, ServiceError } from '@loadcast/core';
import * as z from 'zod';
import type { AuthedRequest, Prepared, Surface } from '../http.js';
import { json } from '../json.js';
import { answerRequest } from '../node/answer/answer-request.js';
import { etagOf } from '../node/etag.js';
import { listenWith } from '../node/server/listener.js';
import { SERVER_OPTIONS } from '../node/server/server-options.js';
import { peekQuery, readQuery } from '../query/query.js';
import { areaParameter } from '../query/query-parameters.js';
import { plainKeyRoute } from './prepared-of.js';
import { type RawAnswer, rawExchange } from './raw-exchange.js';

/** The query of `/v1/demand`. */
export const KEYED_QUERY = z.object({ region: areaParameter('a'), format: z.string().optional() });

/** The header line of the only key. */
export const KEY = 'Authorization: Bearer good\r\n';

/**
 * A server for tests of hostile and slow callers: `/v1/demand` needs a key and writes errors as XML unless `format=json`,
 * `/v1/endless` is public and streams without end. Its timeouts are short.
 */
export interface KeyedServer {
  readonly server: Server;
  readonly port: number;
  /** Requests of `/v1/demand` that were prepared. */
  handled(): number;
  /** Blocks of `/v1/endless` that were made. */
  blocksMade(): number;
  /** Sends a request line with headers. */
  raw(line: string, headers?: string): Promise<RawAnswer[]>;
  /** The first answer to a request line, on a connection of its own. */
  one(line: string, headers?: string): Promise<RawAnswer>;
  close(): void;
}

const TIMEOUTS = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, keepAliveTimeout: 400 };

export async function startKeyedServer(): Promise<KeyedServer> {
  const counts = { handled: 0, blocks: 0 };
  const answer = answerRequest([{ prefix: '/v1', surface: keyedSurface(counts) }], {
    areas: () => CONTRACT_AREAS,
    authenticate({ authorization }) {
      if (authorization !== 'Bearer good') throw new ServiceError('unauthorized', 'A key is needed', undefined);
      return { accountId: 'a', keyId: 'k', plan: findPlan('a', 'free')! };
    },
  });
  const options = { baseUrl: 'http://api.example', answer, noProgressMs: 400 };
  const server = listenWith(createServer({ ...SERVER_OPTIONS, ...TIMEOUTS }), options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const raw = (line: string, headers = KEY): Promise<RawAnswer[]> =>
    rawExchange(port, `${line} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  return {
    server,
    port,
    handled: () => counts.handled,
    blocksMade: () => counts.blocks,
    raw,
    one: async (line, headers = KEY) => (await raw(line, `Connection: close\r\n${headers}`))[0]!,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function keyedSurface(counts: { handled: number; blocks: number }): Surface {
  function prepare(request: AuthedRequest): Prepared {
    const { region } = readQuery(KEYED_QUERY, request);
    counts.handled++;
    return { regions: [], etag: etagOf('test', region.code), reply: () => json(200, { region: region.code }) };
  }
  async function* blocks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      counts.blocks++;
      yield Buffer.alloc(65_536, 'x');
    }
  }
  const endless = (): Prepared => ({ regions: [], reply: () => ({ status: 200, headers: {}, body: blocks() }) });
  return {
    id: 'a',
    route: ({ path }) => {
      if (path === '/demand') return plainKeyRoute(path, Object.keys(KEYED_QUERY.shape), prepare);
      return path === '/endless' ? { access: 'public', pattern: path, parameters: [], prepare: endless } : undefined;
    },
    dialect: ({ query }) => (peekQuery(query, 'format') === 'json' ? 'json' : 'oasis-xml'),
  };
}
