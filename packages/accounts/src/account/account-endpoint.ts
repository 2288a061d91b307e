import type { Account, Areas, ControlStore, EpochMs, QuotaCounters } from '@loadcast/core';
import { ServiceError } from '@loadcast/core';
import { NO_GRID_DATA, type SecurityEventKind } from '@loadcast/core/quota';
import { type ArrivedRequest, type Endpoint, namesOf, type Principal, type Reply, type Route } from '@loadcast/formats';
import { type HttpRequest, traceHeaders } from '@loadcast/formats/node';
import type { WebhookAdmin } from '@loadcast/service';
import type { z } from 'zod';
import type { Access } from '../access/access.js';
import { networkOf } from '../access/addresses/ip-quota.js';
import type { SecurityEvents } from '../access/events/security-events.js';
import type { KeyDirectory } from '../access/keys/key-directory.js';
import type { BreachCheck } from '../access/passwords/breached-passwords.js';
import type { PasswordChecks } from '../access/passwords/password.js';
import { requireSecondFactor } from '../access/passwords/require-second-factor.js';
import { requireSameSite } from '../access/sessions/same-site.js';
import { readSession, type SessionOrigin } from '../access/sessions/session-cookie.js';
import type { ForecasterAdmin } from '../forecasters/forecaster-admin.js';
import type { Mailer } from '../mail/mailer.js';
import type { AreaAdmin } from '../own-areas/area-admin.js';
import { type FormPage, formAnswer } from './form-pages.js';
import { success } from './handlers/success.js';
import type { AccountLimits } from './limits/account-limits.js';
import type { HashingCaller } from './limits/hashing-queue.js';
import type { SignInTargets } from './limits/sign-in-targets.js';
import { isForm, readForm, readJson } from './request/read-json.js';
import { type EventNote, recorded } from './request/recorded.js';

/** Who may sign up: anyone, holders of an invitation, or no one. */
export type SignUps = 'open' | 'invite' | 'closed';

/** What the handlers work on. */
export interface AccountDeps {
  /** The areas there are now. */
  areas(accountId?: string): Areas;
  readonly store: ControlStore;
  readonly counters: QuotaCounters;
  readonly usageHistory: Access['usageHistory'];
  readonly webhooks: WebhookAdmin;
  readonly forecasters: ForecasterAdmin;
  readonly ownAreas: AreaAdmin;
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
  readonly signUpPlans: Account['plans'];
  readonly events: SecurityEvents;
  /** Wall clock. */
  now(): EpochMs;
  /** The caller's address, behind trusted proxies too. */
  addressOf(request: HttpRequest): string;
  /** A caller's address as the log and the security events have it. */
  writtenAddress(address: string): string;
}

export interface AccountRequest extends ArrivedRequest {
  readonly now: EpochMs;
  /** The caller's address, behind trusted proxies too. */
  readonly address: string;
  /** Whose key was checked, where the endpoint takes one. */
  readonly principal?: Principal;
  /** The segment of the path that stands for `{id}`; empty where the path has none. */
  readonly id: string;
  /** Receives details for the security event of the endpoint. */
  readonly note: EventNote;
  /** The origin of a session that starts with this call. */
  readonly origin: SessionOrigin;
}

/** A request whose caller and body were checked. */
export interface Call<Caller, Body> extends AccountRequest {
  readonly caller: Caller;
  readonly body: Body;
}

/** Who may call: `anyone`, `withKey`, `signedIn` or `withSession`. Checked before the body is read. */
interface CallerAccess<Caller> {
  readonly kind: 'public' | 'key' | 'session';
  identify(request: AccountRequest, deps: AccountDeps): Promise<Caller>;
}

/** The content of a request: `bytesBody(most)`, `jsonBody(schema)` or `formOrJson(schema)`. */
interface BodyKind<Body> {
  readonly schema?: z.ZodObject;
  /** An example of a file. */
  readonly file?: string;
  read(request: AccountRequest, areas: Areas): Promise<Body>;
}

interface AccountEndpointSpec<Caller, Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/account`; `{id}` stands for one segment. */
  readonly path: string;
  readonly name: string;
  readonly title: string;
  /** Default: `signedIn`. */
  readonly access?: CallerAccess<Caller>;
  /** Default: there is none. */
  readonly body?: BodyKind<Body>;
  /** The status of success; default 200. */
  readonly status?: number;
  /** The JSON of success. Absent: a page, which documents do not list. */
  readonly answer?: z.ZodType;
  readonly query?: z.ZodObject;
  /** Its body may name areas of the account's own. */
  readonly namesOwnAreas?: true;
  /** The security event that a call is, whether it is answered or refused. */
  readonly event?: SecurityEventKind;
  /** The limit that a call of the account counts against. A call above it is refused with `rate_limited`. */
  readonly charges?: 'keysMade' | 'webhookTests' | 'webhookRestarts';
  /** The page whose form may post here: a form is answered with a page. */
  readonly form?: FormPage;
  /** Gives the data of success. */
  result?(call: Call<Caller, Body>, deps: AccountDeps): Promise<unknown>;
  /** Makes another reply than data: a page, or one with a cookie. */
  handle?(call: Call<Caller, Body>, deps: AccountDeps): Promise<Reply>;
}

const ERRORS = ['unauthorized', 'not_found', 'plan_limit', 'bad_request', 'payload_too_large'] as const;

/** Declares an endpoint under `/account`: documents and the route are made from this one value. */
export function accountEndpoint<Caller = Account, Body = undefined>(
  spec: AccountEndpointSpec<Caller, Body>,
): Endpoint<AccountDeps> {
  const { method, path, name, title, access = signedIn, query, body, status, answer } = spec;
  return {
    method,
    path,
    name,
    title,
    access: access.kind,
    ...(query && { query }),
    ...(body?.schema && { body: body.schema }),
    ...(body?.file && { file: body.file }),
    ...(status && { status }),
    answers: answer ? [{ type: 'application/json', schema: answer }] : [],
    errors: access.kind === 'session' ? ['second_factor_required', ...ERRORS] : ERRORS,
    route: (deps) => accountRoute(spec, deps),
  };
}

function accountRoute<Caller, Body>(spec: AccountEndpointSpec<Caller, Body>, deps: AccountDeps): Route {
  const { method, path, access = signedIn, query, body, event, charges, form } = spec;
  const answer = async (request: AccountRequest): Promise<Reply> => {
    const caller = (await access.identify(request, deps)) as Caller; // by default an account
    const call = {
      ...request,
      caller,
      body: (await body?.read(request, deps.areas(spec.namesOwnAreas && request.trace.accountId))) as Body,
    };
    if (charges) await deps.limits[charges].charge(request.trace.accountId ?? '', request.now);
    return (await spec.handle?.(call, deps)) ?? success(spec.status ?? 200, await spec.result?.(call, deps));
  };
  const reply = event ? recorded(event, answer, deps) : answer;
  const common = { method, pattern: path, parameters: query ? namesOf(query) : [], isOwnSite: true };
  if (access.kind === 'key') {
    return {
      ...{ ...common, access: access.kind },
      read({ path: asked, principal }, arrived) {
        const request = { ...accountRequest(arrived, idIn(path, asked), deps), principal };
        return { shows: NO_GRID_DATA, prepare: () => ({ regions: [], reply: () => reply(request) }) };
      },
    };
  }
  return {
    ...{ ...common, access: access.kind },
    ...(form && { present: (shown, request) => (isForm(request) ? formAnswer(form, shown) : shown) }),
    prepare(seen, arrived) {
      if (method !== 'GET') requireSameSite(arrived.request);
      const request = accountRequest(arrived, idIn(path, seen.path), deps);
      return { regions: [], free: true, reply: () => reply(request) };
    },
  };
}

function accountRequest({ request, trace, readBody, unread }: ArrivedRequest, id: string, deps: AccountDeps) {
  const address = deps.addressOf(request);
  const agent = request.headers.get('user-agent') ?? '';
  const origin = { from: deps.writtenAddress(address), agent, network: networkOf(address) };
  return { request, trace, readBody, unread, address, id, now: deps.now(), note: {}, origin };
}

/** The segment at `{id}`; empty where the pattern has none. @throws {ServiceError} not_found: it cannot be an id */
function idIn(pattern: string, path: string): string {
  const place = pattern.split('/').indexOf('{id}');
  if (place < 0) return '';
  const id = path.split('/')[place] ?? '';
  if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return id;
  throw new ServiceError('not_found', 'There is nothing at this path', undefined);
}

/** How a new password of a caller is checked, and waits for its turn to be hashed. */
export function checksOf(caller: HashingCaller, { request }: AccountRequest, deps: AccountDeps): PasswordChecks {
  const isBreached: BreachCheck = (password) => deps.isBreached(password, traceHeaders(request));
  return { isBreached, turn: (work) => deps.limits.hashing(caller, work) };
}

export const anyone: CallerAccess<undefined> = { kind: 'public', identify: async () => undefined };

/** Whoever has a key of surface A, or a session. */
export const withKey: CallerAccess<Principal> = { kind: 'key', identify: async ({ principal }) => principal! };

/** Whoever has a session, with a second factor or none. */
export const withSession: CallerAccess<Account> = { kind: 'session', identify: sessionAccount };

/** Whoever has a session, and a second factor where one is required. */
const signedIn: CallerAccess<Account> = {
  kind: 'session',
  async identify(request, deps) {
    const account = await sessionAccount(request, deps);
    if (deps.requiresSecondFactor) await requireSecondFactor(deps.store, account.id);
    return account;
  },
};

/** @throws {ServiceError} unauthorized: there is no session, or it has ended */
async function sessionAccount({ request, now, trace }: AccountRequest, { store }: AccountDeps): Promise<Account> {
  const session = await readSession(store, request.cookie, now);
  const account = session && (await store.account(session.accountId));
  if (!account || account.suspendedAt !== null) throw new ServiceError('unauthorized', 'Sign in first.', undefined);
  trace.accountId = account.id;
  return account;
}

/** The body as it came. @param most bytes @param file an example */
export const bytesBody = (most: number, file: string): BodyKind<Uint8Array> => ({
  file,
  read: ({ readBody }) => readBody(most),
});

export function jsonBody<S extends z.ZodObject>(schema: S): BodyKind<z.output<S>> {
  return { schema, read: (request, areas) => readJson(request, schema, areas) };
}

export function formOrJson<S extends z.ZodObject>(schema: S): BodyKind<z.output<S>> {
  return { schema, read: (request, areas) => (isForm(request.request) ? readForm : readJson)(request, schema, areas) };
}
