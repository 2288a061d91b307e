import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import {
  describeBudgets,
  describeLimits,
  memoryControlStore,
  testAccount,
  testEvent,
  testKey,
} from '@loadcast/core/testing';
import type { Principal } from '@loadcast/formats';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { onTestFinished } from 'vitest';
import { createProxyTrust } from './access/addresses/client-address.js';
import { createIpQuota } from './access/addresses/ip-quota.js';
import { sendEvents } from './access/events/log-security-events.js';
import { createSecurityEvents } from './access/events/security-events.js';
import { KnownKeys, openKeyDirectory } from './access/keys/key-directory.js';
import { readScope } from './access/keys/key-scope.js';
import { createUsageHistory } from './access/usage/usage-history.js';
import { areaQuery } from './account/handlers/own-areas.js';
import { forecasterWishes } from './account/handlers/own-forecasters.js';
import { webhookWishes } from './account/handlers/own-webhooks.js';
import { credentials } from './account/handlers/sign-up.js';
import { createHashingQueue } from './account/limits/hashing-queue.js';
import { createRefusalPace } from './account/limits/refusal-pace.js';
import { openAccountServer } from './account/testing/account-server.js';
import { createForecasterAdmin } from './forecasters/forecaster-admin.js';
import { openMailer } from './mail/mailer.js';
import { MAILS } from './mail/mails.data.js';
import { createAreaAdmin } from './own-areas/area-admin.js';

const AT = Date.parse('2026-11-21T12:00:00Z');
const LIMITS = { atOnce: 1, mostWaiting: 64, mostWaitingOfOne: 10, restRatio: 0 };
const securityEvent = (accountId: string) => ({ ...testEvent(), accountId, outcome: 'done' as const });
const away = async () => Promise.reject(new Error('the store is away'));
const never = () => new Promise<never>(() => undefined);

/** What a promise is refused with, where that is settled at once. */
async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  let refusal: unknown;
  work.catch((thrown: unknown) => {
    refusal = thrown;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return refusal;
}

/** Hashes that do not end, so that all others wait. */
function hashingFlood(nameOf: (index: number) => string) {
  const hashing = createHashingQueue(LIMITS);
  let release: () => void = () => undefined;
  const hold = (text: string) => () => new Promise<string>((resolve) => (release = () => resolve(text)));
  void hashing({ name: 'first', isKnown: true }, hold('first'));
  return {
    put: (index: number, text: string) => refusalOf(hashing({ name: nameOf(index), isKnown: false }, hold(text))),
    async honest() {
      const known = hashing({ name: 'owner', isKnown: true }, async () => true);
      release();
      return known;
    },
  };
}

describeBudgets('accounts', {
  addresses: {
    open() {
      const quota = createIpQuota();
      for (let request = 0; request < 3; request++) quota.charge('192.0.2.1', AT);
      const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      return {
        put: (index) => void quota.charge(addressOf(index), AT),
        honest: () => JSON.stringify(quota.peek('192.0.2.1', AT)).includes('997'),
      };
    },
  },
  known_keys: {
    bound: 1_000,
    open(bound) {
      const keys = new KnownKeys({ note: () => undefined, write: async () => undefined }, bound);
      const add = (id: string) => keys.add(id, testKey(id, { id }), { ...testAccount(), id });
      return {
        put: (_, text) => void add(text),
        honest: () => add('honest') === keys.get('honest'),
      };
    },
  },
  key_lookups: {
    async open() {
      const store = { ...memoryControlStore(), keyBySha256: never };
      const directory = await openKeyDirectory({ store });
      return {
        put: (_, text) => refusalOf(directory.lookup(text)),
        honest: () => directory.known('none') === undefined,
        end: () => directory.close(),
      };
    },
  },
  usage_records: {
    open() {
      const history = createUsageHistory({ add: away, of: async () => [], sweep: async () => undefined });
      const allowed = { allowed: true, snapshot: { now: AT } };
      const admission = history.noted({ admit: () => allowed, peek: never, refund: never } as never);
      const principal = (accountId: string): Principal => ({ accountId, keyId: 'key', plan: findPlan('a', 'free')! });
      return {
        put: (_, text) => void admission.admit(principal(text), [], AT),
        honest: () => admission.admit(principal('honest'), [], AT) === (allowed as never),
        end: () => history.close(),
      };
    },
  },
  mails: {
    async open() {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      let dropped: { message: string } | undefined;
      const mailer = await openMailer({
        url: `smtp://127.0.0.1:${port}`,
        from: 'loadcast@example.org',
        failed: (error) => {
          dropped = error as Error;
        },
      });
      return {
        put(_, text) {
          mailer.send(MAILS.taken(`${text}@example.org`), AT);
        },
        honest() {
          mailer.send(MAILS.taken('honest@example.org'), AT);
          return dropped?.message === 'too many mails wait';
        },
        async end() {
          await mailer.close();
          silent.close();
        },
      };
    },
  },
  security_events: {
    bytes: 2_400, // an event, and who waits for it
    open() {
      const logged = {};
      const store = { ...memoryControlStore(), addEvents: never };
      const events = createSecurityEvents({
        store,
        log: (event) => void Object.assign(logged, { event }),
        failed: () => undefined,
      });
      const record = (accountId: string) => void events.record(securityEvent(accountId), AT);
      return {
        put: (_, text) => record(text),
        honest() {
          record('honest');
          return JSON.stringify(logged).includes('honest');
        },
      };
    },
  },
  sent_security_events: {
    open() {
      const sent = sendEvents({ url: 'http://127.0.0.1:1/', failed: () => undefined, firstRetryMs: 600_000 });
      const send = (id: string) => sent.send({ ...securityEvent('acc'), id, at: AT });
      return {
        put: (_, text) => send(text),
        honest: () => send('honest') === undefined,
        end: () => sent.close(),
      };
    },
  },
  password_hashes: { open: () => hashingFlood((index) => `stranger ${index}`) },
  password_hashes_of_caller: { open: () => hashingFlood(() => 'stranger') },
  paced_refusals: {
    open() {
      const pace = createRefusalPace({ perSecond: 0.001 });
      return {
        put: (_, text) => void pace().then(() => text),
        honest: async () => (await pace()) === undefined,
      };
    },
  },
});

/** A forecaster in a store of its own, whose clock stands. */
async function forecasterWithRuns() {
  const store = await openSqliteStore({ dataDir: mkdtempSync(join(tmpdir(), 'loadcast-limits-')) });
  onTestFinished(() => store.close());
  const admin = createForecasterAdmin(
    () => CONTRACT_AREAS,
    store.forecasters,
    () => AT,
  );
  const wishes = { name: '', areas: [CONTRACT_AREAS.find('a', 'PJM')!], gates: ['DAM'], isPublic: false };
  const plan = findPlan('a', 'free')!;
  const { id } = await admin.add('acc', plan, wishes);
  const bytes = new TextEncoder().encode('timestamp,value_mw\n2026-11-21T12:00Z,1');
  return {
    add: () => admin.add('acc', plan, wishes),
    publish: (isPublic: boolean) => admin.publish('acc', id, isPublic),
    retire: (each: string) => admin.retire('acc', each),
    submit: () => admin.submit('acc', id, { bytes }),
    id,
  };
}

const refusalCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ code }: { code: string }) => ({ code }),
  );

const isRefused = ({ success }: { success: boolean }) => (success ? undefined : { code: 'invalid_parameter' });

describeLimits('accounts', {
  async account_body_bytes(size) {
    const server = await openAccountServer();
    const empty = JSON.stringify({ email: '' });
    const { error } = await server.ask('POST', '/reset', { body: { email: 'a'.repeat(size - empty.length) } });
    return error.code === 'payload_too_large' ? error : undefined;
  },
  async forecast_bytes(size) {
    const server = await openAccountServer();
    const cookie = await server.signedIn('ann@example.org');
    const { error } = await server.ask('POST', '/forecasters/fct_1/runs?unit=hp', { cookie, body: ' '.repeat(size) });
    return error.code === 'payload_too_large' ? error : undefined;
  },
  async area_bytes(size) {
    const server = await openAccountServer();
    const cookie = await server.signedIn('ann@example.org');
    const { error } = await server.ask('PUT', '/areas/x/load?unit=hp', { cookie, body: ' '.repeat(size) });
    return error.code === 'payload_too_large' ? error : undefined;
  },
  area_name: (size) => isRefused(areaQuery.shape.name.safeParse('a'.repeat(size))),
  async own_areas(size) {
    const store = await openSqliteStore({ dataDir: mkdtempSync(join(tmpdir(), 'loadcast-limits-')) });
    onTestFinished(() => store.close());
    const admin = createAreaAdmin(
      { ...store, areas: () => CONTRACT_AREAS, followAreas: async () => CONTRACT_AREAS },
      () => AT,
    );
    const file = new TextEncoder().encode('time,MW\n2026-11-20T00:00Z,5\n2026-11-20T01:00Z,6');
    const add = (n: number) =>
      admin.add('acc', findPlan('a', 'team')!, { code: `C${n % 2}`, timezone: 'UTC', holidays: 'us' }, file);
    for (let n = 1; n < size; n++) await admin.retire('acc', (await add(n)).code);
    return refusalCode(add(size));
  },
  blend_experts: (size) =>
    isRefused(forecasterWishes.shape.blend.safeParse(Array.from({ length: size }, (_, index) => `fct_${index}`))),
  forecaster_name: (size) => isRefused(forecasterWishes.shape.name.safeParse('a'.repeat(size))),
  async forecasters(size) {
    const { add, retire, id } = await forecasterWithRuns();
    await retire(id);
    for (let n = 2; n < size; n++) await retire((await add()).id);
    return refusalCode(add());
  },
  async forecaster_changes(size) {
    const { publish, retire, id } = await forecasterWithRuns();
    // The last change of an even number is to be one that shows it.
    if (size % 2 === 0) await retire(id);
    for (let pair = 1; pair < size / 2; pair++) {
      await refusalCode(publish(true));
      await publish(false);
    }
    return refusalCode(publish(true));
  },
  async submissions(size) {
    const { submit } = await forecasterWithRuns();
    for (let n = 1; n < size; n++) await submit();
    return refusalCode(submit());
  },
  async email_characters(size) {
    const email = `${'a'.repeat(size - '@example.org'.length)}@example.org`;
    return isRefused(credentials.safeParse({ email, password: '' }));
  },
  secret_characters: (size) => isRefused(credentials.safeParse({ email: '', password: 'a'.repeat(size) })),
  url_characters: (size) => isRefused(webhookWishes.safeParse({ url: 'a'.repeat(size) })),
  forwarded_entries(size) {
    const chain = ['192.0.2.1', ...Array.from({ length: size - 1 }, () => '10.0.0.2')].join();
    const address = createProxyTrust('10.0.0.0/8').clientAddress('10.0.0.1', chain);
    return address === '192.0.2.1' ? undefined : { code: 'unread' };
  },
  scope_entries: (size) =>
    void readScope(CONTRACT_AREAS, { addresses: Array.from({ length: size }, (_, i) => `10.0.${i}.1`) }),
  async kept_keys(size) {
    const server = await openAccountServer();
    const cookie = await server.signedIn('ann@example.org');
    const account = (await server.store.accountByEmail('ann@example.org'))!;
    for (let n = 1; n < size; n++) await server.store.createKey(testKey(account.id, { revokedAt: server.now }), null);
    const { status, error } = await server.ask('POST', '/keys', { cookie, body: {} });
    return status === 201 ? undefined : error;
  },
});
