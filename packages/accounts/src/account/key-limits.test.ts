import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { testKey } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { openAccountServer } from './testing/account-server.js';

async function opened() {
  const server = await openAccountServer();
  const cookie = await server.signedIn('ann@example.org');
  const account = (await server.store.accountByEmail('ann@example.org'))!;
  await server.store.setPlans(account.id, { a: 'team', b: null, c: null }, {});
  const make = (body: object = {}) => server.ask('POST', '/keys', { cookie, body });
  return { server, cookie, account, make };
}

test('an account makes twenty keys an hour, rotations among them', async () => {
  const { server, cookie, make } = await opened();
  const { data } = await make();
  for (let n = 0; n < 18; n += 1) expect((await make()).status).toBe(201);
  const rotate = () => server.ask('POST', `/keys/${data.id}/rotate`, { cookie, body: {} });
  expect((await rotate()).status).toBe(201);
  expect([(await make()).status, (await rotate()).status]).toEqual([429, 429]);
  server.now += HOUR_MS;
  const again = await server.signedIn('bob@example.org');
  expect((await server.ask('POST', '/keys', { cookie: again, body: {} })).status).toBe(201);
  expect((await make()).status).toBe(201);
});

test('an account keeps 500 keys; those that are dead for 90 days are in no list and make room', async () => {
  const { server, cookie, account, make } = await opened();
  const dead = { revokedAt: server.now - 90 * DAY_MS + 1 };
  for (let n = 0; n < 500; n += 1) await server.store.createKey(testKey(account.id, dead), null);
  const full = await make();
  expect([full.status, full.error.code]).toEqual([403, 'plan_limit']);
  server.now += 1;
  expect((await make()).status).toBe(201);
  expect((await server.ask('GET', '/keys', { cookie })).data).toHaveLength(1);
});

test('a key is made for surfaces, regions and addresses, shown with them, and refused with wrong ones', async () => {
  const { server, cookie, make } = await opened();
  const made = await make({ surfaces: ['a'], regions: ['CISO', 'PJM'], addresses: ['192.0.2.0/24'] });
  const scope = { surfaces: ['a'], regions: ['CAISO', 'PJM'], addresses: ['192.0.2.0/24'] };
  expect(made.data.scope).toEqual(scope);
  expect((await server.ask('GET', '/keys', { cookie })).data[0].scope).toEqual(scope);
  expect((await make({ regions: ['nowhere'] })).error.details.parameter).toBe('regions');
  expect((await make({ regions: 'PJM' })).error.details.parameter).toBe('regions');
  expect((await make({})).data).not.toHaveProperty('scope');
});
