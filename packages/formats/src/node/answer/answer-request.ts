import { ServiceError } from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import { notModified, tagKnownTo, withCacheHeaders } from '../../cache.js';
import { errorCodeOf, renderError } from '../../errors/error.js';
import type {
  ErrorDialect,
  HttpRequest,
  Preparation,
  Prepared,
  Principal,
  Reply,
  Route,
  Surface,
  SurfaceRequest,
} from '../../http.js';
import { peekQuery } from '../../query/query.js';
import { parseInstant } from '../../query/wire-time.js';
import type { Caller } from '../quota.js';
import { remembered } from '../remembered.js';
import type { ReadBody } from '../server/read/read-body.js';
import { after, done, settled, type Waiting } from '../waiting.js';
import { chargeInAdvance, chargeRequest, settleFailure } from './charge-request.js';
import { errorWriter } from './error-writers.js';
import type { Deciding, KeptAnswer, KeptSlot } from './kept-answers.js';
import type { Mount } from './mount.js';
import { fixedPaths, noSuchPath } from './no-such-path.js';
import { preflight, requireMethod } from './preflight.js';
import { ownSiteHeaders, sharedHeaders } from './reply-headers.js';
import { placeOf, RequestContext, type RequestPathOptions } from './request-context.js';
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
): (request: HttpRequest, readBody?: ReadBody) => Reply | Promise<Reply> {
  const findPlace = remembered((path) => placeOf(mounts, path));
  const known = fixedPaths(mounts);
  return (request, readBody = readNothing) =>
    answerOrFail(new RequestContext(request, findPlace(request.path), options, readBody), known);
}

const readNothing: ReadBody = async () => new Uint8Array();

/** The only catch. @param known the paths that lead somewhere */
function answerOrFail(context: RequestContext, known: readonly string[]): Reply | Promise<Reply> {
  try {
    const reply = beginPath(context, known);
    if (!(reply instanceof Promise)) return finishReply(context, reply);
    return reply.then(
      (made) => finishReply(context, made),
      (thrown) => replyToFailure(context, thrown),
    );
  } catch (thrown) {
    return replyToFailure(context, thrown);
  }
}

function replyToFailure(context: RequestContext, thrown: unknown): Reply | Promise<Reply> {
  return after(done(settleFailure(context, thrown)), (failure) => {
    endTurn(context);
    return finishReply(context, errorReply(context, failure));
  });
}

/** The end of the path: the reply gets the headers that are its own. */
function finishReply(context: RequestContext, reply: Reply): Reply {
  endTurn(context);
  const { route, request } = context;
  const { status, headers, body, sent, own } = route?.present ? route.present(reply, request) : reply;
  return {
    status,
    headers: route?.isOwnSite ? { ...headers, ...ownSiteHeaders(request.baseUrl) } : headers,
    body,
    sent,
    own: own ? { ...sharedHeaders(context), ...own } : sharedHeaders(context),
  };
}

function endTurn(context: RequestContext): void {
  context.turn?.end();
  context.turn = undefined;
}

function beginPath(context: RequestContext, known: readonly string[]): Reply | Promise<Reply> {
  const { request, trace } = context;
  const { mount, route } = resolveRoute(context, known);
  trace.route = mount.prefix + route.pattern;
  if (route.isOwnSite) context.route = route; // so that a refused method, too, is shown to pages of this site only
  if (request.method === 'OPTIONS' && !route.isOwnSite) {
    return preflight(route.allow, request.headers.get('access-control-request-headers'));
  }
  requireMethod(request.method, route);
  context.route = route;
  return after(authenticate(context, route, mount.surface), (principal) => withCaller(context, route, principal));
}

/** @throws {ServiceError} not_found */
function resolveRoute({ request, inner, mount }: RequestContext, known: readonly string[]) {
  const route = mount?.surface.route(inner);
  if (!mount || !route) throw noSuchPath(request.path, known);
  return { mount, route };
}

/** The steps once it is known who asks. */
function withCaller(context: RequestContext, route: Route, principal: Principal | undefined): Reply | Promise<Reply> {
  context.caller = callerOf(context, principal);
  if (principal) addOwnAreas(context, principal);
  takeAreasOfThen(context, route);
  context.step = 'parameters';
  const slot = slotOf(context, route);
  const kept = slot?.find();
  const isEnough = kept !== undefined && (kept.answer !== undefined || tagOf(context.request, kept) !== undefined);
  if (isEnough) return withPrepared(context, route, kept, undefined);
  return after(done(prepareInTurn(context, route)), (made) =>
    withPrepared(context, route, made, context.caller?.isPersonal ? undefined : slot),
  );
}

/** An account with areas of its own sees them, and no answer is shared with it. */
function addOwnAreas(context: RequestContext, principal: Principal): void {
  const areas = context.options.areas(principal.accountId);
  if (areas === context.inner.areas) return;
  context.inner = { ...context.inner, areas };
  context.caller = { request: context.request, principal, isPersonal: true };
}

/** What became known of areas after `as_of` changes no answer about that instant. An `as_of` that is no time is refused later. */
function takeAreasOfThen(context: RequestContext, { parameters, parametersInAnyCase = false }: Route): void {
  const { inner, options, caller } = context;
  if (inner.query === '' || !parameters.includes('as_of')) return;
  const read = parseInstant(peekQuery(inner.query, 'as_of', { anyCase: parametersInAnyCase }) ?? '', 'iso');
  if ('instant' in read) context.inner = { ...inner, areas: options.areas(caller?.principal?.accountId, read.instant) };
}

/**
 * The steps once parameters and plan are settled.
 *
 * @param slot where the answer is to be kept
 */
function withPrepared(
  context: RequestContext,
  route: Route,
  deciding: Prepared | KeptAnswer,
  slot: KeptSlot | undefined,
): Reply | Promise<Reply> {
  requireRegions(context, deciding);
  context.step = 'quota';
  const knownTag = tagOf(context.request, deciding);
  const isFree = deciding.free || knownTag !== undefined;
  return after(chargeRequest(context, deciding, isFree), () => {
    if (knownTag === undefined) return makeReply(context, route, deciding, slot);
    slot?.keep(deciding);
    return NOT_MODIFIED[route.access](knownTag);
  });
}

function makeReply(
  context: RequestContext,
  { access }: Route,
  deciding: Prepared | KeptAnswer,
  slot: KeptSlot | undefined,
): Reply | Promise<Reply> {
  context.step = 'answer';
  if (!('reply' in deciding)) return deciding.answer!;
  return after(context.scope.within(deciding.reply()), (reply) => {
    const cached = withCacheHeaders(reply, access, deciding.etag);
    return slot?.keep(deciding, cached) ?? cached;
  });
}

/** Keyed by ETag: every caller whose copy is current gets the same reply. */
const notModifiedOnce = (access: Route['access']) =>
  remembered((etag): Reply => ({ ...notModified(etag, access), sent: new Map() }));
const NOT_MODIFIED = {
  public: notModifiedOnce('public'),
  key: notModifiedOnce('key'),
  session: notModifiedOnce('session'),
};

/** Where equal requests find the answer to this one. */
function slotOf({ request, options, caller }: RequestContext, route: Route): KeptSlot | undefined {
  if (route.access !== 'key' || !route.isKept || !caller?.principal || caller.isPersonal) return undefined;
  return options.kept?.slot(request, caller.principal.plan);
}

function authenticate({ request, options, scope }: RequestContext, { access }: Route, surface: Surface) {
  return access === 'key' ? scope.within(options.authenticate(request, surface)) : undefined;
}

function callerOf({ request, trace }: RequestContext, principal: Principal | undefined): Caller {
  if (!principal) return { request };
  trace.accountId = principal.accountId;
  trace.keyId = principal.keyId;
  return { request, principal };
}

/** @throws {ServiceError} key_scope: the answer has a region that the key is not made for */
function requireRegions({ caller, options }: RequestContext, { regions }: Deciding): void {
  const { regions: allowed, isGuest } = caller?.principal ?? {};
  if (allowed === undefined || regions.every((region) => allowed.includes(region))) return;
  const areas = options.areas(caller?.principal?.accountId);
  const names = allowed.map((id) => areas.codeOf(id)).join(', ');
  const who = isGuest ? 'The demo' : 'This key';
  throw new ServiceError('key_scope', `${who} is limited to the regions ${names}.`, { expected: `regions ${names}` });
}

/** Prepares the answer; one that has a price, in its turn. @throws {ServiceError} `unavailable` */
function* prepareInTurn(context: RequestContext, route: Route): Waiting<Prepared> {
  const { request, options, scope, trace } = context;
  const preparation = yield* settled(scope.within(prepareFor(context, route, context.caller?.principal)));
  if (!('price' in preparation)) return preparation;
  const turn = yield* settled(
    scope.within((options.workload ?? AT_ONCE).take(preparation, context.caller ?? { request })),
  );
  context.turn = turn;
  if (turn.waitedMs > 0) trace.waitedMs = Math.round(turn.waitedMs);
  if (turn.isShared) trace.shared = true;
  return turn.prepared;
}

/** Reads the parameters, judges the plan, and prepares the answer. @throws {ServiceError} `plan_limit` */
function prepareFor(
  context: RequestContext,
  route: Route,
  principal: Principal | undefined,
): Preparation | Promise<Preparation> {
  const { inner } = context;
  if (route.access !== 'key') return route.prepare(inner, context);
  const inquiry = route.read({ ...inner, principal: principal! }, context);
  if (inquiry.isPersonal) context.caller = { ...context.caller!, isPersonal: true };
  requireEntitlement(principal!.plan, inquiry.shows, inner.receivedAt);
  context.isRead = true;
  return context.quota.isOverdrawn(context.caller!)
    ? after(chargeInAdvance(context), () => inquiry.prepare())
    : inquiry.prepare();
}

/** The entity tag by which the caller already has the answer. */
function tagOf(request: HttpRequest, { etag }: Pick<Deciding, 'etag'>): string | undefined {
  return etag === undefined ? undefined : tagKnownTo(request.headers.get('if-none-match'), etag);
}

function errorReply({ request, mount, inner, trace, options }: RequestContext, thrown: unknown): Reply {
  if (!(thrown instanceof CallerGone)) {
    trace.errorCode = errorCodeOf(thrown);
    options.report?.(thrown, request);
  }
  return renderError(thrown, errorWriter(dialectOf(mount, inner), inner.headers), { ...request, request: inner });
}

/** `dialect` must not throw; when one does, the error is written as JSON. */
function dialectOf(mount: Mount | undefined, inner: SurfaceRequest): ErrorDialect {
  try {
    return mount?.surface.dialect(inner) ?? 'json';
  } catch {
    return 'json';
  }
}
