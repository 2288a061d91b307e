import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdminServer } from './admin.js';

let failing = false;
const server = createAdminServer({
  names: ['gw1.example.org'],
  readiness: () => ({ ready: true, missing: [], degraded: ['data_lag pjm'] }),
  metrics() {
    if (failing) throw new Error('no gauge');
    return 'loadcast_ready 1\n';
  },
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  { path: '/livez', status: 200, body: '{"status":"ok"}\n' },
  { path: '/readyz', status: 200, body: '{"status":"ok","missing":[],"degraded":["data_lag pjm"]}\n' },
  { path: '/metrics', status: 200, body: 'loadcast_ready 1\n' },
  { path: '/else', status: 404, body: '{"paths":["/livez","/readyz","/metrics"]}\n' },
])('$path is $status, never stored', async ({ path, status, body }) => {
  const response = await fetch(base + path);
  expect({ status: response.status, body: await response.text() }).toEqual({ status, body });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  { host: 'rebound.example.com', path: '/metrics', status: 421 },
  { host: 'rebound.example.com', path: '/readyz', status: 421 },
  { host: 'gw1.example.org', path: '/metrics', status: 200 },
])('$path for a page of $host is $status', async ({ host, path, status }) => {
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const sent = request(base + path, { headers: { host } }, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
  });
  expect(await answered).toBe(status);
});

test('metrics that fail are a 500 with the reason, for the operator', async () => {
  failing = true;
  const response = await fetch(`${base}/metrics`);
  failing = false;
  expect({ status: response.status, body: await response.text() }).toEqual({ status: 500, body: 'no gauge\n' });
});
