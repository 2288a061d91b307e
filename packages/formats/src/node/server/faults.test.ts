import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPlan, ServiceError } from '@loadcast/core';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { AuthedRequest, Prepared, Surface } from '../../http.js';
import { json } from '../../json.js';
import { peekQuery, readQuery } from '../../query/query.js';
import { areaParameter } from '../../query/query-parameters.js';
import { type RawAnswer, rawExchange } from '../../testing/raw-exchange.js';
import { answerRequest } from '../answer/answer-request.js';
import { etagOf } from '../etag.js';
import { listenWith } from './listener.js';
import { SERVER_OPTIONS } from './server-options.js';

vi.setConfig({ testTimeout: 20_000 });

/** A surface with one keyed path, whose errors are XML unless `format=json`, and one that streams for ever. */
const schema = z.object({ region: areaParameter('a'), format: z.string().optional() });
let handled = 0;
let blocksMade = 0;

function prepare({ query }: AuthedRequest): Prepared {
  const { region } = readQuery(schema, query);
  const etag = etagOf('test', region.code);
  handled++;
  return { regions: [], etag, reply: () => json(200, { region: region.code }) };
}

async function* blocks(): AsyncGenerator<Uint8Array> {
  for (;;) {
    blocksMade++;
    yield Buffer.alloc(65_536, 'x');
  }
}

const surface: Surface = {
  id: 'a',
  route: ({ path }) => {
    if (path === '/demand') return { access: 'key', prepare };
    if (path !== '/endless') return undefined;
    return {
      access: 'public',
      prepare: () => ({ regions: [], reply: () => ({ status: 200, headers: {}, body: blocks() }) }),
    };
  },
  dialect: ({ query }) => (peekQuery(query, 'format') === 'json' ? 'json' : 'oasis-xml'),
};

const answer = answerRequest([{ prefix: '/v1', surface }], {
  authenticate({ authorization }) {
    if (authorization !== 'Bearer good') throw new ServiceError('unauthorized', 'A key is needed', undefined);
    return { accountId: 'a', keyId: 'k', plan: findPlan('a', 'free')! };
  },
});
const QUICK = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, keepAliveTimeout: 400 };
let server: Server;
let port: number;

beforeAll(async () => {
  const options = { baseUrl: 'http://api.example', answer, noProgressMs: 400 };
  server = listenWith(createServer({ ...SERVER_OPTIONS, ...QUICK }), options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const KEY = 'Authorization: Bearer good\r\n';
const raw = (line: string, headers = KEY): Promise<RawAnswer[]> =>
  rawExchange(port, `${line} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`, 100);
const one = async (line: string, headers = KEY): Promise<RawAnswer> =>
  (await raw(line, `Connection: close\r\n${headers}`))[0]!;

// docs/faults.md: fault 50
describe('queries', () => {
  test.each([
    { name: 'of 5 KB', query: `region=PJM&x=${'1'.repeat(5_000)}` },
    { name: 'of 33 parameters', query: `region=PJM${'&x='.repeat(32)}` },
    { name: 'with a parameter twice', query: 'region=PJM&region=PJM' },
    { name: 'with brackets', query: 'region[]=PJM' },
    { name: 'with a bracketed prototype', query: 'region[__proto__]=PJM' },
    { name: 'with %00', query: 'region=PJM%00' },
    { name: 'with a lone surrogate', query: 'region=%ED%A0%80' },
    { name: 'with overlong UTF-8', query: 'region=%C0%AE' },
    { name: 'with %ZZ', query: 'region=%ZZ' },
    { name: 'naming the prototype', query: 'region=__proto__' },
    { name: 'naming a method', query: 'region=toString' },
    { name: 'of spaces', query: `region=${'+'.repeat(3_000)}` },
  ])('a query $name is 400, well-formed in the asked format', async ({ query }) => {
    const asJson = await one(`GET /v1/demand?${query}&format=json`);
    const asXml = await one(`GET /v1/demand?${query}`);
    expect([asJson.status, asXml.status]).toEqual([400, 400]);
    const { error } = JSON.parse(asJson.body);
    const xml = new XMLParser().parse(asXml.body).OASISReport.MessagePayload.RTO.ERROR;
    expect(xml.ERR_CODE).toBe(error.code);
    expect(XMLValidator.validate(asXml.body)).toBe(true);
    expect(error.message.length).toBeLessThan(300);
  });

  // docs/faults.md: fault 53
  test('a raw byte 0xff in a query is 400', async () => {
    expect((await one('GET /v1/demand?region=PJM\xff')).status).toBe(400);
  });

  // docs/faults.md: fault 49
  test.each([20_000, 1_000_000])('a query of %i bytes is 431 with a body and a date', async (bytes) => {
    const refused = await one(`GET /v1/demand?region=PJM&x=${'1'.repeat(bytes)}`);
    expect(refused.status).toBe(431);
    expect(JSON.parse(refused.body).error.request_id).toBe(refused.headers['x-request-id']);
    expect(Date.parse(refused.headers['date'] ?? '')).toBeGreaterThan(0);
  });

  // docs/faults.md: fault 52
  test.each(['__proto__: 1', 'constructor: 1', 'toString: 1'])('a header %s changes nothing', async (line) => {
    expect((await one('GET /v1/demand?region=PJM', `${KEY}${line}\r\n`)).status).toBe(200);
  });

  // docs/faults.md: faults 60, 81
  test('whatever text is a region, the answer is 400 and its XML parses', async () => {
    const hostile = [
      '<script>',
      ']]>',
      '&amp;',
      '\u0000',
      '\uffff',
      '\ud800',
      '\u202e',
      '%',
      '"',
      "'; --",
      '\u{1f50c}',
    ];
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(...hostile));
    await fc.assert(
      fc.asyncProperty(text, async (region) => {
        const answered = await one(
          `GET /v1/demand?region=${encodeURIComponent(region.replace(/\p{Surrogate}/gu, ''))}`,
        );
        expect(answered.status).toBe(400);
        expect(XMLValidator.validate(answered.body)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

describe('headers and methods', () => {
  // docs/faults.md: fault 61
  test.each(['image/png', '*/*;q=0', 'x'.repeat(10_000), ';;;,,,'])('Accept: %.20s changes nothing', async (accept) => {
    expect((await one('GET /v1/demand?region=PJM', `${KEY}Accept: ${accept}\r\n`)).status).toBe(200);
  });

  // docs/faults.md: fault 62
  test.each(['GET /v1/demand?region=PJM', 'GET /v1/demand?region=XX', 'GET /v1/nowhere'])(
    'HEAD is as %s, without a body',
    async (line) => {
      const get = await one(line);
      const head = await one(line.replace('GET', 'HEAD'));
      const { 'x-request-id': _a, date: _b, ...ofGet } = get.headers;
      const { 'x-request-id': _c, date: _d, ...ofHead } = head.headers;
      expect(ofHead).toEqual(ofGet);
      expect({ status: head.status, body: head.body }).toEqual({ status: get.status, body: '' });
      expect(Number(head.headers['content-length'])).toBe(get.body.length);
    },
  );

  // docs/faults.md: fault 63
  test('OPTIONS is 204 without a key, for a page of any origin, which may read the quota', async () => {
    const answered = await one('OPTIONS /v1/demand', 'Origin: https://x.example\r\n');
    expect(answered.status).toBe(204);
    expect(answered.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' });
    for (const name of ['RateLimit', 'Retry-After', 'ETag', 'X-Request-Id']) {
      expect(answered.headers['access-control-expose-headers']).toContain(name);
    }
    expect(answered.headers['access-control-allow-credentials']).toBeUndefined();
  });

  // docs/faults.md: fault 64
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is 405 with Allow, and echoes nothing',
    async (method) => {
      const answered = await one(`${method} /v1/demand`, `${KEY}X-Secret: hunter2\r\n`);
      expect(answered.status).toBe(405);
      expect(answered.headers['allow']).toBe('GET, HEAD, OPTIONS');
      expect(answered.body).toContain('<ERR_CODE>method_not_allowed</ERR_CODE>');
      expect(answered.body).not.toContain('hunter2');
    },
  );

  test('CONNECT gets nothing, and the server lives on', async () => {
    expect(await raw('CONNECT a:443')).toEqual([]);
    expect((await one('GET /v1/demand?region=PJM')).status).toBe(200);
  });

  // docs/faults.md: fault 65
  test.each([
    '//v1/demand',
    '//evil/v1/demand',
    '/v1//demand',
    '/v1/demand/',
    '/v1/./demand',
    '/v1/x/../demand',
    '/v1/%2e%2e/v1/demand',
    '/v1%2fdemand',
    '/v1/demand;x',
    '/v1\\demand',
    '/V1/demand',
    '/v1/Demand',
    '/v1/deman%64',
    '/v1/demand%00',
    '/v1/demand%20',
    '/./v1/demand',
    '/..',
    '/',
  ])('%s is no other spelling of a path: 404', async (path) => {
    const before = handled;
    expect((await one(`GET ${path}?region=PJM`)).status).toBe(404);
    expect(handled).toBe(before);
  });

  // docs/faults.md: fault 68
  test('Authorization behind 99 other headers is read; behind 100 the request is refused, not taken for keyless', async () => {
    const many = (count: number): string => 'X: 1\r\n'.repeat(count) + KEY;
    expect((await one('GET /v1/demand?region=PJM', many(97))).status).toBe(200);
    expect((await one('GET /v1/demand?region=PJM', many(98))).status).toBe(431);
  });
});

// docs/faults.md: fault 72
describe('framing', () => {
  const HIDDEN = 'GET /v1/demand?region=PJM HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n';
  const post = (headers: string, body: string, version = '1.1'): string =>
    `POST /v1/demand HTTP/${version}\r\nHost: a\r\n${headers}\r\n${body}`;
  test.each([
    { name: 'CL.TE', bytes: post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`) },
    { name: 'TE.CL', bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `5c\r\n${HIDDEN}0\r\n\r\n`) },
    { name: 'TE xchunked', bytes: post('Transfer-Encoding: xchunked\r\n', HIDDEN) },
    { name: 'TE chunked twice', bytes: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', HIDDEN) },
    { name: 'TE chunked, identity', bytes: post('Transfer-Encoding: chunked, identity\r\n', HIDDEN) },
    { name: 'two lengths', bytes: post('Content-Length: 0\r\nContent-Length: 80\r\n', HIDDEN) },
    { name: 'length with a sign', bytes: post('Content-Length: +0\r\n', HIDDEN) },
    { name: 'length in hex', bytes: post('Content-Length: 0x0\r\n', HIDDEN) },
    { name: 'space before the colon', bytes: post('Content-Length : 0\r\n', HIDDEN) },
    { name: 'folded header', bytes: post('X: 1\r\n Content-Length: 0\r\n', HIDDEN) },
    { name: 'bare LF', bytes: `GET /v1/demand HTTP/1.1\nHost: a\n\n${HIDDEN}` },
    { name: 'NUL in a header', bytes: post('X: a\0b\r\n', HIDDEN) },
    {
      name: 'a body on GET',
      bytes: `GET /v1/demand HTTP/1.1\r\nHost: a\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    },
    {
      name: 'chunks on GET',
      bytes: `GET /v1/demand HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    },
  ])('$name: refused and closed, and what it hides is not served', async ({ bytes }) => {
    const before = handled;
    const answers = await rawExchange(port, bytes, 100);
    expect(handled).toBe(before);
    expect(answers.length).toBeGreaterThan(0);
    for (const { status } of answers) expect([400, 405, 501]).toContain(status);
    expect(answers.at(-1)?.headers['connection']).toBe('close');
  });

  test('a chunk whose size overflows is refused and closed', async () => {
    const before = handled;
    const answers = await rawExchange(
      port,
      post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${HIDDEN}`),
      100,
    );
    expect(handled).toBe(before);
    expect(answers.every(({ status }) => status >= 400)).toBe(true);
  });
});

// docs/faults.md: fault 73
describe('slow callers', () => {
  /** How long until the server closes a connection on which `send` was called, ms. */
  function untilClosed(send: (write: (bytes: string) => void) => void, read = true): Promise<number> {
    return new Promise((resolve) => {
      const startedAt = performance.now();
      const socket = connect(port, '127.0.0.1', () => send((bytes) => socket.writable && socket.write(bytes)));
      if (read) socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(performance.now() - startedAt));
    });
  }

  test('a silent connection is closed', async () => {
    expect(await untilClosed(() => undefined)).toBeLessThan(5_000);
  });

  test('headers that come a byte at a time are cut off', async () => {
    let drip: NodeJS.Timeout | undefined;
    const elapsed = await untilClosed((write) => {
      write('GET /v1/demand HTTP/1.1\r\nHost: a\r\nX: ');
      drip = setInterval(() => write('x'), 50);
    });
    clearInterval(drip);
    expect(elapsed).toBeLessThan(5_000);
  });

  test('a body that comes a byte at a time is cut off', async () => {
    let drip: NodeJS.Timeout | undefined;
    const elapsed = await untilClosed((write) => {
      write('POST /v1/demand HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
      drip = setInterval(() => write('x'), 50);
    });
    clearInterval(drip);
    expect(elapsed).toBeLessThan(5_000);
  });

  test('an idle connection is closed after its answer', async () => {
    expect(await untilClosed((write) => write('GET /v1/x HTTP/1.1\r\nHost: a\r\n\r\n'))).toBeLessThan(5_000);
  });

  test('a reader that takes nothing is cut off, and nothing more is made for it', async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /v1/endless HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.pause();
    socket.on('error', () => undefined);
    await sleep(1_000);
    const connections = await new Promise<number>((resolve) =>
      server.getConnections((_error, count) => resolve(count)),
    );
    const made = blocksMade;
    await sleep(200);
    expect(blocksMade).toBe(made);
    expect(connections).toBe(0);
    socket.destroy();
  });

  // docs/faults.md: fault 75
  test('100 callers who leave in the middle leave nothing behind', async () => {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const controller = new AbortController();
        const response = await fetch(`http://127.0.0.1:${port}/v1/endless`, { signal: controller.signal });
        await response.body?.getReader().read();
        controller.abort();
      }),
    );
    await sleep(300);
    const made = blocksMade;
    await sleep(100);
    expect(blocksMade).toBe(made);
  });
});

// docs/faults.md: fault 76
describe('conditional requests', () => {
  test.each([
    { name: 'the tag', header: (tag: string) => tag, status: 304 },
    { name: 'the tag without W/', header: (tag: string) => tag.slice(2), status: 304 },
    { name: 'a list with it', header: (tag: string) => `"x", ${tag}`, status: 304 },
    { name: '*', header: () => '*', status: 304 },
    { name: 'another tag', header: () => '"x"', status: 200 },
    { name: 'junk', header: () => ',,"', status: 200 },
  ])('If-None-Match with $name is $status, with the same caching headers', async ({ header, status }) => {
    const first = await one('GET /v1/demand?region=PJM');
    const tag = first.headers['etag']!;
    const again = await one('GET /v1/demand?region=PJM', `${KEY}If-None-Match: ${header(tag)}\r\n`);
    expect(again.status).toBe(status);
    for (const name of ['etag', 'cache-control', 'vary']) expect(again.headers[name]).toBe(first.headers[name]);
  });

  test.each(['', 'Authorization: Bearer bad\r\n'])('a tag is no key', async (key) => {
    expect((await one('GET /v1/demand?region=PJM', `${key}If-None-Match: *\r\n`)).status).toBe(401);
  });
});

// docs/faults.md: fault 84
test('4 KB of anything in a parameter takes less than 5 ms to refuse', () => {
  for (const text of ['+', '1', '0', '-', 'T', '%20', 'A', ':', '.', 'Z']) {
    const query = `region=${text.repeat(Math.floor(4_000 / text.length))}`;
    const elapsedMs = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      expect(() => readQuery(schema, query)).toThrow(ServiceError);
      return performance.now() - startedAt;
    });
    expect(Math.min(...elapsedMs)).toBeLessThan(5); // the quickest: a busy machine may stop us in between
  }
});
