import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http.js';
import { UNBOUNDED } from '../../answer/request-scope.js';
import type { HeaderMemory } from './read-headers.js';
import { type Refused, readRequest } from './read-request.js';

const ARRIVAL = { receivedAt: 7, requestId: 'req_1', baseUrl: 'https://load.example', scope: UNBOUNDED };

interface Given {
  readonly method?: string;
  readonly url?: string;
  readonly httpVersion?: string;
  readonly headers?: Headers;
}

type Headers = readonly (readonly [string, string])[];

/** A message as node:http has parsed it. */
function read(
  { method = 'GET', url = '/v1/x?a=1', httpVersion = '1.1', headers = [] }: Given,
  host = 'load.example',
  memory: HeaderMemory = {},
) {
  const raw = [...(host === '' ? [] : [['Host', host] as const]), ...headers].flat();
  const message = { method, url, httpVersion, rawHeaders: raw, socket: { remoteAddress: '203.0.113.9' } };
  return readRequest(message as unknown as IncomingMessage, ARRIVAL, memory);
}

const ACCEPT = [['Accept', 'a']] as const;
const BEFORE: readonly Headers[] = [
  ACCEPT,
  [...ACCEPT, ['Authorization', 'Bearer one']],
  [...ACCEPT, ['Cookie', 'one=1']],
  [...ACCEPT, ['Proxy-Authorization', 'one']],
  [...ACCEPT, ['Content-Length', '0']],
];

test('a request has its path, query, headers and arrival; secrets are apart from the headers', () => {
  const request = read({
    headers: [
      ['Accept', 'a'],
      ['accept', 'b'],
      ['Authorization', 'Bearer lc_live_x'],
      ['Cookie', 'one=1'],
      ['Cookie', 'two=2'],
      ['Proxy-Authorization', 'Basic x'],
    ],
  }) as HttpRequest;
  expect(request).toMatchObject({ ...ARRIVAL, method: 'GET', path: '/v1/x', remoteAddress: '203.0.113.9' });
  expect(request).toMatchObject({ authorization: 'Bearer lc_live_x', cookie: 'one=1; two=2' });
  expect([...request.headers]).toEqual([
    ['host', 'load.example'],
    ['accept', 'a, b'],
  ]);
});

test.each<{ name: string; headers: Headers }>([
  { name: 'the same', headers: [['Accept', 'a']] },
  { name: 'one more', headers: [...ACCEPT, ['X-One', '1']] },
  { name: 'one fewer', headers: [] },
  { name: 'another value', headers: [['Accept', 'b']] },
  { name: 'another name', headers: [['Accept-Language', 'a']] },
  { name: 'another key', headers: [...ACCEPT, ['Authorization', 'Bearer two']] },
  { name: 'no key', headers: [...ACCEPT, ['Authorized', 'Bearer one']] },
  { name: 'a key twice', headers: [...ACCEPT, ['Authorization', 'a'], ['Authorization', 'b']] },
  { name: 'a cookie', headers: [...ACCEPT, ['Cookie', 'two=2']] },
  { name: 'a proxy’s key', headers: [...ACCEPT, ['Proxy-Authorization', 'two']] },
  { name: 'a body', headers: [...ACCEPT, ['Content-Length', '5']] },
  { name: 'a second Host', headers: [...ACCEPT, ['Host', 'load.example']] },
])('a request is read alike whatever its connection sent before: $name', (own) => {
  for (const before of BEFORE) {
    const memory: HeaderMemory = {};
    read({ headers: before }, undefined, memory);
    for (const _ of 'twice.') expect(read(own, undefined, memory)).toEqual(read(own));
  }
});

test.each<{ name: string; given: Given; host?: string; code: string }>([
  { name: 'HTTP 2.0', given: { httpVersion: '2.0' }, code: 'version_not_supported' },
  { name: 'no Host', given: {}, host: '', code: 'bad_request' },
  { name: 'two Hosts', given: { headers: [['host', 'load.example']] }, code: 'bad_request' },
  { name: 'a Host with a path', given: {}, host: 'load.example/x', code: 'bad_request' },
  { name: 'another service’s address', given: { url: 'http://other.example/v1/x' }, code: 'misdirected_request' },
  {
    name: 'two Authorizations',
    given: {
      headers: [
        ['Authorization', 'a'],
        ['authorization', 'b'],
      ],
    },
    code: 'bad_request',
  },
  { name: 'a body of a GET', given: { headers: [['Content-Length', '5']] }, code: 'bad_request' },
  { name: 'a chunked body of a GET', given: { headers: [['Transfer-Encoding', 'chunked']] }, code: 'bad_request' },
  {
    name: 'a coding that is not known',
    given: { method: 'POST', headers: [['Transfer-Encoding', 'gzip, chunked']] },
    code: 'not_implemented',
  },
  { name: 'an asterisk of a GET', given: { url: '*' }, code: 'bad_request' },
])('$name is refused: $code', ({ given, host, code }) => {
  expect((read(given, host) as Refused).code).toBe(code);
});

test.each<{ name: string; given: Given; host?: string }>([
  { name: 'HTTP 1.0 without a Host', given: { httpVersion: '1.0' }, host: '' },
  { name: 'a Host with a port', given: {}, host: 'load.example:8080' },
  { name: 'an IPv6 Host', given: {}, host: '[::1]:8080' },
  { name: 'its own address as target', given: { url: 'https://load.example/v1/x' } },
  { name: 'a length of 0', given: { headers: [['Content-Length', '0']] } },
  { name: 'a POST with a chunked body', given: { method: 'POST', headers: [['Transfer-Encoding', 'Chunked']] } },
  { name: 'OPTIONS *', given: { method: 'OPTIONS', url: '*' } },
])('$name is read', ({ given, host }) => expect(read(given, host)).not.toHaveProperty('refused'));
