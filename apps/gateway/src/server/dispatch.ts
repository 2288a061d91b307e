import { ServiceError } from '@loadcast/core';
import {
  type AuthedRequest,
  type ErrorDialect,
  etagMatches,
  notModified,
  PRIVATE_CACHE,
  type Prepared,
  type Principal,
  type Reply,
  type Route,
  renderError,
  type Surface,
  type SurfaceRequest,
} from '@loadcast/formats';
import type { AccessControl, Charge } from './access-control.js';

/** A surface at a path. */
export interface Mount {
  /** Starts with `/`, does not end with it. */
  readonly prefix: string;
  readonly surface: Surface;
}

/** A request as it came off the wire: any method. */
export type IncomingRequest = Omit<SurfaceRequest, 'method'> & { readonly method: string };

/** What the access log tells of an answer. Filled in while the request is served. */
export interface RequestTrace {
  surface?: string;
  accountId?: string;
  keyId?: string;
  errorCode?: string;
}

export interface Gateway {
  /** Longest prefix first. */
  readonly mounts: readonly Mount[];
  readonly access: AccessControl;
  /** Where the cause and the stack of a failure go. */
  report(thrown: unknown, request: IncomingRequest): void;
}

const ALLOW = 'GET, HEAD, OPTIONS';

/** What browsers of other origins may read. No credentials: a key travels in a header that the page sets itself. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, X-Request-Id, Deprecation, Link',
};

/** Sorts mounts so that the first whose prefix fits is the longest. */
export function byLongestPrefix(mounts: readonly Mount[]): Mount[] {
  return [...mounts].sort((a, b) => b.prefix.length - a.prefix.length);
}

/**
 * The whole path of a request, and the only catch on it: path, method, key, parameters, plan, 304, quota, answer.
 *
 * @returns an answer to every request; failures are rendered in the dialect of the surface
 */
export async function dispatch(incoming: IncomingRequest, gateway: Gateway, trace: RequestTrace): Promise<Reply> {
  const mount = gateway.mounts.find(({ prefix }) => incoming.path === prefix || incoming.path.startsWith(`${prefix}/`));
  const request: SurfaceRequest = {
    ...incoming,
    method: incoming.method === 'HEAD' ? 'HEAD' : 'GET',
    path: mount ? incoming.path.slice(mount.prefix.length) : incoming.path,
  };
  if (mount) trace.surface = mount.prefix;
  let headers: Readonly<Record<string, string>> = {};
  try {
    const route = mount?.surface.route(request);
    if (!mount || !route) throw new ServiceError('not_found', 'There is nothing at this path.', undefined);
    if (incoming.method === 'OPTIONS') return preflight();
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      throw new ServiceError('method_not_allowed', `This path answers ${ALLOW}.`, { allow: ALLOW });
    }
    const served = await serve(request, mount, route, gateway, trace);
    headers = served.headers;
    if (served.failure !== undefined) throw served.failure;
    return withHeaders(served.reply, headers);
  } catch (thrown) {
    trace.errorCode = thrown instanceof ServiceError ? thrown.code : 'internal_error';
    gateway.report(thrown, incoming);
    const facts = { requestId: request.requestId, baseUrl: request.baseUrl, request };
    return withHeaders(renderError(thrown, dialectOf(mount, request), facts), headers);
  }
}

type Served = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly reply: Reply; readonly failure?: undefined }
  | { readonly failure: unknown }
);

/** From the key on. Failures that have quota headers are returned with them; failures before that are thrown. */
async function serve(
  request: SurfaceRequest,
  mount: Mount,
  route: Route,
  gateway: Gateway,
  trace: RequestTrace,
): Promise<Served> {
  if (route.access === 'public') {
    const charge = await gateway.access.chargeAnonymous(request);
    if (!charge.admitted) return { headers: charge.headers, failure: charge.refusal };
    return answer(await route.prepare(request), charge);
  }
  const principal = await gateway.access.authenticate(request, mount.surface.id);
  trace.accountId = principal.accountId;
  trace.keyId = principal.keyId;
  const authed: AuthedRequest = { ...request, principal };

  let prepared: Prepared;
  try {
    prepared = await route.prepare(authed);
  } catch (failure) {
    return refuse(failure, principal, request, gateway);
  }
  if (prepared.etag !== undefined && etagMatches(request.headers.get('if-none-match'), prepared.etag)) {
    const standing = await gateway.access.standing(principal, request.receivedAt);
    return { headers: standing, reply: notModified(prepared.etag, PRIVATE_CACHE) };
  }
  const charge = await gateway.access.charge(principal, prepared.regions, request.receivedAt);
  if (!charge.admitted) return { headers: charge.headers, failure: charge.refusal };
  return answer(prepared, charge);
}

/** A wrong parameter or a plan's wall costs one request, our own failures cost none. */
async function refuse(
  failure: unknown,
  principal: Principal,
  request: SurfaceRequest,
  gateway: Gateway,
): Promise<Served> {
  if (!isCallersFault(failure)) {
    return { headers: await gateway.access.standing(principal, request.receivedAt), failure };
  }
  const charge = await gateway.access.charge(principal, [], request.receivedAt);
  return { headers: charge.headers, failure: charge.admitted ? failure : charge.refusal };
}

async function answer(prepared: Prepared, charge: Extract<Charge, { admitted: true }>): Promise<Served> {
  try {
    const reply = await prepared.reply();
    const tagged = prepared.etag === undefined ? reply : withHeaders(reply, { etag: prepared.etag });
    return { headers: charge.headers, reply: tagged };
  } catch (failure) {
    if (!isCallersFault(failure)) await charge.refund();
    return { headers: charge.headers, failure };
  }
}

const CALLERS_FAULTS = new Set(['invalid_query', 'missing_parameter', 'invalid_parameter', 'plan_limit']);

function isCallersFault(failure: unknown): boolean {
  return failure instanceof ServiceError && CALLERS_FAULTS.has(failure.code);
}

/** A dialect is promised to be total; a surface that breaks the promise still gets an error that can be read. */
function dialectOf(mount: Mount | undefined, request: SurfaceRequest): ErrorDialect {
  try {
    return mount?.surface.dialect(request) ?? 'json';
  } catch {
    return 'json';
  }
}

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...CORS, ...headers, ...reply.headers } };
}

function preflight(): Reply {
  return {
    status: 204,
    headers: {
      ...CORS,
      allow: ALLOW,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'Authorization, If-None-Match',
      'access-control-max-age': '86400',
    },
    body: '',
  };
}
