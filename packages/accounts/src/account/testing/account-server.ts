import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTRACT_AREAS, type ControlStore } from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import type { SecurityEvent } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { answerRequest, listenWith, SERVER_OPTIONS } from '@loadcast/formats/node';
import { createWebhookAdmin } from '@loadcast/service';
import { expect, onTestFinished } from 'vitest';
import { type Access, type AccessOptions, openAccess } from '../../access/access.js';
import { createAccount } from '../../access/create-account.js';
import { createSecurityEvents } from '../../access/events/security-events.js';
import { NO_BREACH_CHECK } from '../../access/passwords/breached-passwords.js';
import { hashPassword } from '../../access/passwords/password.js';
import { PUBLIC_PLANS } from '../../access/sign-up-plans.js';
import { ACCOUNT_PREFIX, type AccountSurfaceOptions, createAccountSurface } from '../account-surface.js';

export const TEST_PASSWORD = 'correct horse battery';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

export interface Asked {
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what these tests are about
  readonly data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as data
  readonly error: any;
}

/** The account API on a socket of its own, over a store in memory, for one test. Its clock and its callers' address are set by the test. */
export interface AccountServer {
  now: number;
  address: string;
  readonly url: string;
  readonly store: ControlStore;
  readonly access: Access;
  /** What the log stream of security events received. */
  readonly logged: readonly SecurityEvent[];
  ask(method: string, path: string, asked?: Asked): Promise<Answered>;
  /** Makes an account and signs in to it. @returns the cookie */
  signedIn(email?: string): Promise<string>;
}

export interface AccountServerOptions
  extends Partial<
      Pick<
        AccountSurfaceOptions,
        'store' | 'areas' | 'mailer' | 'signUps' | 'webhooks' | 'forecasters' | 'ownAreas' | 'requiresSecondFactor'
      >
    >,
    Pick<AccessOptions, 'usage'> {}

export async function openAccountServer({ usage, ...options }: AccountServerOptions = {}): Promise<AccountServer> {
  const store = options.store ?? memoryControlStore();
  const access = await openAccess({
    areas: () => CONTRACT_AREAS,
    store,
    counters: memoryQuotaCounters(),
    ...(usage && { usage }),
    requiresSecondFactor: options.requiresSecondFactor ?? false,
  });
  const server = createServer(SERVER_OPTIONS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logged: SecurityEvent[] = [];
  const events = createSecurityEvents({ store, log: (event) => logged.push(event), failed: () => {} });
  const surface = createAccountSurface({
    areas: () => CONTRACT_AREAS,
    store,
    counters: access.counters,
    attempts: access.attempts,
    usageHistory: access.usageHistory,
    webhooks: NO_WEBHOOKS,
    forecasters: undefined as never,
    ownAreas: undefined as never,
    directory: access.directory,
    events,
    writtenAddress: (written) => written,
    signUps: 'open',
    signUpPlans: PUBLIC_PLANS,
    isBreached: NO_BREACH_CHECK,
    requiresSecondFactor: false,
    now: () => opened.now,
    addressOf: () => opened.address,
    ...options,
  });
  listenWith(server, {
    baseUrl: url,
    now: () => opened.now,
    answer: answerRequest([{ prefix: ACCOUNT_PREFIX, surface }], {
      authenticate: async (request, { id }) =>
        (await access.session(request, id, opened.now)) ?? access.authenticate(request.authorization, id, opened.now),
      areas: () => CONTRACT_AREAS,
    }),
  });
  onTestFinished(async () => {
    await access.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const opened: AccountServer = {
    now: NOW,
    address: '192.0.2.1',
    url,
    store,
    access,
    logged,
    ask: (method, path, asked = {}) => askAt(url, method, path, asked),
    async signedIn(email = 'ann@example.org') {
      await createAccount(store, { email, passwordHash: await hashPassword(TEST_PASSWORD) }, opened.now);
      const { headers, status } = await opened.ask('POST', '/sign-in', { body: { email, password: TEST_PASSWORD } });
      expect(status).toBe(200);
      return cookieOf(headers);
    },
  };
  return opened;
}

const NO_WEBHOOKS = createWebhookAdmin({
  areas: () => CONTRACT_AREAS,
  ledger: undefined as never,
  log: undefined as never,
  rules: { allowPrivate: false },
});

/** The session cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? '';

async function askAt(url: string, method: string, path: string, { body, cookie, headers }: Asked): Promise<Answered> {
  const response = await fetch(`${url}/account${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const json = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, data: json?.data, error: json?.error };
}
