import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DescribedGateway, startDescribedGateway } from '../testing/described-gateway.js';
import type { ApiDocument } from './api-document.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let gateway: DescribedGateway;
let api: ApiDocument;
let cookie = '';
beforeAll(async () => {
  gateway = await startDescribedGateway();
  api = gateway.api;
}, 120_000);
afterAll(() => gateway.stop());

/** Calls an operation of the account API, and holds the answer against the document. @returns `data` of the body */
async function call(
  name: string,
  { id = '', body }: { id?: string; body?: object } = {},
): Promise<Record<string, string>> {
  const operation = api.operations.find(({ operationId }) => operationId === name)!;
  const response = await fetch(gateway.target.base + operation.path.replace('{id}', id), {
    method: operation.method,
    headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  const headers = Object.fromEntries(response.headers);
  expect([name, response.status < 300, text]).toEqual([name, true, text]);
  const said = api.requireDocumented(operation, { status: response.status, headers, bytes, text });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  return (said as { data: Record<string, string> }).data;
}

test('a life of an account is answered as the document says', async () => {
  const credentials = { email: 'reader@example.org', password: 'eleven purple herons wade' };
  await call('listPlans');
  await call('signUp', { body: credentials });
  await call('signIn', { body: credentials });
  await call('getAccount');
  const key = await call('createKey', { body: { label: 'first' } });
  const successor = await call('rotateKey', { id: key['id']!, body: {} });
  await call('revokeKey', { id: successor['id']! });
  await call('listKeys');
  await call('getAccountUsage');
  await call('listSessions');
  await call('listEvents');
  await call('getSecondFactor');
  await call('offerSecondFactor', { body: { password: credentials.password } });
  const password = 'twelve orange kites climb';
  await call('changePassword', { body: { current: credentials.password, password } });
  await call('deleteAccount', { body: { password } });
  await call('signOut');
});
