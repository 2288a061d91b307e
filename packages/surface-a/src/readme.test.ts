import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

afterAll(() => vi.unstubAllEnvs());

test('the README shows the example program', () => {
  expect(read('../README.md')).toContain(read('../examples/thin-server.ts').trim());
});

test('the example program serves surface A', async () => {
  vi.stubEnv('PORT', '0');
  const { server } = await import('../examples/thin-server.js');
  if (!server.listening) await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await (await fetch(`${base}/`)).text()).toBe('your own routes');
    expect(await (await fetch(`${base}/v1/regions`)).json()).toMatchObject({ meta: { count: 7 } });
    expect((await fetch(`${base}/v1/demand/forecast?region=PJM`)).status).toBe(404); // its stores are empty
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
