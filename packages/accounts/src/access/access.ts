import type { Areas, ControlStore, EpochMs, QuotaCounters, SurfaceId } from '@loadcast/core';
import { ServiceError } from '@loadcast/core';
import { memoryAttemptCounters } from '@loadcast/core/memory';
import { type AttemptCounters, KEY_PATTERN } from '@loadcast/core/quota';
import type { Principal, Reply } from '@loadcast/formats';
import type { UsageLedger } from '@loadcast/storage/sqlite';
import { meReply, ownReply } from './about/me.js';
import { createIpQuota, type IpQuota, networkOf } from './addresses/ip-quota.js';
import { type Admission, createAdmission } from './admit.js';
import { createWindowLimit } from './attempts/window-limit.js';
import { type Authenticate, createAuthenticate } from './keys/authenticate.js';
import { type KeyDirectory, openKeyDirectory } from './keys/key-directory.js';
import { sessionCaller } from './sessions/session-caller.js';
import { createUsageHistory, usageHistoryJson } from './usage/usage-history.js';
import { accountUsage } from './usage.js';

/** Authentication, quotas and usage: one a process. */
export interface Access extends Admission {
  /**
   * The caller that a key authenticates.
   *
   * @param now epoch ms of the wall clock
   * @throws {ServiceError} unauthorized, invalid_key, unavailable
   */
  readonly authenticate: Authenticate;
  /** The caller of a request without a key: the account of its browser session. @throws {ServiceError} unauthorized */
  session(
    request: Parameters<typeof sessionCaller>[1],
    surface: SurfaceId,
    now: EpochMs,
  ): Promise<Principal | undefined>;
  /** Counts a request without a key of an address (public endpoints; not health). */
  readonly anonymous: IpQuota;
  /** Counts what was read for an account although it cost nothing: answers without data, and refusals of the quota. */
  readonly uncharged: IpQuota;
  /**
   * The error to answer with when `authenticate` threw: its own, or a rate limit for an address that keeps failing. A
   * valid key from the same address is not affected.
   *
   * @param query of the request: a key in it is never accepted, and the message says that it has leaked
   */
  failed(error: unknown, address: string, now: EpochMs, query?: string): Promise<unknown>;
  /** The body of `GET /v1/usage`: free of charge. */
  usage(principal: Principal, now: EpochMs): Promise<Reply>;
  /** The body of `GET /v1/usage/history`: free of charge. */
  usageHistory(principal: Pick<Principal, 'accountId'>, days: number, now: EpochMs): Promise<Reply>;
  /** The body of `GET /v1/me`: free of charge. */
  me(principal: Principal, now: EpochMs): Promise<Reply>;
  /** Deletes usage that has grown too old. */
  sweepUsage(now: EpochMs): Promise<void>;
  readonly directory: KeyDirectory;
  readonly counters: QuotaCounters;
  readonly attempts: AttemptCounters;
  close(): Promise<void>;
}

export interface AccessOptions {
  /** The areas there are now. */
  areas(accountId?: string): Areas;
  readonly store: ControlStore;
  readonly counters: QuotaCounters;
  /** Where attempts and failures are counted; default: in this process. */
  readonly attempts?: AttemptCounters;
  /** Where the requests of each hour are kept; default: nowhere. */
  readonly usage?: UsageLedger;
  /** Browser sessions of accounts without a second factor read nothing. */
  readonly requiresSecondFactor?: boolean;
}

/** Reads of an account in an hour that may cost it nothing. */
const UNCHARGED_READS = 100;

/** Refused keys of an address, before its further ones get a rate limit. */
const FAILURES_PER_ADDRESS = { hour: 1_000, day: 24_000 };

export async function openAccess({
  areas,
  store,
  counters,
  attempts = memoryAttemptCounters(),
  usage = NO_LEDGER,
  requiresSecondFactor = false,
}: AccessOptions): Promise<Access> {
  const directory = await openKeyDirectory({ store });
  const history = createUsageHistory(usage);
  const failures = createWindowLimit(attempts, 'refused key', FAILURES_PER_ADDRESS);
  return {
    ...history.noted(createAdmission(counters, areas)),
    authenticate: createAuthenticate(directory),
    session: (request, surface, now) => sessionCaller(store, request, surface, now, requiresSecondFactor),
    anonymous: createIpQuota(),
    uncharged: createIpQuota({ hour: UNCHARGED_READS, day: null, regionDay: null }),
    async failed(error, address, now, query = '') {
      if (!isRefusal(error)) return error;
      const refusal = await failures.refusal(networkOf(address), now);
      if (refusal) return refusal;
      return query.search(KEY_PATTERN) < 0
        ? error
        : new ServiceError(error.code, `${error.message} ${LEAKED}`, error.details);
    },
    async usage({ accountId }, now) {
      const account = await store.account(accountId);
      const surfaces = account ? await accountUsage(areas(accountId), account, counters, now) : [];
      return ownReply({ surfaces }, now);
    },
    async usageHistory({ accountId }, days, now) {
      const hours = usageHistoryJson(await history.of(accountId, days, now));
      return ownReply({ hours }, now, { days });
    },
    sweepUsage: (now) => history.sweep(now),
    me: (principal, now) => meReply({ store, areas: areas() }, principal, now),
    directory,
    counters,
    attempts,
    async close() {
      await history.close();
      await directory.close();
    },
  };
}

const NO_LEDGER: UsageLedger = { add: async () => {}, of: async () => [], sweep: async () => {} };

const LEAKED = 'A key in a URL is never accepted and ends up in logs: treat it as leaked and rotate it.';

function isRefusal(error: unknown): error is ServiceError<'unauthorized' | 'invalid_key'> {
  return error instanceof ServiceError && (error.code === 'unauthorized' || error.code === 'invalid_key');
}
