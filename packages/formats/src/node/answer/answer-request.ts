import { ServiceError, type SurfaceId } from '@loadcast/core';
import { etagMatches, notModified, withCacheHeaders } from '../../cache.js';
import { faultOf, renderError } from '../../errors/error.js';
import type { ErrorDialect, Prepared, Principal, Reply, RequestScope, Route, SurfaceRequest } from '../../http.js';
import { ERROR_WRITERS } from './error-writers.js';
import { type HttpRequest, surfaceRequest } from './http-request.js';
import { type Mount, mountOf } from './mount.js';
import { preflight, requireReading } from './preflight.js';
import { type Caller, type Charge, type Quota, type ReplyHeaders, UNLIMITED } from './quota.js';
import { CallerGone, UNBOUNDED } from './request-scope.js';

/** What became known of a request while it was answered, for an access log. */
export interface RequestTrace {
  /** Prefix of the mount that answered. */
  surface?: string;
  /** The path of the route that answered, as the service writes it. */
  route?: string;
  accountId?: string;
  keyId?: string;
  errorCode?: string;
}

/** What the request path needs beside the mounts. */
export interface RequestPathOptions {
  /** The account, key and plan of a request. Called for routes that need a key. @throws {ServiceError} `unauthorized`, `invalid_key`, `unavailable` */
  authenticate(request: HttpRequest, surface: SurfaceId): Principal | Promise<Principal>;
  /** Absent: nothing is counted. */
  readonly quota?: Quota;
  /** Called with the cause of every error reply. */
  report?(thrown: unknown, request: HttpRequest): void;
  /** The record to fill in for a request. Absent: none is kept. */
  traceOf?(request: HttpRequest): RequestTrace;
}

/** One request on its way: what the steps have found out so far. */
interface Exchange {
  readonly request: HttpRequest;
  readonly mount: Mount | undefined;
  /** The request as its surface sees it. */
  readonly inner: SurfaceRequest;
  readonly trace: RequestTrace;
  readonly options: RequestPathOptions;
  readonly quota: Quota;
  readonly scope: RequestScope;
  /** On the answer and on the error alike. */
  quotaHeaders: ReplyHeaders;
  /** Decides what a failure costs. */
  step: 'key' | 'parameters' | 'quota' | 'answer';
  caller?: Caller;
  charge?: Charge;
}

/**
 * The whole path of a request, and the only place that catches: path, method, key, parameters, plan, 304, quota, answer.
 *
 * @returns a function that answers every request and never throws; failures are rendered in the dialect of the surface
 */
export function answerRequest(
  mounts: readonly Mount[],
  options: RequestPathOptions,
): (request: HttpRequest) => Promise<Reply> {
  return async (request) => {
    const exchange = exchangeOf(mounts, request, options);
    let reply: Reply;
    try {
      reply = await answer(exchange);
    } catch (thrown) {
      reply = errorReply(exchange, await settled(exchange, thrown));
    }
    const surfaceHeaders = exchange.mount?.surface.headers?.(exchange.inner);
    return { ...reply, headers: { ...surfaceHeaders, ...exchange.quotaHeaders, ...reply.headers } };
  };
}

function exchangeOf(mounts: readonly Mount[], request: HttpRequest, options: RequestPathOptions): Exchange {
  const mount = mountOf(mounts, request.path);
  const trace = options.traceOf?.(request) ?? {};
  if (mount) trace.surface = mount.prefix;
  const inner = surfaceRequest(request, mount?.prefix ?? '');
  const { quota = UNLIMITED } = options;
  const { scope = UNBOUNDED } = request;
  return { request, mount, inner, trace, options, quota, scope, quotaHeaders: {}, step: 'key' };
}

async function answer(exchange: Exchange): Promise<Reply> {
  const { request, inner, mount, scope, trace } = exchange;
  const route = mount?.surface.route(inner);
  if (!mount || !route) throw new ServiceError('not_found', 'There is nothing at this path', undefined);
  trace.route = mount.prefix + inner.path;
  if (request.method === 'OPTIONS') return preflight(request.headers.get('access-control-request-headers'));
  requireReading(request.method);

  const prepare = await identify(exchange, route, mount.surface.id);
  exchange.step = 'parameters';
  const prepared = await scope.within(prepare());

  exchange.step = 'quota';
  const knownTag = etagKnownTo(request, prepared);
  await admit(exchange, prepared, prepared.free || knownTag !== undefined);
  if (knownTag !== undefined) return notModified(knownTag, route.access);

  exchange.step = 'answer';
  return withCacheHeaders(await scope.within(prepared.reply()), route.access, prepared.etag);
}

/** Authenticates the request where its route needs a key, and binds the route to the result. */
async function identify(
  exchange: Exchange,
  route: Route,
  surface: SurfaceId,
): Promise<() => Prepared | Promise<Prepared>> {
  const { request, inner, trace, options, scope } = exchange;
  if (route.access === 'public') {
    exchange.caller = { request };
    return () => route.prepare(inner);
  }
  const principal = await scope.within(options.authenticate(request, surface));
  exchange.caller = { request, principal };
  trace.accountId = principal.accountId;
  trace.keyId = principal.keyId;
  return () => route.prepare({ ...inner, principal });
}

/** The entity tag of the answer when the caller already has it. */
function etagKnownTo(request: HttpRequest, { etag }: Prepared): string | undefined {
  return etag !== undefined && etagMatches(request.headers.get('if-none-match'), etag) ? etag : undefined;
}

/** Charges the request, or reads the quota where it costs nothing. @throws {ServiceError} `rate_limited` */
async function admit(exchange: Exchange, { regions }: Prepared, isFree: boolean): Promise<void> {
  const { quota, caller, scope } = exchange;
  if (!caller) return;
  if (isFree) {
    exchange.quotaHeaders = await scope.within(quota.peek(caller, regions));
    return;
  }
  const charge = await scope.within(quota.charge(caller, regions));
  exchange.quotaHeaders = charge.headers;
  if (charge.refusal) throw charge.refusal;
  exchange.charge = charge;
}

/**
 * Charges a caller's mistake, and refunds an answer that failed for another reason.
 *
 * @returns the error to answer with: `failure`, the refusal of the quota, or the quota's own failure
 */
async function settled(exchange: Exchange, failure: unknown): Promise<unknown> {
  const { step, charge, scope } = exchange;
  if (scope.over instanceof CallerGone) return failure; // who leaves has used what was charged
  try {
    if (step === 'parameters') return await settleUnprepared(exchange, failure);
    if (step === 'answer' && charge && faultOf(failure) !== 'query') exchange.quotaHeaders = await charge.refund();
    return failure;
  } catch (thrown) {
    exchange.quotaHeaders = {};
    return thrown;
  }
}

/** Parameters or plan were refused before anything was charged: mistakes count like answers, other failures are free. */
async function settleUnprepared(exchange: Exchange, failure: unknown): Promise<unknown> {
  const { quota, caller } = exchange;
  if (!caller?.principal) return failure;
  if (faultOf(failure) !== 'query') {
    exchange.quotaHeaders = await quota.peek(caller, []);
    return failure;
  }
  const { headers, refusal } = await quota.charge(caller, []);
  exchange.quotaHeaders = headers;
  return refusal ?? failure;
}

function errorReply({ request, mount, inner, trace, options }: Exchange, thrown: unknown): Reply {
  trace.errorCode = thrown instanceof ServiceError ? thrown.code : 'internal_error';
  options.report?.(thrown, request);
  return renderError(thrown, ERROR_WRITERS[dialectOf(mount, inner)], { ...request, request: inner });
}

/** `dialect` must not throw; when one does, the error is written as JSON. */
function dialectOf(mount: Mount | undefined, inner: SurfaceRequest): ErrorDialect {
  try {
    return mount?.surface.dialect(inner) ?? 'json';
  } catch {
    return 'json';
  }
}
