import { type Access, type Demo, quotaHeaders } from '@loadcast/accounts';
import type { Areas, EpochMs } from '@loadcast/core';
import type { Principal, Reply, Surface } from '@loadcast/formats';
import {
  after,
  answerRequest,
  type Caller,
  type Charge,
  type HttpRequest,
  type KeptAnswers,
  type Mount,
  type Quota,
  type Workload,
} from '@loadcast/formats/node';

export interface Gateway {
  readonly mounts: readonly Mount[];
  readonly access: Access;
  /** Absent: nothing is answered without a key. */
  readonly demo?: Demo;
  /** The areas there are now, or were known at an instant. */
  areas(accountId?: string, asOf?: EpochMs): Areas;
  /** Whether a key may be the user name of HTTP Basic. Absent: on surfaces whose callers can send nothing else. */
  readonly basic?: boolean;
  /** Absent: heavy answers start at once. */
  readonly workload?: Workload;
  /** Absent: answers are not cached. */
  readonly kept?: KeptAnswers;
  /** Wall clock: keys expire and quotas count by it, also in a replay. */
  wallClock(): EpochMs;
  /** The address a request is counted under when it has no key. */
  addressOf(request: HttpRequest): string;
  /** Where the cause and the stack of a failure go. */
  report(thrown: unknown, request: HttpRequest): void;
}

/** The request path of `@loadcast/formats/node` with this gateway's keys, quotas and workload. */
export function createAnswer(gateway: Gateway): ReturnType<typeof answerRequest> {
  const { mounts, demo } = gateway;
  const answer = answerRequest(mounts, {
    ...gateway,
    quota: quotaOf(gateway),
    authenticate: (request, surface) =>
      demo?.covers(request.path) ? demo.guest(gateway.addressOf(request)) : authenticated(gateway, request, surface),
  });
  return (request, readBody) => {
    const reply = answer(request, readBody);
    const isBySession = request.authorization === undefined && request.cookie !== undefined;
    return isBySession ? after(reply, variedByCookie) : reply;
  };
}

/** Returns a promise only where the store must be read: for a session, for a key that is not in memory, for a failure. */
function authenticated(gateway: Gateway, request: HttpRequest, surface: Surface): Principal | Promise<Principal> {
  try {
    const principal =
      request.cookie === undefined || surface.refusesSessions
        ? byKey(gateway, request, surface)
        : bySession(gateway, request, surface);
    return principal instanceof Promise ? principal.catch((failure) => failed(gateway, request, failure)) : principal;
  } catch (failure) {
    return failed(gateway, request, failure);
  }
}

async function bySession(gateway: Gateway, request: HttpRequest, surface: Surface): Promise<Principal> {
  const { access, wallClock } = gateway;
  return (await access.session(request, surface.id, wallClock())) ?? byKey(gateway, request, surface);
}

function byKey(gateway: Gateway, request: HttpRequest, { id, takesBasic = false }: Surface) {
  const { access, basic = takesBasic, wallClock, addressOf } = gateway;
  const { authorization, connection } = request;
  return access.authenticate(authorization, id, wallClock(), { basic, address: () => addressOf(request), connection });
}

async function failed(
  { access, addressOf, wallClock }: Gateway,
  request: HttpRequest,
  failure: unknown,
): Promise<never> {
  throw await access.failed(failure, addressOf(request), wallClock(), request.query);
}

/** An answer to one session must not be served to the next session in the same browser. */
function variedByCookie(reply: Reply): Reply {
  const { vary } = reply.headers;
  return vary === undefined || /\bCookie\b/.test(vary)
    ? reply
    : { ...reply, headers: { ...reply.headers, vary: `${vary}, Cookie` }, sent: undefined };
}

/** Whose reads count together: a guest's key is one for each address. */
const readerName = ({ accountId, keyId, plan, isGuest }: Principal): string =>
  `${plan.surface} ${isGuest ? keyId : accountId}`;

/** Requests with a key count against its account, the others against their address. */
function quotaOf({ access, demo, wallClock, addressOf }: Gateway): Quota {
  return {
    peek({ request, principal }, regions) {
      if (demo && principal?.isGuest) return quotaHeaders(demo.peek(addressOf(request), wallClock()));
      return principal ? after(access.peek(principal, regions, wallClock()), quotaHeaders) : {};
    },
    charge(caller, regions) {
      const { principal } = caller;
      if (!principal) return chargeAddress(caller);
      // Every page of the console opens a stream: the demo's calls are left for data.
      const isStream = caller.request.path.endsWith('/v1/events');
      if (demo && principal.isGuest && isStream) return chargeAddress(caller);
      if (demo && principal.isGuest) return chargeGuest(demo, addressOf(caller.request));
      return after(access.admit(principal, regions, wallClock()), (decision): Charge => {
        const headers = quotaHeaders(decision.snapshot);
        if (!decision.allowed) return { headers, refusal: decision.error, refund: () => headers };
        return { headers, refund: () => after(access.refund(principal, decision, wallClock()), quotaHeaders) };
      });
    },
    isOverdrawn: ({ principal }) =>
      principal !== undefined &&
      access.uncharged.peek(readerName(principal), wallClock()).policies.some(({ remaining }) => remaining === 0),
    countUncharged({ principal }) {
      if (principal) access.uncharged.charge(readerName(principal), wallClock());
    },
  };

  function chargeGuest(ofDemo: Demo, address: string): Charge {
    const decision = ofDemo.charge(address, wallClock());
    const headers = quotaHeaders(decision.snapshot);
    if (!decision.allowed) return { headers, refusal: decision.error, refund: () => headers };
    return { headers, refund: () => quotaHeaders(ofDemo.refund(address, decision.snapshot.now, wallClock())) };
  }

  /** Public answers have no quota headers, and nothing is refunded. */
  function chargeAddress({ request }: Caller): Charge {
    const decision = access.anonymous.charge(addressOf(request), wallClock());
    const headers = decision.allowed ? {} : quotaHeaders(decision.snapshot);
    return { headers, refund: () => headers, ...(decision.allowed ? {} : { refusal: decision.error }) };
  }
}
