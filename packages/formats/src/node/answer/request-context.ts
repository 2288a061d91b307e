import type { Areas, EpochMs } from '@loadcast/core';
import type {
  ArrivedRequest,
  HttpRequest,
  Principal,
  RequestScope,
  RequestTrace,
  Route,
  Surface,
  SurfaceRequest,
} from '../../http.js';
import { type Caller, type Charge, type Quota, type ReplyHeaders, UNLIMITED } from '../quota.js';
import type { ReadBody } from '../server/read/read-body.js';
import type { KeptAnswers } from './kept-answers.js';
import { type Mount, mountOf } from './mount.js';
import { UNBOUNDED } from './request-scope.js';
import type { Turn, Workload } from './workload.js';

/** What the request path needs beside the mounts. */
export interface RequestPathOptions {
  /** The areas there are now, or were known at an instant; of an account with areas of its own, a snapshot with them too. */
  areas(accountId?: string, asOf?: EpochMs): Areas;
  /** The account, key and plan of a request. Called for routes that need a key. @throws {ServiceError} `unauthorized`, `invalid_key`, `unavailable` */
  authenticate(request: HttpRequest, surface: Surface): Principal | Promise<Principal>;
  /** Absent: nothing is counted. */
  readonly quota?: Quota;
  /** Absent: long answers start at once. */
  readonly workload?: Workload;
  /** Absent: answers are not cached. */
  readonly kept?: KeptAnswers;
  /** Called with the cause of every error reply. */
  report?(thrown: unknown, request: HttpRequest): void;
}

/** One request on its path: what the steps have found out so far. */
export class RequestContext implements ArrivedRequest {
  readonly request: HttpRequest;
  readonly mount: Mount | undefined;
  /** The request as its surface sees it. */
  inner: SurfaceRequest;
  readonly trace: RequestTrace;
  readonly options: RequestPathOptions;
  readonly quota: Quota;
  readonly scope: RequestScope;
  readonly readBody: ReadBody;
  /** Sent with the answer and with the error alike. */
  quotaHeaders: ReplyHeaders = {};
  /** Decides what a failure costs. */
  step: 'key' | 'parameters' | 'quota' | 'answer' = 'key';
  /** Once a path is found that may be read. */
  route: Route | undefined = undefined;
  caller: Caller | undefined = undefined;
  charge: Charge | undefined = undefined;
  /** Data were read for it. */
  isRead = false;
  turn: Turn | undefined = undefined;
  unreadNames: ArrivedRequest['unread'] | undefined = undefined;

  constructor(request: HttpRequest, { mount, below }: Place, options: RequestPathOptions, readBody: ReadBody) {
    this.request = request;
    this.mount = mount;
    this.inner = surfaceRequest(request, options.areas(), mount?.prefix ?? '', below);
    this.trace = request.trace ?? {};
    this.options = options;
    this.quota = options.quota ?? UNLIMITED;
    this.scope = request.scope ?? UNBOUNDED;
    this.readBody = readBody;
    if (mount) this.trace.surface = mount.prefix;
  }

  get unread(): ArrivedRequest['unread'] {
    this.unreadNames ??= { names: [], known: [] };
    return this.unreadNames;
  }
}

/** Where a path leads. */
export interface Place {
  readonly mount: Mount | undefined;
  /** The path below the mount's prefix. */
  readonly below: string;
}

export function placeOf(mounts: readonly Mount[], path: string): Place {
  const mount = mountOf(mounts, path);
  return { mount, below: path.slice(mount?.prefix.length ?? 0) };
}

/**
 * What the surface mounted at `prefix` sees of a request: never the key.
 *
 * @param below the path below `prefix`
 */
export function surfaceRequest(
  { method, path, query, headers, receivedAt, requestId, baseUrl, scope = UNBOUNDED }: HttpRequest,
  areas: Areas,
  prefix: string,
  below = path.slice(prefix.length),
): SurfaceRequest {
  return { method, path: below, fullPath: path, query, headers, receivedAt, areas, requestId, baseUrl, scope };
}
