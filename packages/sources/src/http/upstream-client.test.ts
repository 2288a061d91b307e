import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { upstreamFaults } from '../testing/faults.js';
import { type Handler, sendJson, startScriptedServer } from '../testing/scripted-server.js';
import { createUpstreamClient, type UpstreamClientOptions } from './upstream-client.js';

const never = new AbortController().signal;
const schema = z.object({ ok: z.literal(true) });
const answer: Handler = (_request, response) => sendJson(response, { ok: true });

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function start(options: Partial<UpstreamClientOptions> = {}) {
  const server = await startScriptedServer(answer);
  const client = createUpstreamClient({
    maxBytes: 4_000_000,
    name: 'Test',
    baseUrl: server.baseUrl,
    maxWaitMs: 10,
    deadlineMs: 5_000,
    random: () => 0,
    ...options,
  });
  open.push(client, server);
  const get = () => client.getJson({ path: 'a', query: new URLSearchParams(), schema, signal: never });
  return { server, get };
}

const redirect =
  (location: string, status = 301): Handler =>
  (_request, response) => {
    response.writeHead(status, { location }).end('moved');
  };
const refuse =
  (status: number, text: string): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };

// docs/faults.md: fault 22
describe('redirects', () => {
  test.each([301, 302, 307, 308])('%i on the same origin is followed once', async (status) => {
    const { server, get } = await start();
    server.failNext(redirect('/b', status));
    expect(await get()).toEqual({ ok: true });
    expect(server.requests.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  test.each([
    { name: 'a second one', faults: [redirect('/b'), redirect('/c')], requests: 2 },
    { name: 'to another host', faults: [redirect('https://example.com/')], requests: 1 },
    { name: 'to another port', faults: [redirect('http://127.0.0.1:9/')], requests: 1 },
    { name: 'to the metadata address', faults: [redirect('http://169.254.169.254/latest')], requests: 1 },
    { name: 'to a file', faults: [redirect('file:///etc/passwd')], requests: 1 },
    { name: 'to no address', faults: [redirect('')], requests: 1 },
  ])('$name is refused, without another request', async ({ faults, requests }) => {
    const { server, get } = await start();
    server.failNext(...faults);
    await expect(get()).rejects.toMatchObject({ fault: 'redirect' });
    expect(server.requests).toHaveLength(requests);
  });
});

describe('refusals', () => {
  test.each([
    {
      name: 'an invalid key',
      status: 403,
      text: '{"error":{"code":"API_KEY_INVALID","message":"x"}}',
      fault: 'refused_key',
      requests: 1,
    },
    {
      name: 'no key',
      status: 403,
      text: '{"error":{"code":"API_KEY_MISSING","message":"x"}}',
      fault: 'refused_key',
      requests: 1,
    },
    {
      name: 'a disabled key',
      status: 403,
      text: '{"error": {"code": "API_KEY_DISABLED"}}',
      fault: 'refused_key',
      requests: 1,
    },
    { name: '401', status: 401, text: '{}', fault: 'refused_key', requests: 1 },
    {
      name: 'a plan that is too small',
      status: 403,
      text: '{"error":true,"reason":"This API endpoint requires the API Professional or Enterprise plan"}',
      fault: 'refused_plan',
      requests: 1,
    },
    {
      name: 'a page of a firewall',
      status: 403,
      text: '<html>Request blocked.</html>',
      fault: 'forbidden',
      requests: 3,
    },
    { name: '403 without a body', status: 403, text: '', fault: 'forbidden', requests: 3 },
    {
      name: '403 with a body larger than is read',
      status: 403,
      text: 'x'.repeat(200_000),
      fault: 'forbidden',
      requests: 3,
    },
  ])('$name is $fault after $requests requests', async ({ status, text, fault, requests }) => {
    const { server, get } = await start();
    server.failNext(...Array.from({ length: 3 }, () => refuse(status, text)));
    await expect(get()).rejects.toMatchObject({ fault, status });
    expect(server.requests).toHaveLength(requests);
  });

  test('a firewall that refuses once costs one more request', async () => {
    const { server, get } = await start();
    server.failNext(refuse(403, '<html>'));
    expect(await get()).toEqual({ ok: true });
    expect(server.requests).toHaveLength(2);
  });
});

// docs/faults.md: faults 8, 9, 112
describe('replies that do not end', () => {
  test.each([
    { name: 'silence', fault: upstreamFaults.silent() },
    { name: 'a byte now and then', fault: upstreamFaults.drip(50) },
  ])('$name is asked for again, and after the last attempt is a timeout', async ({ fault }) => {
    const { server, get } = await start({ deadlineMs: 300 });
    server.failNext(fault);
    expect(await get()).toEqual({ ok: true });
    server.failNext(fault, fault, fault);
    await expect(get()).rejects.toMatchObject({ fault: 'timeout' });
    expect(server.requests).toHaveLength(2 + 3);
  });
});
