import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

afterAll(() => vi.unstubAllEnvs());

test('the README shows the example program', () => {
  expect(read('../README.md')).toContain(read('../examples/thin-server.ts').trim());
});

test('the example program serves surface B', async () => {
  vi.stubEnv('PORT', '0');
  const { server } = await import('../examples/thin-server.js');
  if (!server.listening) await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await (await fetch(`${base}/`)).text()).toBe('your own routes');
    const areas = await fetch(`${base}/oasis?queryname=TAC_AREAS&resultformat=7`);
    expect(await areas.json()).toMatchObject({ count: 8 });
    const range = 'startdatetime=20260701T07:00-0000&enddatetime=20260702T07:00-0000';
    const empty = await fetch(`${base}/oasis?queryname=SLD_FCST&market_run_id=DAM&${range}`);
    expect(empty.status).toBe(404); // its stores are empty
    const zip = await fetch(`${base}/oasisapi/SingleZip?queryname=SLD_FCST&version=1&${range}`);
    expect(zip.headers.get('content-disposition')).toMatch(/_v1\.xml\.zip;$/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, 30_000);
