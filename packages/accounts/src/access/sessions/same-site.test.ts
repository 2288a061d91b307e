import type { HttpRequest } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { requireSameSite } from './same-site.js';

const request = (headers: Record<string, string>): HttpRequest => ({
  method: 'POST',
  path: '/account/keys',
  query: '',
  headers: new Map(Object.entries({ host: 'api.example.org', ...headers })),
  authorization: undefined,
  cookie: undefined,
  remoteAddress: '192.0.2.1',
  receivedAt: 0,
  requestId: 'req_1',
  baseUrl: 'https://public.example.org/loadcast',
});

test.each([
  { headers: {} },
  { headers: { 'sec-fetch-site': 'same-origin' } },
  { headers: { 'sec-fetch-site': 'none' } },
  { headers: { origin: 'https://public.example.org' } },
  { headers: { origin: 'https://api.example.org' } },
  { headers: { origin: 'https://api.example.org', host: 'API.example.org' } },
  { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' } },
])('$headers is of this site', ({ headers }) => {
  expect(() => requireSameSite(request(headers))).not.toThrow();
});

test.each([
  { headers: { 'sec-fetch-site': 'cross-site' } },
  { headers: { 'sec-fetch-site': 'same-site' } },
  { headers: { 'sec-fetch-site': '' } },
  { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://public.example.org' } },
  { headers: { origin: 'https://evil.example' } },
  { headers: { origin: 'http://public.example.org' } },
  { headers: { origin: 'https://public.example.org:8443' } },
  { headers: { origin: 'null' } },
  { headers: { origin: '' } },
])('$headers is of another site', ({ headers }) => {
  expect(() => requireSameSite(request(headers))).toThrow(expect.objectContaining({ code: 'unauthorized' }));
});
