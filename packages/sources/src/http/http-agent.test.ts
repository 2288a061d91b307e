import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startConnectProxy } from '../../../../tooling/testing/connect-proxy.js';
import { type HttpAgentOptions, openHttpAgent } from './http-agent.js';

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];

async function upstream(): Promise<number> {
  const server = createServer(({ headers }, response) => response.end(headers.host));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const noName: LookupFunction = (host, _options, found) =>
  found(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), []);

/** What comes of one request, and what the proxy was asked for. */
async function ask(url: string, env: Readonly<Record<string, string>>, tunnels = true, options: HttpAgentOptions = {}) {
  const port = await upstream();
  const proxy = await startConnectProxy(tunnels ? port : undefined);
  for (const name of NAMES) vi.stubEnv(name, env[name]?.replace('PROXY', new URL(proxy.url).host));
  const agent = openHttpAgent({ connect: { lookup: noName }, ...options });
  try {
    const reply = await agent.request(url.replace('PORT', String(port)), {});
    return { asked: proxy.asked, answer: (await reply.body.text()).replace(String(port), 'PORT') };
  } catch (error) {
    return { asked: proxy.asked, answer: error instanceof Error && 'code' in error ? error.code : error };
  } finally {
    await agent.destroy();
  }
}

afterEach(() => void vi.unstubAllEnvs());

const VIA = 'http://PROXY';
test.each([
  { env: { HTTP_PROXY: VIA }, url: 'http://a.invalid/x', asked: ['a.invalid:80'], answer: 'a.invalid' },
  { env: { http_proxy: VIA }, url: 'http://a.invalid:81/x', asked: ['a.invalid:81'], answer: 'a.invalid:81' },
  {
    env: { HTTP_PROXY: 'http://me:p%40ss@PROXY' },
    url: 'http://a.invalid/x',
    asked: ['me:p@ss@a.invalid:80'],
    answer: 'a.invalid',
  },
  {
    // field case 10
    env: { HTTPS_PROXY: VIA },
    url: 'https://a.invalid/',
    tunnels: false,
    asked: ['a.invalid:443'],
    answer: 'PROXY_403',
  },
  {
    env: { https_proxy: VIA },
    url: 'https://a.invalid/',
    tunnels: false,
    asked: ['a.invalid:443'],
    answer: 'PROXY_403',
  },
  { env: { HTTPS_PROXY: VIA }, url: 'http://a.invalid/', asked: [], answer: 'ENOTFOUND' },
  { env: { HTTP_PROXY: VIA, NO_PROXY: 'a.invalid' }, url: 'http://a.invalid/', asked: [], answer: 'ENOTFOUND' },
  {
    env: { HTTP_PROXY: VIA, NO_PROXY: 'b.example, .invalid' },
    url: 'http://a.invalid/',
    asked: [],
    answer: 'ENOTFOUND',
  },
  ...['*', ' * ', 'none.invalid,*', 'a.invalid.', 'a.invalid.:80', 'none.invalid a.invalid'].map((NO_PROXY) => ({
    env: { HTTP_PROXY: VIA, NO_PROXY },
    url: 'http://a.invalid/',
    asked: [],
    answer: 'ENOTFOUND',
  })),
  { env: { HTTP_PROXY: VIA }, url: 'http://127.0.0.1:PORT/', asked: [], answer: '127.0.0.1:PORT' },
  { env: {}, url: 'http://127.0.0.1:PORT/', asked: [], answer: '127.0.0.1:PORT' },
])('$url with $env asks the proxy for $asked: $answer', async ({ env, url, tunnels, ...expected }) => {
  expect(await ask(url, env, tunnels)).toEqual(expected);
});

test.each([
  { tunnelTo: { address: '192.0.2.7', family: 4 }, asked: ['192.0.2.7:80'] },
  { tunnelTo: { address: '2001:db8::7', family: 6 }, asked: ['[2001:db8::7]:80'] },
])(
  'a proxy is asked for the address that was checked, $asked, under the name of the URL',
  async ({ tunnelTo, asked }) => {
    const env = { HTTP_PROXY: VIA };
    expect(await ask('http://hook.invalid/', env, true, { tunnelTo })).toEqual({ asked, answer: 'hook.invalid' });
    expect(await ask('http://hook.invalid/', { ...env, NO_PROXY: 'hook.invalid' }, true, { tunnelTo })).toEqual({
      asked: [],
      answer: 'ENOTFOUND',
    });
  },
);
