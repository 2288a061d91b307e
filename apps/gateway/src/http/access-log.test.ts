import type { FinishedRequest, RequestTrace } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { addressWriter, logged, requestLine } from './access-log.js';

const KEY = 'lc_live_0123456789abcdefghijABCDEFGHIJ0123456789';

test.each([
  { name: 'as it is', text: `key=${KEY}` },
  { name: 'with one letter encoded', text: `key=${KEY.replace('l', '%6C')}` },
  { name: 'with every letter encoded', text: [...KEY].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('') },
  { name: 'encoded twice', text: `key=${KEY.replace('l', '%256c')}` },
  { name: 'twice, in two spellings', text: `a=${KEY}&b=${KEY.replace('_', '%5f')}` },
])('a key $name is cut from the log', ({ text }) => {
  expect(logged(text)).not.toMatch(/0123456789|%30/);
  expect(logged(text)).toContain('lc_live_[cut]');
});

test.each([
  { text: 'region=PJM&x=%41%zz', as: 'region=PJM&x=%41%zz' },
  { text: 'x'.repeat(500), as: 'x'.repeat(300) },
  { text: '%0aline', as: '%0aline' },
])('text without a key is logged as it was written, up to 300 characters: $text', ({ text, as }) => {
  expect(logged(text)).toBe(as);
});

test('a hashed address is the same for the same caller, and neither the address nor guessable without the key', () => {
  const [one, other] = [addressWriter('hashed'), addressWriter('hashed')];
  expect(one('192.0.2.1')).toBe(one('192.0.2.1'));
  expect(one('192.0.2.1')).not.toBe(one('192.0.2.2'));
  expect(one('192.0.2.1')).not.toBe(other('192.0.2.1'));
  expect(one('192.0.2.1')).not.toContain('192');
  expect(addressWriter('plain')('192.0.2.1')).toBe('192.0.2.1');
});

const request = {
  method: 'POST',
  path: '/account/sign-in',
  query: 'password=hunter2',
  headers: new Map(),
  authorization: undefined,
  cookie: undefined,
  remoteAddress: '192.0.2.1',
  receivedAt: 0,
  requestId: 'r',
  baseUrl: 'http://a',
};
const finished: FinishedRequest = {
  requestId: 'r',
  remoteAddress: '192.0.2.1',
  status: 200,
  bodyBytes: 5,
  elapsedMs: 1,
  cut: undefined,
};

function lineOf(one: FinishedRequest, trace: RequestTrace): Record<string, unknown> {
  return JSON.parse(requestLine(one, trace, '192.0.2.1', Date.parse('2026-07-01T07:00:00.042Z')));
}

test('a request under /account is logged with its account and outcome, without its query', () => {
  const line = lineOf({ ...finished, request }, { surface: '/account', accountId: 'acc', errorCode: 'unauthorized' });
  expect(line).toMatchObject({ accountId: 'acc', errorCode: 'unauthorized', address: '192.0.2.1' });
  expect(line).not.toHaveProperty('query');
});

test('a request of a surface is logged with its query; one that was refused unread, with the code of its refusal', () => {
  expect(lineOf({ ...finished, request: { ...request, path: '/v1/x' } }, { surface: '/v1' })).toMatchObject({
    query: 'password=hunter2',
  });
  expect(lineOf({ ...finished, refusal: 'request_timeout', status: 408 }, {})).toMatchObject({
    errorCode: 'request_timeout',
    status: 408,
    address: '192.0.2.1',
  });
});

test.each([{ at: '2027-12-31T23:59:59.999Z' }, { at: '2028-01-01T00:00:00.000Z' }, { at: '2028-02-29T12:00:00.007Z' }])(
  'a line has every field in its order, as JSON: at $at',
  ({ at }) => {
    const asked = { ...request, path: '/v1/"x"', query: 'a=é' };
    const trace = { surface: '/v1', route: '/v1/x', accountId: 'acc', keyId: 'key', waitedMs: 3, shared: true };
    const line = requestLine(
      { ...finished, request: asked, cut: 'caller_gone', elapsedMs: 1.26 },
      trace,
      '::1',
      Date.parse(at),
    );
    const { method, path, query } = asked;
    const fields = { level: 30, time: at, requestId: 'r', address: '::1', method, path, query, status: 200, bytes: 5 };
    expect(line).toBe(`${JSON.stringify({ ...fields, ms: 1.3, cut: 'caller_gone', ...trace, msg: 'request' })}\n`);
  },
);
