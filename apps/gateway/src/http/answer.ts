import type { EpochMs } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import {
  answerRequest,
  type Caller,
  type Charge,
  type HttpRequest,
  type KeptAnswers,
  type Mount,
  mountOf,
  type Quota,
  type RequestTrace,
  type Workload,
} from '@loadcast/formats/node';
import type { Access } from '../access/access.js';
import type { Demo } from '../access/demo/demo.js';
import { quotaHeaders } from '../access/quota-headers.js';

export interface Gateway {
  readonly mounts: readonly Mount[];
  readonly access: Access;
  /** Absent: nothing is answered without a key. */
  readonly demo?: Demo;
  /** Whether a key may be the user name of HTTP Basic. Absent: on surfaces whose callers can send nothing else. */
  readonly basic?: boolean;
  /** Absent: heavy answers are made as soon as they are asked for. */
  readonly workload?: Workload;
  /** Absent: every answer is made anew. */
  readonly kept?: KeptAnswers;
  /** Wall clock: keys expire and quotas count by it, also in a replay. */
  wallClock(): EpochMs;
  /** The address a request is counted under when it has no key. */
  addressOf(request: HttpRequest): string;
  /** Where the cause and the stack of a failure go. */
  report(thrown: unknown, request: HttpRequest): void;
}

/** The request path of `@loadcast/formats/node` with this gateway's keys, quotas and workload. */
export function createAnswer(
  gateway: Gateway,
  traceOf: (request: HttpRequest) => RequestTrace = () => ({}),
): (request: HttpRequest) => Promise<Reply> {
  const { mounts, access, demo, workload, kept, wallClock, addressOf, report } = gateway;
  const answer = answerRequest(mounts, {
    quota: quotaOf(gateway),
    ...(workload && { workload }),
    ...(kept && { kept }),
    report,
    traceOf,
    async authenticate(request, surface) {
      if (demo?.covers(request.path)) return demo.principal;
      const now = wallClock();
      try {
        const session = request.cookie === undefined ? undefined : await access.session(request, surface, now);
        if (session) return session;
        const { basic = mountOf(mounts, request.path)?.surface.takesBasic ?? false } = gateway;
        return await access.authenticate(request.authorization, surface, now, {
          basic,
          address: () => addressOf(request),
        });
      } catch (failure) {
        throw await access.failed(failure, addressOf(request), now, request.query);
      }
    },
  });
  return async (request) => variedByCookie(request, await answer(request));
}

/** An answer to a session is not that of the next session in the same browser. */
function variedByCookie({ authorization, cookie }: HttpRequest, reply: Reply): Reply {
  const { vary } = reply.headers;
  if (authorization !== undefined || cookie === undefined || vary === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, vary: `${vary}, Cookie` } };
}

/** Requests with a key count against its account, the others against their address. */
function quotaOf({ access, demo, wallClock, addressOf }: Gateway): Quota {
  return {
    async peek({ request, principal }, regions) {
      if (demo && principal?.isGuest) return quotaHeaders(demo.peek(addressOf(request), wallClock()));
      return principal ? quotaHeaders(await access.peek(principal, regions, wallClock())) : {};
    },
    async charge(caller, regions): Promise<Charge> {
      const { principal } = caller;
      if (!principal) return chargeAddress(caller);
      if (demo && principal.isGuest) return chargeGuest(demo, addressOf(caller.request));
      const decision = await access.admit(principal, regions, wallClock());
      const headers = quotaHeaders(decision.snapshot);
      if (!decision.allowed) return { headers, refusal: decision.error, refund: () => headers };
      return {
        headers,
        refund: async () => quotaHeaders(await access.refund(principal, decision, wallClock())),
      };
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
