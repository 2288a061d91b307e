import { areaById, ServiceError } from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import { notModified, tagKnownTo, withCacheHeaders } from '../../cache.js';
import { errorCodeOf, faultOf, renderError } from '../../errors/error.js';
import type {
  ErrorDialect,
  Preparation,
  Prepared,
  Principal,
  Reply,
  Route,
  Surface,
  SurfaceRequest,
} from '../../http.js';
import { ignoredHeaders, ignoredNames } from '../../query/ignored-parameters.js';
import { remembered } from '../remembered.js';
import { after, done, settled, type Waiting } from '../waiting.js';
import { ERROR_WRITERS } from './error-writers.js';
import { Exchange, placeOf, type RequestPathOptions } from './exchange.js';
import type { HttpRequest } from './http-request.js';
import type { Deciding, KeptAnswer, KeptSlot } from './kept-answers.js';
import type { Mount } from './mount.js';
import { fixedPaths, noSuchPath } from './no-such-path.js';
import { preflight, requireReading } from './preflight.js';
import type { Caller, Charge, ReplyHeaders } from './quota.js';
import { CallerGone } from './request-scope.js';
import { AT_ONCE } from './workload.js';

/**
 * The whole path of a request, and the only place that catches: path, method, key, parameters, plan,
 * turn, 304, quota, answer.
 *
 * @returns a function that answers every request and never throws, with a promise only where it has to wait; failures are
 *   rendered in the dialect of the surface
 */
export function answerRequest(
  mounts: readonly Mount[],
  options: RequestPathOptions,
): (request: HttpRequest) => Reply | Promise<Reply> {
  const findPlace = remembered((path) => placeOf(mounts, path));
  const known = fixedPaths(mounts);
  return (request) => answered(new Exchange(request, findPlace(request.path), options), known);
}

/** @param known the paths that lead somewhere */
function answered(exchange: Exchange, known: readonly string[]): Reply | Promise<Reply> {
  try {
    const reply = answer(exchange, known);
    if (!(reply instanceof Promise)) return whole(exchange, reply);
    return reply.then(
      (made) => whole(exchange, made),
      (thrown) => failed(exchange, thrown),
    );
  } catch (thrown) {
    return failed(exchange, thrown);
  }
}

function failed(exchange: Exchange, thrown: unknown): Reply | Promise<Reply> {
  return after(done(unpaid(exchange, thrown)), (failure) => {
    endTurn(exchange);
    return whole(exchange, errorReply(exchange, failure));
  });
}

/** The end of the path: the reply gets the headers that are its own. */
function whole(exchange: Exchange, { status, headers, body, sent }: Reply): Reply {
  endTurn(exchange);
  return { status, headers, body, sent, own: headersOf(exchange) };
}

function endTurn(exchange: Exchange): void {
  exchange.turn?.end();
  exchange.turn = undefined;
}

const NO_HEADERS: ReplyHeaders = {};
const NO_REGIONS: Prepared['regions'] = [];

/** Headers of answers and errors alike. */
function headersOf({ mount, inner, route, quotaHeaders }: Exchange): ReplyHeaders {
  const surfaceHeaders = mount?.surface.headers?.(inner) ?? NO_HEADERS;
  const ignored = route && inner.query !== '' ? ignoredBy(route)(inner.query) : NO_HEADERS;
  const isPlain = isEmpty(surfaceHeaders) && isEmpty(ignored);
  return isPlain ? quotaHeaders : { ...surfaceHeaders, ...ignored, ...quotaHeaders };
}

function isEmpty(headers: ReplyHeaders): boolean {
  for (const _ in headers) return false;
  return true;
}

/** Headers for a query, cached per endpoint. */
const ignoredByParameters = new WeakMap<readonly string[], (query: string) => ReplyHeaders>();

function ignoredBy({ parameters, parametersInAnyCase: anyCase = false }: Route): (query: string) => ReplyHeaders {
  const known = ignoredByParameters.get(parameters);
  if (known) return known;
  const headers = remembered((query) => ignoredHeaders(ignoredNames(query, parameters, { anyCase }), parameters));
  ignoredByParameters.set(parameters, headers);
  return headers;
}

function answer(exchange: Exchange, known: readonly string[]): Reply | Promise<Reply> {
  const { request, inner, mount, trace } = exchange;
  const route = mount?.surface.route(inner);
  if (!mount || !route) throw noSuchPath(request.path, known);
  trace.route = mount.prefix + route.pattern;
  if (request.method === 'OPTIONS') return preflight(request.headers.get('access-control-request-headers'));
  requireReading(request.method);
  exchange.route = route;
  return after(identify(exchange, route, mount.surface), (principal) => answerTo(exchange, route, principal));
}

/** The steps once it is known who asks. */
function answerTo(exchange: Exchange, route: Route, principal: Principal | undefined): Reply | Promise<Reply> {
  exchange.caller = callerOf(exchange, principal);
  exchange.step = 'parameters';
  const slot = slotOf(exchange, route);
  const kept = slot?.find();
  const isEnough = kept !== undefined && (kept.answer !== undefined || tagOf(exchange.request, kept) !== undefined);
  if (isEnough) return prepared(exchange, route, kept, undefined);
  return after(done(prepareInTurn(exchange, route)), (made) => prepared(exchange, route, made, slot));
}

/**
 * The steps once parameters and plan are settled.
 *
 * @param slot where the answer is to be kept
 */
function prepared(
  exchange: Exchange,
  route: Route,
  deciding: Prepared | KeptAnswer,
  slot: KeptSlot | undefined,
): Reply | Promise<Reply> {
  requireRegions(exchange, deciding);
  exchange.step = 'quota';
  const knownTag = tagOf(exchange.request, deciding);
  const admitted = admit(exchange, deciding, deciding.free || knownTag !== undefined);
  return after(admitted, () => {
    if (knownTag === undefined) return made(exchange, route, deciding, slot);
    slot?.keep(deciding);
    return NOT_MODIFIED[route.access](knownTag);
  });
}

/** The answer itself. */
function made(
  exchange: Exchange,
  { access }: Route,
  deciding: Prepared | KeptAnswer,
  slot: KeptSlot | undefined,
): Reply | Promise<Reply> {
  exchange.step = 'answer';
  if (!('reply' in deciding)) return deciding.answer!;
  return after(exchange.scope.within(deciding.reply()), (reply) => {
    const cached = withCacheHeaders(reply, access, deciding.etag);
    return slot?.keep(deciding, cached) ?? cached;
  });
}

/** Keyed by ETag: every caller whose copy is current gets the same reply. */
const notModifiedOnce = (access: Route['access']) =>
  remembered((etag): Reply => ({ ...notModified(etag, access), sent: new Map() }));
const NOT_MODIFIED = { public: notModifiedOnce('public'), key: notModifiedOnce('key') };

/** Where equal requests find the answer to this one. */
function slotOf({ request, options, caller }: Exchange, route: Route): KeptSlot | undefined {
  if (route.access === 'public' || !route.isKept || !caller?.principal) return undefined;
  return options.kept?.slot(request, caller.principal.plan);
}

/** Authenticates the request where its route needs a key. */
function identify({ request, options, scope }: Exchange, { access }: Route, surface: Surface) {
  return access === 'public' ? undefined : scope.within(options.authenticate(request, surface));
}

function callerOf({ request, trace }: Exchange, principal: Principal | undefined): Caller {
  if (!principal) return { request };
  trace.accountId = principal.accountId;
  trace.keyId = principal.keyId;
  return { request, principal };
}

/** @throws {ServiceError} key_scope: the answer has a region that the key is not made for */
function requireRegions({ caller }: Exchange, { regions }: Deciding): void {
  const { regions: allowed, isGuest } = caller?.principal ?? {};
  if (allowed === undefined || regions.every((region) => allowed.includes(region))) return;
  const names = allowed.map((id) => areaById(id).codes.a[0]?.code ?? id.toUpperCase()).join(', ');
  const who = isGuest ? 'The demo' : 'This key';
  throw new ServiceError('key_scope', `${who} is limited to the regions ${names}.`, { expected: `regions ${names}` });
}

/** Prepares the answer; one that has a price, in its turn. @throws {ServiceError} `unavailable` */
function* prepareInTurn(exchange: Exchange, route: Route): Waiting<Prepared> {
  const { request, caller = { request }, options, scope, trace } = exchange;
  const preparation = yield* settled(scope.within(prepareFor(exchange, route, caller.principal)));
  if (!('price' in preparation)) return preparation;
  const turn = yield* settled(scope.within((options.workload ?? AT_ONCE).take(preparation, caller)));
  exchange.turn = turn;
  if (turn.waitedMs > 0) trace.waitedMs = Math.round(turn.waitedMs);
  if (turn.isShared) trace.shared = true;
  return turn.prepared;
}

/** Reads the parameters, judges the plan, and prepares the answer. @throws {ServiceError} `plan_limit` */
function prepareFor(
  { inner }: Exchange,
  route: Route,
  principal: Principal | undefined,
): Preparation | Promise<Preparation> {
  if (route.access === 'public') return route.prepare(inner);
  const inquiry = route.read({ ...inner, principal: principal! });
  requireEntitlement(principal!.plan, inquiry.shows, inner.receivedAt);
  return inquiry.prepare();
}

/** The entity tag by which the caller already has the answer. */
function tagOf(request: HttpRequest, { etag }: Pick<Deciding, 'etag'>): string | undefined {
  return etag === undefined ? undefined : tagKnownTo(request.headers.get('if-none-match'), etag);
}

/** Charges the request, or reads the quota where it costs nothing. @throws {ServiceError} `rate_limited` */
function admit(exchange: Exchange, prepared: Deciding, isFree: boolean): void | Promise<void> {
  const { quota, caller, scope } = exchange;
  const regions = prepared.isUncapped ? NO_REGIONS : prepared.regions;
  if (!caller) return undefined;
  return isFree
    ? after(scope.within(quota.peek(caller, regions)), (headers) => {
        exchange.quotaHeaders = headers;
      })
    : after(scope.within(quota.charge(caller, regions)), (charge) => takeCharge(exchange, charge));
}

/** @throws {ServiceError} `rate_limited` */
function takeCharge(exchange: Exchange, charge: Charge): void {
  exchange.quotaHeaders = charge.headers;
  if (charge.refusal) throw charge.refusal;
  exchange.charge = charge;
}

/**
 * Charges a caller's mistake, and refunds an answer that failed for another reason.
 *
 * @returns the error to answer with: `failure`, the refusal of the quota, or the quota's own failure
 */
function* unpaid(exchange: Exchange, failure: unknown): Waiting<unknown> {
  const { step, charge, scope } = exchange;
  if (scope.over instanceof CallerGone) return failure; // a caller that disconnects still pays for the request
  try {
    if (step === 'parameters') return yield* settleUnprepared(exchange, failure);
    if (step === 'answer' && charge && faultOf(failure) !== 'query') {
      exchange.quotaHeaders = yield* settled(charge.refund());
    }
    return failure;
  } catch (thrown) {
    exchange.quotaHeaders = NO_HEADERS;
    return thrown;
  }
}

/** Parameters or plan were refused before anything was charged: mistakes count like answers, other failures are free. */
function* settleUnprepared(exchange: Exchange, failure: unknown): Waiting<unknown> {
  const { quota, caller } = exchange;
  if (!caller?.principal) return failure;
  if (faultOf(failure) !== 'query') {
    exchange.quotaHeaders = yield* settled(quota.peek(caller, []));
    return failure;
  }
  const { headers, refusal } = yield* settled(quota.charge(caller, []));
  exchange.quotaHeaders = headers;
  return refusal ?? failure;
}

function errorReply({ request, mount, inner, trace, options }: Exchange, thrown: unknown): Reply {
  if (!(thrown instanceof CallerGone)) {
    trace.errorCode = errorCodeOf(thrown);
    options.report?.(thrown, request);
  }
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
