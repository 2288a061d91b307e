import { type EpochMs, type QuotaDecision, type QuotaSnapshot, ServiceError } from '@loadcast/core';
import {
  type AuthedRequest,
  type ErrorDialect,
  etagMatches,
  notModified,
  PRIVATE_CACHE,
  type Prepared,
  type Principal,
  PUBLIC_CACHE,
  type Reply,
  renderError,
  type SurfaceRequest,
} from '@loadcast/formats';
import {
  type HttpRequest,
  type Mount,
  mountOf,
  preflight,
  requireReading,
  surfaceRequest,
} from '@loadcast/formats/node';
import type { Access } from '../access/access.js';
import { quotaHeaders } from '../access/quota-headers.js';

/** What the access log tells of an answer beside its status. Filled in while the request is served. */
export interface RequestTrace {
  surface?: string;
  accountId?: string;
  keyId?: string;
  errorCode?: string;
}

export interface Gateway {
  readonly mounts: readonly Mount[];
  readonly access: Access;
  /** Wall clock: keys expire and quotas count by it, also in a replay. */
  wallClock(): EpochMs;
  /** The address a request is counted under when it has no key. */
  addressOf(request: HttpRequest): string;
  /** Where the cause and the stack of a failure go. */
  report(thrown: unknown, request: HttpRequest): void;
}

/**
 * The whole path of a request, and the only catch on it: path, method, key, parameters, plan, 304, quota, answer.
 *
 * @returns an answer to every request; failures are rendered in the dialect of the surface
 */
export async function dispatch(request: HttpRequest, gateway: Gateway, trace: RequestTrace): Promise<Reply> {
  const mount = mountOf(gateway.mounts, request.path);
  const inner = surfaceRequest(request, mount?.prefix ?? '');
  if (mount) trace.surface = mount.prefix;
  const reply = await answer(request, inner, mount, gateway, trace);
  const standing = mount?.surface.headers?.(inner);
  return standing ? withHeaders(reply, standing) : reply;
}

async function answer(
  request: HttpRequest,
  inner: SurfaceRequest,
  mount: Mount | undefined,
  gateway: Gateway,
  trace: RequestTrace,
): Promise<Reply> {
  try {
    const route = mount?.surface.route(inner);
    if (!mount || !route) throw new ServiceError('not_found', 'There is nothing at this path', undefined);
    if (request.method === 'OPTIONS') return preflight();
    requireReading(request.method);
    const served =
      route.access === 'public'
        ? await servePublic(request, () => route.prepare(inner), gateway)
        : await serveAuthed(request, inner, mount, (authed) => route.prepare(authed), gateway, trace);
    return 'reply' in served
      ? withHeaders(served.reply, served.headers)
      : failed(served.failure, served.headers, request, inner, mount, gateway, trace);
  } catch (thrown) {
    return failed(thrown, {}, request, inner, mount, gateway, trace);
  }
}

type Headers = Readonly<Record<string, string>>;
type Served = { readonly headers: Headers } & ({ readonly reply: Reply } | { readonly failure: unknown });

async function servePublic(
  request: HttpRequest,
  prepare: () => Promise<Prepared> | Prepared,
  gateway: Gateway,
): Promise<Served> {
  const prepared = await prepare();
  if (!prepared.free) {
    const decision = gateway.access.anonymous.charge(gateway.addressOf(request), gateway.wallClock());
    if (!decision.allowed) return { headers: quotaHeaders(decision.snapshot), failure: decision.error };
  }
  if (prepared.etag !== undefined && etagMatches(request.headers.get('if-none-match'), prepared.etag)) {
    return { headers: {}, reply: notModified(prepared.etag, PUBLIC_CACHE) };
  }
  return { headers: {}, reply: tagged(await prepared.reply(), prepared) };
}

async function serveAuthed(
  request: HttpRequest,
  inner: SurfaceRequest,
  { surface }: Mount,
  prepare: (authed: AuthedRequest) => Promise<Prepared> | Prepared,
  gateway: Gateway,
  trace: RequestTrace,
): Promise<Served> {
  const { access } = gateway;
  const now = gateway.wallClock();
  let principal: Principal;
  try {
    principal = await access.authenticate(request.authorization, surface.id, now);
  } catch (failure) {
    throw access.failed(failure, gateway.addressOf(request), now, request.query);
  }
  trace.accountId = principal.accountId;
  trace.keyId = principal.keyId;

  let prepared: Prepared;
  try {
    prepared = await prepare({ ...inner, principal });
  } catch (failure) {
    if (!isCallersFault(failure)) return { headers: quotaHeaders(await access.peek(principal, [], now)), failure };
    const decision = await access.admit(principal, [], now);
    return { headers: quotaHeaders(decision.snapshot), failure: decision.allowed ? failure : decision.error };
  }
  if (prepared.etag !== undefined && etagMatches(request.headers.get('if-none-match'), prepared.etag)) {
    const snapshot = await access.peek(principal, prepared.regions, now);
    return { headers: quotaHeaders(snapshot), reply: notModified(prepared.etag, PRIVATE_CACHE) };
  }
  if (prepared.free) {
    const snapshot = await access.peek(principal, [], now);
    return { headers: quotaHeaders(snapshot), reply: await prepared.reply() };
  }
  const decision = await access.admit(principal, prepared.regions, now);
  if (!decision.allowed) return { headers: quotaHeaders(decision.snapshot), failure: decision.error };
  try {
    const reply = tagged(await prepared.reply(), prepared);
    return { headers: quotaHeaders(decision.snapshot), reply };
  } catch (failure) {
    return { headers: quotaHeaders(await settle(failure, principal, decision, gateway)), failure };
  }
}

/** Our own failures are free of charge: what was paid for the answer is given back. */
async function settle(
  failure: unknown,
  principal: Principal,
  decision: Extract<QuotaDecision, { allowed: true }>,
  gateway: Gateway,
): Promise<QuotaSnapshot> {
  if (isCallersFault(failure)) return decision.snapshot;
  return gateway.access.refund(principal, decision, gateway.wallClock());
}

const CALLERS_FAULTS = new Set(['invalid_query', 'missing_parameter', 'invalid_parameter', 'plan_limit']);

function isCallersFault(failure: unknown): boolean {
  return failure instanceof ServiceError && CALLERS_FAULTS.has(failure.code);
}

function failed(
  thrown: unknown,
  headers: Headers,
  request: HttpRequest,
  inner: SurfaceRequest,
  mount: Mount | undefined,
  gateway: Gateway,
  trace: RequestTrace,
): Reply {
  trace.errorCode = thrown instanceof ServiceError ? thrown.code : 'internal_error';
  gateway.report(thrown, request);
  return withHeaders(renderError(thrown, dialectOf(mount, inner), { ...request, request: inner }), headers);
}

/** A dialect is promised to be total; a surface that breaks the promise still gets an error that can be read. */
function dialectOf(mount: Mount | undefined, request: SurfaceRequest): ErrorDialect {
  try {
    return mount?.surface.dialect(request) ?? 'json';
  } catch {
    return 'json';
  }
}

function tagged(reply: Reply, { etag }: Prepared): Reply {
  return etag === undefined ? reply : withHeaders(reply, { etag });
}

function withHeaders(reply: Reply, headers: Headers): Reply {
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
