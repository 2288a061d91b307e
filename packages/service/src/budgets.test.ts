import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { findPlan } from '@loadcast/core';
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
function streamFlood(callerOf: (index: number) => { accountId: string; keyId: string; isGuest?: true }) {
  const feed = new EventFeed({
    log: { newest: async () => 0, after: async () => [] },
    isGood: () => true,
    now: () => AT,
  });
  const begun: { return(): Promise<unknown> }[] = [];
  async function begin(caller: ReturnType<typeof callerOf>): Promise<unknown> {
    const stream = feed.stream({ principal: { ...caller, plan }, filter: {} });
    begun.push(stream);
    return stream.next().then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
  }
  return {
    put: (index: number) => begin(callerOf(index)),
    refusal: { code: 'plan_limit' },
    honest: async () => (await begin({ accountId: 'honest', keyId: 'honest' })) === undefined,
    end: () => Promise.all(begun.map((stream) => stream.return())),
  };
}

/** Look-ups at a name server that never answers. */
async function lookupFlood(accountOf: (index: number) => string) {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const find = createHostLookups({ servers: [`127.0.0.1:${silent.address().port}`], hostsFile: '' });
  const over = new AbortController();
  const lookUp = (host: string, account: string) => find(host, account, over.signal);
  const begun: Promise<unknown>[] = [];
  return {
    async put(index: number) {
      begun.push(lookUp(`host-${index}.example`, accountOf(index)).catch(() => undefined));
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
function webhookFlood(accountOf: (index: number) => string, releasesAll: boolean) {
  const webhooks: WebhookRecord[] = [];
  const called = new Set<string>();
  let looks = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const event = { seq: 1, name: 'one', at: AT, type: 'run.published', areaId: 'pjm', body: '{}' };
  const over = new AbortController();
  const sending = sendWebhooks(
    {
      log: { newest: async () => 1, after: async (place: number) => (place < 1 ? [event] : []) },
      webhooks: {
        list: async () => {
          looks++;
          return webhooks;
        },
        get: async (id: string) => webhooks.find((webhook) => webhook.id === id),
        settle: async (id: string) => {
          webhooks.splice(
            webhooks.findIndex((webhook) => webhook.id === id),
            1,
          );
        },
      } as never,
      planOf: async () => plan,
      now: () => AT,
      serviceNow: () => AT,
      outcome: () => undefined,
      failed: (thrown) => expect(thrown).toBeUndefined(),
      async call(url) {
        called.add(url);
        await released;
        return { status: 200, error: '' };
      },
      lookEveryMs: 1,
    },
    over.signal,
  );
  async function put(url: string, accountId: string): Promise<void> {
    const state = { ...stateAt(0), types: '', areas: '', formerSecret: null, formerUntil: null, createdAt: AT };
    webhooks.push({ id: url, accountId, url, secret: 'whsec_AAAA', ...state });
    const before = looks;
    await vi.waitUntil(() => looks > before + 1, { timeout: 30_000, interval: 1 });
  }
  return {
    put: (index: number) => put(`https://${index}.example/`, accountOf(index)),
    async honest() {
      if (releasesAll) release();
      await put('https://honest.example/', 'honest');
      return vi.waitUntil(() => called.has('https://honest.example/'), { timeout: 30_000, interval: 1 });
    },
    async end() {
      release();
      over.abort();
      await sending;
    },
  };
}

describeBudgets('service', {
  event_streams_of_key: { open: () => streamFlood(() => ({ accountId: 'acc', keyId: 'key' })) },
  event_streams_of_demo: {
    open: () => streamFlood((index) => ({ accountId: 'demo', keyId: `demo-${index}`, isGuest: true })),
  },
  webhook_calls: { open: () => webhookFlood((index) => `account ${index}`, true) },
  webhook_calls_of_account: { open: () => webhookFlood(() => 'account', false) },
  host_lookups: { open: () => lookupFlood((index) => `account ${index}`) },
  host_lookups_of_account: { open: () => lookupFlood(() => 'account') },
});

describeLimits('service', {
  async webhooks(size) {
    const ledger = { list: async () => Array.from({ length: size - 1 }), add: async () => undefined };
    const log = { newest: async () => 0, at: async () => undefined };
    const admin = createWebhookAdmin({ ledger: ledger as never, log, rules: { allowPrivate: false } });
    await admin.create('account', { url: 'https://receiver.example/' }, AT);
  },
});
