import type { Account, ControlStore, EpochMs, QuotaCounters } from '@loadcast/core';
import { ServiceError } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import type { z } from 'zod';
import type { KeyDirectory } from '../access/keys/key-directory.js';
import type { AccountLimits } from './account-limits.js';
import type { AccountRequest } from './account-request.js';
import { readJson } from './read-json.js';
import { readSession } from './session-cookie.js';

/** What the handlers work on. */
export interface AccountDeps {
  readonly store: ControlStore;
  readonly counters: QuotaCounters;
  readonly directory: Pick<KeyDirectory, 'refresh'>;
  readonly limits: AccountLimits;
}

/** A request that was routed. */
export interface RoutedRequest extends AccountRequest {
  readonly now: EpochMs;
  /** The segment of the path that stands for `:id`; empty where the route has none. */
  readonly id: string;
}

/** A request whose caller and body were checked. */
export interface Call<Caller, Body> extends RoutedRequest {
  readonly caller: Caller;
  readonly body: Body;
}

/** One row of the route table. */
export interface RouteSpec<Caller, Body> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the mount; `:id` stands for one segment. */
  readonly path: string;
  /** Who may call: `anyone` or `signedIn`. Checked before the body is read. */
  readonly access: (request: RoutedRequest, deps: AccountDeps) => Promise<Caller>;
  /** What is sent: `noBody` or `jsonBody(schema)`. */
  readonly body: (request: RoutedRequest) => Promise<Body>;
  readonly handle: (call: Call<Caller, Body>, deps: AccountDeps) => Promise<Reply>;
}

export interface Route extends Pick<RouteSpec<unknown, unknown>, 'method' | 'path'> {
  /** @throws {ServiceError} the caller, the body or the request is refused */
  answer(request: RoutedRequest, deps: AccountDeps): Promise<Reply>;
}

export function route<Caller, Body>({ method, path, access, body, handle }: RouteSpec<Caller, Body>): Route {
  return {
    method,
    path,
    async answer(request, deps) {
      const caller = await access(request, deps);
      return handle({ ...request, caller, body: await body(request) }, deps);
    },
  };
}

export async function anyone(): Promise<undefined> {}

/** @throws {ServiceError} unauthorized: there is no session, or it has ended */
export async function signedIn({ request, now, trace }: RoutedRequest, { store }: AccountDeps): Promise<Account> {
  const session = await readSession(store, request.cookie, now);
  const account = session && (await store.account(session.accountId));
  if (!account) throw new ServiceError('unauthorized', 'Sign in first.', undefined);
  trace.accountId = account.id;
  return account;
}

export async function noBody(): Promise<undefined> {}

export function jsonBody<S extends z.ZodObject>(schema: S): (request: RoutedRequest) => Promise<z.output<S>> {
  return (request) => readJson(request, schema);
}
