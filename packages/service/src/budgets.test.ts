import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { CONTRACT_AREAS, findPlan } from '@loadcast/core';
import { describeBudgets, describeLimits } from '@loadcast/core/testing';
import type { WebhookRecord } from '@loadcast/storage/sqlite';
import { expect, vi } from 'vitest';
import { EventFeed } from './events/event-feed.js';
import { createHostLookups } from './events/webhooks/host-lookups.js';
import { createWebhookAdmin } from './events/webhooks/webhook-admin.js';
import { sendWebhooks, stateAt } from './events/webhooks/webhook-sender.js';

const AT = Date.parse('2026-11-21T12:00:00Z');
const plan = findPlan('a', 'enterprise')!;

/** Streams of callers, each begun. */
function streamFlood(callerOf: (text: string) => { accountId: string; keyId: string; isGuest?: true }) {
  const feed = new EventFeed({
    areas: () => CONTRACT_AREAS,
    log: { newest: async () => 0, after: async () => [] },
    isGood: () => true,
    now: () => AT,
  });
  const begun: { return(): Promise<unknown> }[] = [];
  async function begin(caller: ReturnType<typeof callerOf>): Promise<unknown> {
    const stream = feed.stream({ principal: { ...caller, plan }, filter: {} });
    return stream.next().then(
      () => void begun.push(stream),
      (refusal: unknown) => refusal,
    );
  }
  return {
    put: (_: number, text: string) => begin(callerOf(text)),
    async honest() {
      const refusal = await begin({ accountId: 'honest', keyId: 'honest' });
      await begun.pop()?.return();
      return refusal === undefined;
    },
    end: () => Promise.all(begun.map((stream) => stream.return())),
  };
}

/** Look-ups at a name server that never answers. */
async function lookupFlood(accountOf: (index: number) => string, mostWaiting = 1) {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const find = createHostLookups({ servers: [`127.0.0.1:${silent.address().port}`], hostsFile: '', mostWaiting });
  const over = new AbortController();
  const lookUp = (host: string, account: string) => find(host, account, over.signal);
  const begun: Promise<unknown>[] = [];
  return {
    async put(index: number, text: string) {
      begun.push(lookUp(`host-${index}.example`, accountOf(index)).catch(() => void text.length));
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
    honest: async () => (await lookUp('127.0.0.1', 'honest')).length === 1,
    async end() {
      over.abort(new Error('over'));
      await Promise.all(begun);
      silent.close();
    },
  };
}

/** Webhooks whose receivers answer when they are released, each with one event to get. */
function webhookFlood(accountOf: (index: number) => string) {
  let added = 0;
  const settled = new Set<string>();
  const honest: string[] = [];
  const recordOf = (id: string, accountId: string): WebhookRecord => {
    const state = { ...stateAt(0), types: '', areas: '', formerSecret: null, formerUntil: null, createdAt: AT };
    return { id, accountId, url: `https://${id}.example/`, secret: 'whsec_AAAA', ...state };
  };
  /** Made anew at each look, as a store reads them: what the test holds does not count. */
  const list = () =>
    [
      ...Array.from({ length: added }, (_, index) => recordOf(`${index}`, accountOf(index))),
      ...honest.map((id) => recordOf(id, 'honest')),
    ].filter(({ id }) => !settled.has(id));
  let looks = 0;
  let called = '';
  const releases: (() => void)[] = [];
  const event = { seq: 1, name: 'one', at: AT, type: 'run.published', areaId: 'pjm', body: '{}' };
  const over = new AbortController();
  const sending = sendWebhooks(
    {
      areas: () => CONTRACT_AREAS,
      log: { newest: async () => 1, after: async (place: number) => (place < 1 ? [event] : []) },
      webhooks: {
        list: async () => {
          looks++;
          return list();
        },
        get: async (id: string) => list().find((webhook) => webhook.id === id),
        settle: async (id: string) => void settled.add(id),
      } as never,
      planOf: async () => plan,
      now: () => AT,
      serviceNow: () => AT,
      outcome: () => undefined,
      failed: (thrown) => expect(thrown).toBeUndefined(),
      async call(url) {
        called = url;
        const text = Buffer.alloc(100_000, url).toString('latin1');
        const error = await new Promise<string>((resolve) => releases.push(() => resolve(text.slice(1_000_000))));
        return { status: 200, error };
      },
      lookEveryMs: 2,
    },
    over.signal,
  );
  return {
    async put(index: number) {
      added = index + 1;
      const before = looks;
      await vi.waitUntil(() => looks > before + 1, { timeout: 30_000, interval: 1 });
    },
    /** Receivers answer one after the other, and webhooks that waited are called. */
    async honest() {
      const id = `honest-${honest.length}`;
      honest.push(id);
      const isCalled = () => settled.has(id) || called.includes(id);
      const answer = () => isCalled() || void releases.shift()?.();
      return vi.waitUntil(answer, { timeout: 30_000, interval: 5 });
    },
    async end() {
      over.abort();
      for (const end of releases.splice(0)) end();
      await sending;
    },
  };
}

/** Events that come one after the other to a feed. */
function eventFlood() {
  const event = (seq: number, body: string) => ({
    seq,
    name: `${seq}`,
    at: AT,
    type: 'run.published',
    areaId: 'pjm',
    body,
  });
  let newest = event(0, '{}');
  const feed = new EventFeed({
    areas: () => CONTRACT_AREAS,
    log: { newest: async () => newest.seq, after: async () => [newest] },
    isGood: () => true,
    now: () => AT,
  });
  async function put(text: string): Promise<void> {
    newest = event(newest.seq + 1, JSON.stringify({ text }));
    await feed.refresh();
  }
  return {
    put: (_: number, text: string) => put(text),
    honest: () => feed.heldFrom(feed.head - 1, 10).length === 1 && feed.heldAfter > 0,
  };
}

describeBudgets('service', {
  held_events: { open: () => eventFlood() },
  event_streams_of_key: { open: () => streamFlood((text) => ({ accountId: 'acc', keyId: 'key', text })) },
  event_streams_of_demo: {
    open: () => streamFlood((keyId) => ({ accountId: 'demo', keyId, isGuest: true })),
  },
  webhook_calls: { open: () => webhookFlood((index) => `account ${index}`) },
  webhook_calls_of_account: { open: () => webhookFlood(() => 'account') },
  host_lookups: { open: () => lookupFlood((index) => `account ${index}`) },
  host_lookups_of_account: { open: () => lookupFlood(() => 'account') },
  waiting_host_lookups: { bound: 80, open: (mostWaiting) => lookupFlood(() => 'account', mostWaiting) },
});

describeLimits('service', {
  async webhooks(size) {
    const ledger = { list: async () => Array.from({ length: size - 1 }), add: async () => undefined };
    const log = { newest: async () => 0, at: async () => undefined };
    const admin = createWebhookAdmin({
      areas: () => CONTRACT_AREAS,
      ledger: ledger as never,
      log,
      rules: { allowPrivate: false },
    });
    await admin.create('account', { url: 'https://receiver.example/' }, AT);
  },
});
