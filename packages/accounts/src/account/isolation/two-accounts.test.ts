import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS } from '@loadcast/core';
import { createWebhookAdmin } from '@loadcast/service';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openAreaBook } from '../../../../service/src/wiring/areas.js';
import { totpCode } from '../../access/passwords/totp.js';
import { createForecasterAdmin } from '../../forecasters/forecaster-admin.js';
import { createAreaAdmin } from '../../own-areas/area-admin.js';
import { ACCOUNT_ENDPOINTS } from '../account-endpoints.js';
import { type AccountServer, cookieOf, openAccountServer, TEST_PASSWORD } from '../testing/account-server.js';

const HALF_MINUTE = 30_000;

interface Person {
  readonly cookie: string;
  /** Ids by the folder of the path that takes them. */
  readonly ids: Readonly<Record<string, string>>;
  /** Private data: ids, addresses, names. */
  readonly own: readonly string[];
}

async function twoAccounts(): Promise<{ server: AccountServer; ann: Person; bob: Person }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-two-accounts-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const book = await openAreaBook(store.areaLedger);
  const webhooks = createWebhookAdmin({
    areas: (accountId) => book.areas(accountId),
    ledger: store.webhooks,
    log: store.eventLog,
    rules: { allowPrivate: false },
  });
  const forecasters = createForecasterAdmin(
    () => CONTRACT_AREAS,
    store.forecasters,
    () => server.now,
  );
  const ownAreas = createAreaAdmin({ ...store, ...book }, () => server.now);
  const server: AccountServer = await openAccountServer({
    store: store.control,
    areas: book.areas,
    webhooks,
    forecasters,
    ownAreas,
    usage: store.usage,
  });
  return { server, ann: await person(server, 'ann', '192.0.2.1'), bob: await person(server, 'bob', '198.51.100.2') };
}

/** An account with one of everything that an account may have, and one forecast request. */
async function person(server: AccountServer, name: string, address: string): Promise<Person> {
  server.address = address;
  const email = `${name}@example.org`;
  const first = await server.signedIn(email);
  const offered = await server.ask('POST', '/second-factor', { cookie: first, body: { password: TEST_PASSWORD } });
  const code = totpCode(offered.data.secret, Math.floor(server.now / HALF_MINUTE));
  const cookie = cookieOf(
    (await server.ask('POST', '/second-factor/confirm', { cookie: first, body: { code } })).headers,
  );
  const read = async (path: string) => (await server.ask('GET', path, { cookie })).data;
  const made = async (path: string, body: object) => (await server.ask('POST', path, { cookie, body })).data;
  const account = await read('');
  const key = await made('/keys', { label: `key of ${name}` });
  const webhook = await made('/webhooks', { url: `https://${name}.example/loadcast` });
  const forecaster = await made('/forecasters', { name: `model of ${name}`, regions: 'PJM', public: true });
  const row = `timestamp,value_mw\n${new Date(server.now).toISOString().slice(0, 13)}:00Z,90000\n`;
  await server.ask('POST', `/forecasters/${forecaster.id}/runs`, { cookie, body: row });
  await server.store.setPlans(account.id, { a: 'team', b: 'trial', c: null }, {});
  const meter = `time,MW\n2026-11-20T00:00Z,5\n2026-11-20T01:00Z,6\n`;
  const { data: area } = await server.ask('POST', `/areas?code=${name}-1&timezone=UTC`, { cookie, body: meter });
  const [session] = await read('/sessions');
  await server.access.directory.refresh();
  const caller = await server.access.authenticate(`Bearer ${key.key}`, 'a', server.now);
  await server.access.admit(caller, ['pjm'], server.now);
  const ids = {
    keys: key.id,
    sessions: session.id,
    webhooks: webhook.id,
    forecasters: forecaster.id,
    areas: area.code,
  };
  const own = [
    email,
    account.id,
    ...Object.values(ids),
    address,
    `key of ${name}`,
    `model of ${name}`,
    `${name}.example/`,
  ];
  return { cookie, ids, own };
}

const PUBLIC = /^\/(sign-|confirm|reset|plans)/;
const OWN_ROUTES = ACCOUNT_ENDPOINTS.filter(({ path }) => !PUBLIC.test(path));
const READS = OWN_ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes('{id}'));
const WITH_IDS = OWN_ROUTES.filter(({ path }) => path.includes('{id}'));
const folderOf = (path: string): string => path.split('/')[1] ?? '';

test('no answer under /account shows one of two accounts anything of the other', async () => {
  const { server, ann, bob } = await twoAccounts();
  const answered = new Map<string, number>();
  const leaks: string[] = [];
  for (const { path } of READS) {
    for (const [reader, other] of [[ann, bob] as const, [bob, ann] as const]) {
      const { status, text } = await server.ask('GET', path, { cookie: reader.cookie });
      answered.set(path, status);
      leaks.push(...other.own.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`));
    }
  }
  expect(leaks).toEqual([]);
  expect([...answered]).toEqual(READS.map(({ path }) => [path, 200]));
  expect(READS.length).toBeGreaterThanOrEqual(8);
});

test('usage is of the reader alone, by session: one request each, under the own key', async () => {
  const { server, ann, bob } = await twoAccounts();
  for (const { cookie, ids } of [ann, bob]) {
    const { data } = await server.ask('GET', '/usage', { cookie });
    expect(data.surfaces[0]).toMatchObject({
      surface: 'a',
      day: { used: 1 },
      keys: [{ key_id: ids['keys'], used: 1 }],
    });
    const history = await server.ask('GET', '/usage/history', { cookie });
    expect(history.data.hours.map(({ key_id, used }: { key_id: string; used: number }) => [key_id, used])).toEqual([
      [ids['keys'], 1],
    ]);
  }
});

/** Bodies that a call takes, so that only the id is wrong. */
const BODIES: Readonly<Record<string, object>> = {
  '/keys/{id}/rotate': {},
  '/webhooks/{id}/replay': { event: 'evt_1' },
  '/webhooks/{id}/rotate': {},
  '/forecasters/{id}': { public: false },
  '/forecasters/{id}/withdrawals': { position: 1 },
};

test('the id of another account is answered like one that does not exist, and what it names stays as it was', async () => {
  const { server, ann, bob } = await twoAccounts();
  const before = await Promise.all(
    ['keys', 'webhooks', 'forecasters', 'areas', `forecasters/${ann.ids['forecasters']}/runs`].map((folder) =>
      server.ask('GET', `/${folder}`, { cookie: ann.cookie }),
    ),
  );
  const asked = WITH_IDS.map(async ({ method = 'GET', path }) => {
    const ask = async (id: string) => {
      const body = method === 'POST' ? BODIES[path] : undefined;
      const sent = { cookie: bob.cookie, ...(body && { body }) };
      const { status, error } = await server.ask(method, path.replace('{id}', id), sent);
      return `${status} ${error?.code}: ${error?.message}`;
    };
    const other = await ask(ann.ids[folderOf(path)] ?? '');
    return { path, other, isLikeAbsent: other === (await ask('none_1')) };
  });
  expect(await Promise.all(asked)).toEqual(
    WITH_IDS.map(({ path }) => ({ path, other: expect.stringMatching(/^404 not_found: /), isLikeAbsent: true })),
  );
  expect(WITH_IDS.length).toBeGreaterThanOrEqual(7);
  const after = await Promise.all(
    ['keys', 'webhooks', 'forecasters', 'areas', `forecasters/${ann.ids['forecasters']}/runs`].map((folder) =>
      server.ask('GET', `/${folder}`, { cookie: ann.cookie }),
    ),
  );
  expect(after.map(({ data }) => data)).toEqual(before.map(({ data }) => data));
  expect((await server.ask('GET', '', { cookie: ann.cookie })).status).toBe(200);
});

test('without a session every call on an account is refused, its own ids given or not', async () => {
  const { server, ann } = await twoAccounts();
  const refused = OWN_ROUTES.map(async ({ method = 'GET', path }) => {
    const at = path.replace('{id}', ann.ids[folderOf(path)] ?? '');
    const { status } = await server.ask(method, at, method === 'POST' ? { body: {} } : {});
    return [method, path, status];
  });
  expect(await Promise.all(refused)).toEqual(OWN_ROUTES.map(({ method, path }) => [method, path, 401]));
});

test('a webhook takes events of an own area by its code, and the code of another account’s area like one that does not exist', async () => {
  const { server, ann, bob } = await twoAccounts();
  const made = (regions: string, { cookie }: Person) =>
    server.ask('POST', '/webhooks', { cookie, body: { url: 'https://example.org/', regions } });
  const { data } = await made('ann-1,PJM', ann);
  expect(data.regions).toEqual(['ANN-1', 'PJM']);
  const [other, absent] = [await made('ann-1', bob), await made('ann-2', bob)];
  const unnamed = { request_id: expect.any(String) };
  expect([other.status, other.error]).toEqual([400, { ...absent.error, ...unnamed }]);
});
