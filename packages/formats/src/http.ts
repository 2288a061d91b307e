import type { AreaId, EpochMs, Plan, SurfaceId } from '@loadcast/core';

/** The account and key of a request, and the account's plan on the surface. */
export interface Principal {
  readonly accountId: string;
  readonly keyId: string;
  readonly plan: Plan;
}

/** How long one request lasts: until it is answered, its caller leaves, or its time is up. */
export interface RequestScope {
  /** Why it is over; undefined while it lasts. */
  readonly over: Error | undefined;
  /** Aborts when it is over, with the reason. */
  readonly signal: AbortSignal;
  /** For loops of long work: throws why the request is over, if it is. */
  check(): void;
  /** What `work` gives, or a rejection with the reason as soon as the request is over. Work that does not look continues. */
  within<T>(work: T | Promise<T>): T | Promise<T>;
}

/** One request as plain data: no socket, no clock. A handler test is an object literal. */
export interface SurfaceRequest {
  readonly method: 'GET' | 'HEAD';
  /** Path below the surface's mount, `''` or starting with `/`. */
  readonly path: string;
  /** The path as the caller wrote it, for links. */
  readonly fullPath: string;
  /** Raw query string without `?`. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Absent where nobody may leave: in tests. Long work calls `scope?.check()` now and then. */
  readonly scope?: RequestScope;
}

/** A request whose key was verified. */
export interface AuthedRequest extends SurfaceRequest {
  readonly principal: Principal;
}

/** An answer as plain data. A body of chunks is written block by block, so that nothing large sits in memory. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>;
}

/**
 * An answer whose parameters, plan and price are settled and whose body is not yet made.
 *
 * The order of a request is path, method, key, parameters, plan, 304, quota, answer: a route's `prepare` does
 * parameters and plan, the gateway then compares `etag`, charges the quota, and calls `reply`.
 */
export interface Prepared {
  /** Canonical regions to charge; empty where there is no cap per region. */
  readonly regions: readonly AreaId[];
  /** Quoted entity tag: data version, plan class, format and parameters. Absent where the answer is not cacheable. */
  readonly etag?: string;
  /** Costs nothing: health, probes, usage. */
  readonly free?: boolean;
  /** Makes the answer. The request path adds `etag` and, unless the reply has its own `cache-control`, the caching headers. */
  reply(): Promise<Reply> | Reply;
}

export type ErrorDialect = 'json' | 'oasis-xml' | 'oasis-zip';

/** One path of a surface. `access` also decides whether shared caches may keep its answers. */
export type Route =
  | { readonly access: 'public'; prepare(request: SurfaceRequest): Promise<Prepared> | Prepared }
  | { readonly access: 'key'; prepare(request: AuthedRequest): Promise<Prepared> | Prepared };

/** A set of paths that share a plan and an error dialect. */
export interface Surface {
  /** Whose plan and quota its requests use. */
  readonly id: SurfaceId;
  /** The route of a request, or undefined (`not_found`). May read the query (TAC_AREAS needs no key). Never throws. */
  route(request: SurfaceRequest): Route | undefined;
  /** How errors are written for this request. Total: answers for queries that do not parse. Never throws. */
  dialect(request: SurfaceRequest): ErrorDialect;
  /** Headers of every answer of this surface, errors too. Never throws. */
  headers?(request: SurfaceRequest): Readonly<Record<string, string>>;
}
