import {
  type Account,
  type ControlStore,
  DAY_MS,
  type EpochMs,
  normaliseEmail,
  PLANS,
  type QuotaCounters,
  ServiceError,
} from '@loadcast/core';
import { json, type Reply, renderError } from '@loadcast/formats';
import { z } from 'zod';
import { createAccount } from '../access/create-account.js';
import { createIpQuota, networkOf } from '../access/ip-quota.js';
import { issueKey, rotateKey } from '../access/issue-key.js';
import type { KeyDirectory } from '../access/key-directory.js';
import { issuedKeyJson, keyJson } from '../access/key-json.js';
import { hashPassword, passwordMatches } from '../access/password.js';
import { accountUsage } from '../access/usage.js';
import { accountJson, planJson } from './account-json.js';
import type { AccountRequest } from './account-request.js';
import { readJson } from './read-json.js';
import { requireSameSite } from './same-site.js';
import { endSession, FORGET_SESSION, readSession, startSession } from './session-cookie.js';
import { createThrottle } from './throttle.js';

export interface AccountApiOptions {
  readonly store: ControlStore;
  readonly counters: QuotaCounters;
  readonly directory: Pick<KeyDirectory, 'refresh'>;
  /** Wall clock. */
  readonly now: () => EpochMs;
  /** Where the cause of a failure goes. */
  readonly report: (thrown: unknown, request: AccountRequest['request']) => void;
}

/** Answers every request under `/account`; never throws. */
export type AccountApi = (incoming: AccountRequest) => Promise<Reply>;

/** Where the API is mounted. */
export const ACCOUNT_PREFIX = '/account';

/** Sign-ups of one address, and of everyone together. */
const SIGN_UPS_PER_ADDRESS = { hour: 5, day: 10, regionDay: null };
const SIGN_UPS_IN_ALL = { hour: 1_000, day: 5_000, regionDay: null };
/** Attempts to sign in of one address, right or wrong. */
const SIGN_INS_PER_ADDRESS = { hour: 120, day: 1_000, regionDay: null };
/** Failures on one account from anywhere that are free; the delays after them are short enough for its owner. */
const FAILURES_PER_ACCOUNT = 50;
/** Passwords being hashed at once: each takes 19 MiB and a thread. */
const MAX_HASHING = 4;
const LONGEST_OVERLAP_SECONDS = 30 * 86_400;

const credentials = z.object({ email: z.string('a string').max(254), password: z.string('a string').max(1_024) });
const keyWishes = z.object({
  label: z.string('a string').default(''),
  expires_at: z.iso
    .datetime({ offset: true, error: 'an instant with an offset, 2027-01-01T00:00:00Z' })
    .transform((text) => Date.parse(text))
    .optional(),
});
const rotation = z.object({
  overlap_seconds: z
    .number('a number')
    .int()
    .min(0)
    .max(LONGEST_OVERLAP_SECONDS, `0 to ${LONGEST_OVERLAP_SECONDS}`)
    .default(DAY_MS / 1000),
});
const newPassword = z.object({ current: z.string('a string').max(1_024), password: z.string('a string').max(1_024) });
const confirmation = z.object({ password: z.string('a string').max(1_024) });

interface Visit extends AccountRequest {
  readonly now: EpochMs;
  /** The part of the path that stands for `:id`. */
  readonly id: string;
}

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the mount; `:id` stands for one segment. */
  readonly path: string;
  readonly answer: (visit: Visit) => Promise<Reply>;
}

/**
 * The signed-in API that the console uses: sign-up, sign-in, sign-out, keys, usage, plan, password.
 *
 * Nothing tells whether an e-mail has an account: sign-up always answers the same, and so does a failed sign-in, after the
 * same work. There is no operator's function here: plans are changed with `loadcast accounts set-plan`.
 */
export function createAccountApi(options: AccountApiOptions): AccountApi {
  const { store, counters, directory, report } = options;
  const signUps = createIpQuota(SIGN_UPS_PER_ADDRESS);
  const allSignUps = createIpQuota(SIGN_UPS_IN_ALL);
  const signIns = createIpQuota(SIGN_INS_PER_ADDRESS);
  const throttleHere = createThrottle();
  const throttleAccount = createThrottle(FAILURES_PER_ACCOUNT);
  let hashing = 0;

  /** Runs work that hashes a password, unless too much of it is under way. */
  async function hashingWork<T>(work: () => Promise<T>): Promise<T> {
    if (hashing >= MAX_HASHING) {
      const message = 'Too many people are signing in at the moment. Retry in 2 seconds.';
      throw new ServiceError('unavailable', message, { retryAfterSeconds: 2 });
    }
    hashing += 1;
    try {
      return await work();
    } finally {
      hashing -= 1;
    }
  }

  async function owner({ request, now }: Visit): Promise<Account> {
    const session = await readSession(store, request.cookie, now);
    const account = session && (await store.account(session.accountId));
    if (!account) throw new ServiceError('unauthorized', 'Sign in first.', undefined);
    return account;
  }

  async function requirePassword(account: Account, password: string, visit: Visit): Promise<void> {
    const name = `${account.email} ${networkOf(visit.address)}`;
    throttleHere.check(name, visit.now);
    const hash = await store.passwordHash(account.id);
    if (await hashingWork(() => passwordMatches(hash, password))) return throttleHere.succeeded(name);
    throttleHere.failed(name, visit.now);
    throw new ServiceError('unauthorized', 'The password is wrong.', undefined);
  }

  async function signUp(visit: Visit): Promise<Reply> {
    const { email, password } = await readJson(visit, credentials);
    const address = normaliseEmail(email);
    if (!address) {
      const expected = 'an e-mail address';
      throw new ServiceError('invalid_parameter', `email: ${expected}`, { parameter: 'email', expected });
    }
    for (const decision of [signUps.charge(visit.address, visit.now), allSignUps.charge('all', visit.now)]) {
      if (!decision.allowed) throw decision.error;
    }
    const passwordHash = await hashingWork(() => hashPassword(password));
    await createAccount(store, { email: address, passwordHash }, visit.now);
    return success(202, { message: 'If the address was free, the account is ready: sign in.' });
  }

  async function signIn(visit: Visit): Promise<Reply> {
    const { email, password } = await readJson(visit, credentials);
    const decision = signIns.charge(visit.address, visit.now);
    if (!decision.allowed) throw decision.error;
    const address = normaliseEmail(email) ?? '';
    const name = `${address} ${networkOf(visit.address)}`;
    throttleHere.check(name, visit.now);
    throttleAccount.check(address, visit.now);
    const account = await store.accountByEmail(address);
    const hash = await store.passwordHash(account?.id ?? '');
    const matches = await hashingWork(() => passwordMatches(hash, password));
    if (!account || !matches) {
      throttleHere.failed(name, visit.now);
      throttleAccount.failed(address, visit.now);
      throw new ServiceError('unauthorized', 'The e-mail or the password is wrong.', undefined);
    }
    throttleHere.succeeded(name);
    throttleAccount.succeeded(address);
    await endSession(store, visit.request.cookie);
    await store.sweepSessions(visit.now);
    const cookie = await startSession(store, account.id, visit.now);
    return success(200, accountJson(account), { 'set-cookie': cookie });
  }

  async function signOut({ request }: Visit): Promise<Reply> {
    await endSession(store, request.cookie);
    return success(200, { message: 'Signed out.' }, { 'set-cookie': FORGET_SESSION });
  }

  async function changePassword(visit: Visit): Promise<Reply> {
    const account = await owner(visit);
    const { current, password } = await readJson(visit, newPassword);
    await requirePassword(account, current, visit);
    await store.setPasswordHash(account.id, await hashingWork(() => hashPassword(password)));
    const cookie = await startSession(store, account.id, visit.now);
    return success(200, { message: 'The password was changed; other sessions have ended.' }, { 'set-cookie': cookie });
  }

  async function deleteAccount(visit: Visit): Promise<Reply> {
    const account = await owner(visit);
    const { password } = await readJson(visit, confirmation);
    await requirePassword(account, password, visit);
    await store.deleteAccount(account.id, visit.now);
    await directory.refresh();
    return success(200, { message: 'The account was deleted.' }, { 'set-cookie': FORGET_SESSION });
  }

  async function createKey(visit: Visit): Promise<Reply> {
    const account = await owner(visit);
    const { label, expires_at } = await readJson(visit, keyWishes);
    const wishes = { label, ...(expires_at === undefined ? {} : { expiresAt: expires_at }) };
    return success(201, issuedKeyJson(await issueKey(store, account, wishes, visit.now), visit.now));
  }

  async function rotate(visit: Visit): Promise<Reply> {
    const account = await owner(visit);
    const { overlap_seconds } = await readJson(visit, rotation);
    const next = await rotateKey(store, account.id, visit.id, overlap_seconds * 1000, visit.now);
    await directory.refresh();
    return success(201, issuedKeyJson(next, visit.now));
  }

  async function revokeKey(visit: Visit): Promise<Reply> {
    const account = await owner(visit);
    const key = await store.key(visit.id);
    if (key?.accountId !== account.id) throw new ServiceError('not_found', 'There is no key with this id.', undefined);
    await store.revokeKey(account.id, key.id, visit.now);
    await directory.refresh();
    return success(200, keyJson({ ...key, revokedAt: key.revokedAt ?? visit.now }, visit.now));
  }

  const routes: readonly Route[] = [
    { method: 'POST', path: '/sign-up', answer: signUp },
    { method: 'POST', path: '/sign-in', answer: signIn },
    { method: 'POST', path: '/sign-out', answer: signOut },
    { method: 'POST', path: '/password', answer: changePassword },
    { method: 'POST', path: '/delete', answer: deleteAccount },
    { method: 'GET', path: '', answer: async (visit) => success(200, accountJson(await owner(visit))) },
    { method: 'GET', path: '/plans', answer: async () => success(200, PLANS.map(planJson)) },
    {
      method: 'GET',
      path: '/usage',
      answer: async (visit) => success(200, { surfaces: await accountUsage(await owner(visit), counters, visit.now) }),
    },
    {
      method: 'GET',
      path: '/keys',
      answer: async (visit) => {
        const keys = await store.keys((await owner(visit)).id);
        return success(
          200,
          keys.map((key) => keyJson(key, visit.now)),
        );
      },
    },
    { method: 'POST', path: '/keys', answer: createKey },
    { method: 'POST', path: '/keys/:id/rotate', answer: rotate },
    { method: 'DELETE', path: '/keys/:id', answer: revokeKey },
  ];

  return async (incoming) => {
    const { request } = incoming;
    try {
      const { route, id } = routeOf(routes, request.method, request.path.slice(ACCOUNT_PREFIX.length));
      if (route.method !== 'GET') requireSameSite(request);
      return ownSiteOnly(await route.answer({ ...incoming, now: options.now(), id }), request.baseUrl);
    } catch (thrown) {
      report(thrown, request);
      return ownSiteOnly(renderError(thrown, 'json', request), request.baseUrl);
    }
  };
}

function routeOf(routes: readonly Route[], method: string, path: string): { route: Route; id: string } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed: string[] = [];
  for (const route of routes) {
    const id = matchPath(route.path, path);
    if (id === undefined) continue;
    if (route.method === wanted) return { route, id };
    allowed.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  }
  if (allowed.length === 0) throw new ServiceError('not_found', 'There is nothing at this path', undefined);
  const allow = allowed.join(', ');
  throw new ServiceError('method_not_allowed', `Only ${allow} is supported here`, { allow });
}

/** What stands for `:id`, or an empty text where the pattern has none; undefined where the path is another. */
function matchPath(pattern: string, path: string): string | undefined {
  if (!pattern.includes(':id')) return pattern === path ? '' : undefined;
  const [before = '', after = ''] = pattern.split(':id');
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return /^[A-Za-z0-9_]{1,64}$/.test(id) ? id : undefined;
}

function success(status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(status, { status: 'success', data }, { 'cache-control': 'no-store', ...headers });
}

/** Pages of other sites may not read what is one person's. */
function ownSiteOnly(reply: Reply, baseUrl: string): Reply {
  const headers = { 'access-control-allow-origin': new URL(baseUrl).origin, vary: 'Cookie' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
