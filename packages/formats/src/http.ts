import type { AreaId, Areas, EpochMs, Plan, SurfaceId } from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import type { EndpointDescription } from './endpoint-description.js';

/** The account and key of a request, and the account's plan on the surface. */
export interface Principal {
  readonly accountId: string;
  readonly keyId: string;
  readonly plan: Plan;
  /** The regions that the key is limited to; absent: all of the plan. */
  readonly regions?: readonly AreaId[];
  /** Has no key: counted by address. */
  readonly isGuest?: true;
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
  /** Calls back once the connection has taken the answer, or is gone; at once where that has happened. */
  whenClosed(callback: () => void): void;
}

/** One request as plain data: no socket, no clock. A handler test is an object literal. */
export interface SurfaceRequest {
  /** The method, unchanged: `GET`, `POST`, ... */
  readonly method: string;
  /** Path below the surface's mount, `''` or starting with `/`. */
  readonly path: string;
  /** The path as the caller wrote it, for links. */
  readonly fullPath: string;
  /** Raw query string without `?`. */
  readonly query: string;
  /** Lower-case names, except headers that carry secrets. A header sent twice has its values joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  readonly receivedAt: EpochMs;
  /** The areas there are at that instant. */
  readonly areas: Areas;
  readonly requestId: string;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Absent where callers cannot disconnect: in tests. Long work calls `scope?.check()` regularly. */
  readonly scope?: RequestScope;
}

/** A request whose key was verified. */
export interface AuthedRequest extends SurfaceRequest {
  readonly principal: Principal;
}

/** What became known of a request while it was answered, for an access log. */
export interface RequestTrace {
  /** Prefix of the mount that answered. */
  surface?: string;
  /** The path of the route that answered, as the service writes it. */
  route?: string;
  accountId?: string;
  keyId?: string;
  errorCode?: string;
  /** How long it waited for its turn; absent where it had not to. */
  waitedMs?: number;
  /** Whether its answer was made for several requests at once. */
  shared?: boolean;
  /** The span under which other services were called. */
  spanId?: string;
}

/** One HTTP request as plain data, checked by hand where Node is lenient. */
export interface HttpRequest extends Omit<SurfaceRequest, 'fullPath' | 'areas'> {
  /** The path as sent, not decoded. `*` for `OPTIONS *`. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** Address of the peer that holds the connection, which may be a proxy. */
  readonly remoteAddress: string;
  /** The same for all requests of a connection, so data about it can be cached under this object. Absent in tests. */
  readonly connection?: object | undefined;
  /** Filled in on the way. Absent: not recorded. */
  readonly trace?: RequestTrace;
}

/** The request as it arrived, for routes that read its body, its cookie or its key themselves. */
export interface ArrivedRequest {
  readonly request: HttpRequest;
  readonly trace: RequestTrace;
  /** Reads the body, if it is not larger. @throws {ServiceError} `payload_too_large`, `bad_request`, `request_timeout` */
  readonly readBody: (mostBytes: number) => Promise<Uint8Array>;
  /** Names that the route did not read, in addition to its query's, and the names it would have read. */
  readonly unread: { readonly names: string[]; readonly known: string[] };
}

/** An answer as plain data. A body of chunks is written block by block, so that nothing large sits in memory. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>;
  /** Headers of this answer alone, where others share the rest: quota. They override `headers`. */
  readonly own?: Readonly<Record<string, string>>;
  /** Where the forms in which it was sent are kept, by content coding: present on a reply to more than one request. */
  readonly sent?: Map<string, EncodedReply> | undefined;
}

export interface EncodedReply extends Pick<Reply, 'status' | 'headers' | 'body'> {
  /** A small body of ASCII as text: it goes out with its headers in one piece. */
  readonly text?: string | undefined;
  /** Its headers combined with the headers of every answer; made when it is first written. */
  head?: ReplyHead | undefined;
  /** The lines of its head with `text`; made when it is first written. */
  rest?: string | undefined;
}

/** The headers of a reply as they are written. */
export interface ReplyHead {
  /** All of them, name and value in turn. */
  readonly all: readonly string[];
  /**
   * Header lines, including the empty one that ends a head, excluding headers that decide how the body is framed and
   * whether the connection stays open.
   */
  readonly lines: string;
  /** The status line, and the length where it is known; absent where other headers decide framing too. */
  readonly start?: string | undefined;
}

/**
 * An answer whose parameters, plan and price are settled and whose body is not yet made.
 *
 * The order of a request is path, method, key, parameters, plan, 304, quota, answer. A route reads the parameters; the
 * request path judges the plan, compares `etag`, charges the quota, and calls `reply`.
 */
export interface Prepared {
  /** Canonical regions to charge; empty where there is no cap per region. */
  readonly regions: readonly AreaId[];
  /** Quoted entity tag: data version, plan class, format and parameters. Absent where the answer is not cacheable. */
  readonly etag?: string;
  /** Counts as one request, and against the cap of none of its regions. */
  readonly isUncapped?: boolean;
  /** Costs nothing: health, probes, usage. */
  readonly free?: boolean;
  /** Makes the answer. The request path adds `etag` and, unless the reply has its own `cache-control`, the caching headers. */
  reply(): Promise<Reply> | Reply;
}

/**
 * An answer whose parameters and plan are settled, and whose data take long to read. Its price is known before the work,
 * so that a server can make it wait for its turn, refuse it, or make it once for all who ask for it at a time.
 */
export interface Priced {
  /** Most rows read and written, in rows of CSV: areas x runs x hours x weight of the format. */
  readonly price: number;
  /** Reads the data. @param scope lasts while a caller waits for the answer: long work pauses by `createPause(scope)` */
  prepare(scope: RequestScope): Promise<Prepared> | Prepared;
}

export type Preparation = Prepared | Priced;

/** A request whose parameters are read. It is prepared only if the caller's plan includes the data its answer would show. */
export interface Inquiry {
  readonly shows: Sight;
  /** The answer is for this account alone: it is neither kept for others nor made for several at once. */
  readonly isPersonal?: true | undefined;
  prepare(): Promise<Preparation> | Preparation;
}

export type ErrorDialect = 'json' | 'oasis-xml' | 'oasis-zip';

/** The path of a route, and the parameters that it reads: every answer names the others in `X-Ignored-Parameters`. */
export interface RouteParameters {
  /** Its path below the mount, with the parts that vary as `/runs/{run_id}`. Logs and metrics write this, never a caller's text. */
  readonly pattern: string;
  readonly parameters: readonly string[];
  /** Names are compared without regard to case. `parameters` are in lower case then. */
  readonly parametersInAnyCase?: boolean;
  /** Default `GET`, which answers HEAD too. */
  readonly method?: string;
  /** The methods of its path, as `Allow` lists them; default `GET, HEAD, OPTIONS`. */
  readonly allow?: string;
  /** Only pages of this site may read its answers: there is no preflight, and answers vary by cookie. */
  readonly isOwnSite?: boolean;
  /** Rewrites replies and errors for the reader of this request: a page in place of JSON for a form. */
  readonly present?: (reply: Reply, request: HttpRequest) => Reply;
}

export interface PublicRoute extends RouteParameters {
  readonly access: 'public';
  prepare(request: SurfaceRequest, arrived: ArrivedRequest): Promise<Preparation> | Preparation;
}

/** A route for browser sessions: it reads the session itself, so that requests with a key never wait for one. */
export interface SessionRoute extends RouteParameters {
  readonly access: 'session';
  prepare(request: SurfaceRequest, arrived: ArrivedRequest): Promise<Preparation> | Preparation;
}

export interface KeyRoute extends RouteParameters {
  readonly access: 'key';
  /** Answers have p10 and p90 where the plan includes them. */
  readonly hasBounds?: boolean;
  /**
   * Whether equal requests of one second may share an answer: it depends on path, query, `Accept`, plan and stored data,
   * and on the time no finer than to the second.
   */
  readonly isKept?: boolean;
  /** Reads the parameters, and nothing from a store. @throws {ServiceError} `invalid_parameter`, `missing_parameter` */
  read(request: AuthedRequest, arrived: ArrivedRequest): Inquiry;
}

/** One path of a surface. `access` also decides whether shared caches may keep its answers. */
export type Route = PublicRoute | KeyRoute | SessionRoute;

/** A set of paths that share a plan and an error dialect. */
export interface Surface {
  /** Whose plan and quota its requests use. */
  readonly id: SurfaceId;
  /** The route of a request, or undefined (`not_found`). May read the query (TAC_AREAS needs no key). Never throws. */
  route(request: SurfaceRequest): Route | undefined;
  /** How errors are written for this request. Total: answers for queries that do not parse. Never throws. */
  dialect(request: SurfaceRequest): ErrorDialect;
  /** Its endpoints, for documents. */
  readonly endpoints?: readonly EndpointDescription[];
  /** A browser session is no key here. */
  readonly refusesSessions?: boolean;
  /** Its callers are programs that can send a key as user name of HTTP Basic, and nothing else. */
  readonly takesBasic?: boolean;
  /** Headers of every answer of this surface, errors too. Never throws. */
  headers?(request: SurfaceRequest): Readonly<Record<string, string>>;
}
