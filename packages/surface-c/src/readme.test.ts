import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

afterAll(() => vi.unstubAllEnvs());

test('the README shows the example program', () => {
  expect(read('../README.md')).toContain(read('../examples/thin-server.ts').trim());
});

test('the example program serves surface C', async () => {
  vi.stubEnv('PORT', '0');
  const { server } = await import('../examples/thin-server.js');
  if (!server.listening) await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await (await fetch(`${base}/`)).text()).toBe('your own routes');
    const areas = await fetch(`${base}/forecast/v1/tac-areas`);
    expect(await areas.json()).toMatchObject({ count: 4 });
    const range = 'startdatetime=20260701T00:00-0700&enddatetime=20260702T00:00-0700';
    expect((await fetch(`${base}/forecast/v1/demand?tac_area=PGE&${range}`)).status).toBe(404); // its stores are empty
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, 30_000);
