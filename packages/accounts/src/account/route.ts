import type { Account, ControlStore, EpochMs, QuotaCounters } from '@loadcast/core';
import { ServiceError } from '@loadcast/core';
import type { SecurityEventKind } from '@loadcast/core/quota';
import type { Reply } from '@loadcast/formats';
import type { WebhookAdmin } from '@loadcast/service';
import type { z } from 'zod';
import type { Access } from '../access/access.js';
import type { SecurityEvents } from '../access/events/security-events.js';
import type { KeyDirectory } from '../access/keys/key-directory.js';
import type { BreachCheck } from '../access/passwords/breached-passwords.js';
import type { PasswordChecks } from '../access/passwords/password.js';
import { requireSecondFactor } from '../access/passwords/require-second-factor.js';
import { readSession, type SessionOrigin } from '../access/sessions/session-cookie.js';
import type { Mailer } from '../mail/mailer.js';
import type { AccountLimits } from './limits/account-limits.js';
import type { HashingCaller } from './limits/hashing-queue.js';
import type { SignInTargets } from './limits/sign-in-targets.js';
import type { AccountRequest, UnreadNames } from './request/account-request.js';
import { isForm, readForm, readJson } from './request/read-json.js';
import { type EventNote, recorded } from './request/recorded.js';

/** Who may sign up: anyone, holders of an invitation, or no one. */
export type SignUps = 'open' | 'invite' | 'closed';

/** What the handlers work on. */
export interface AccountDeps {
  readonly store: ControlStore;
  readonly counters: QuotaCounters;
  readonly usageHistory: Access['usageHistory'];
  readonly webhooks: WebhookAdmin;
  readonly directory: Pick<KeyDirectory, 'refresh'>;
  readonly limits: AccountLimits;
  readonly signInTargets: Pick<SignInTargets, 'of'>;
  /** Absent: no mail is sent. */
  readonly mailer?: Mailer;
  /** Whether a new password is known to have leaked. */
  readonly isBreached: BreachCheck;
  /** Who has no second factor may only set one up. */
  readonly requiresSecondFactor: boolean;
  readonly signUps: SignUps;
  readonly events: SecurityEvents;
  /** A caller's address as the log and the security events have it. */
  writtenAddress(address: string): string;
}

/** A request that was routed. */
export interface RoutedRequest extends AccountRequest {
  readonly now: EpochMs;
  /** The segment of the path that stands for `:id`; empty where the route has none. */
  readonly id: string;
  /** Receives what the security event of the route says beside its kind. */
  readonly note: EventNote;
  /** Receives the names of unread parameters and fields. */
  readonly unread: UnreadNames;
  /** Where a session that starts with this call comes from. */
  readonly origin: SessionOrigin;
}

/** A request whose caller and body were checked. */
export interface Call<Caller, Body> extends RoutedRequest {
  readonly caller: Caller;
  readonly body: Body;
}

/** One row of the route table. */
export interface RouteSpec<Caller, Body> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the mount; `:id` stands for one segment. */
  readonly path: string;
  /** The security event that a call is, whether it is answered or refused. */
  readonly event?: SecurityEventKind;
  /** Who may call: `anyone` or `signedIn`. Checked before the body is read. */
  readonly access: (request: RoutedRequest, deps: AccountDeps) => Promise<Caller>;
  /** Reader of the body: `noBody`, `jsonBody(schema)` or `formOrJson(schema)`. */
  readonly body: (request: RoutedRequest) => Promise<Body>;
  /** The page whose form may post here: a form is answered with a page. */
  readonly form?: 'confirm' | 'reset';
  readonly handle: (call: Call<Caller, Body>, deps: AccountDeps) => Promise<Reply>;
}

export interface Route extends Pick<RouteSpec<unknown, unknown>, 'method' | 'path' | 'form'> {
  /** @throws {ServiceError} the caller, the body or the request is refused */
  answer(request: RoutedRequest, deps: AccountDeps): Promise<Reply>;
}

export function route<Caller, Body>({ event, access, body, handle, ...route }: RouteSpec<Caller, Body>): Route {
  const answer: Route['answer'] = async (request, deps) => {
    const caller = await access(request, deps);
    return handle({ ...request, caller, body: await body(request) }, deps);
  };
  return { ...route, answer: event ? recorded(event, answer) : answer };
}

/** How a new password of a caller is checked, and waits for its turn to be hashed. */
export function checksOf(caller: HashingCaller, { isBreached, limits }: AccountDeps): PasswordChecks {
  return { isBreached, turn: (work) => limits.hashing(caller, work) };
}

export async function anyone(): Promise<undefined> {}

/** @throws {ServiceError} unauthorized, as `withSession`; second_factor_required: a required second factor is missing */
export async function signedIn(request: RoutedRequest, deps: AccountDeps): Promise<Account> {
  const account = await withSession(request, deps);
  if (deps.requiresSecondFactor) await requireSecondFactor(deps.store, account.id);
  return account;
}

/** Who has a session, with a second factor or none. @throws {ServiceError} unauthorized: there is none, or it has ended */
export async function withSession({ request, now, trace }: RoutedRequest, { store }: AccountDeps): Promise<Account> {
  const session = await readSession(store, request.cookie, now);
  const account = session && (await store.account(session.accountId));
  if (!account || account.suspendedAt !== null) throw new ServiceError('unauthorized', 'Sign in first.', undefined);
  trace.accountId = account.id;
  return account;
}

export async function noBody(): Promise<undefined> {}

export function jsonBody<S extends z.ZodObject>(schema: S): (request: RoutedRequest) => Promise<z.output<S>> {
  return (request) => readJson(request, schema, request.unread);
}

export function formOrJson<S extends z.ZodObject>(schema: S): (request: RoutedRequest) => Promise<z.output<S>> {
  return (request) => (isForm(request) ? readForm : readJson)(request, schema, request.unread);
}
