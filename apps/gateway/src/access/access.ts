import type { ControlStore, EpochMs, QuotaCounters, SurfaceId } from '@loadcast/core';
import { ServiceError } from '@loadcast/core';
import { KEY_PATTERN } from '@loadcast/core/quota';
import { isoUtc, json, type Principal, type Reply } from '@loadcast/formats';
import { type Admission, createAdmission } from './admit.js';
import { createIpQuota, type IpQuota } from './ip-quota.js';
import { createAuthenticate } from './keys/authenticate.js';
import { type KeyDirectory, openKeyDirectory } from './keys/key-directory.js';
import { accountUsage } from './usage.js';

/** Authentication, quotas and usage: one a process. */
export interface Access extends Admission {
  /**
   * The caller that a key authenticates.
   *
   * @param now epoch ms of the wall clock
   * @throws {ServiceError} unauthorized, invalid_key, unavailable
   */
  authenticate(authorization: string | undefined, surface: SurfaceId, now: EpochMs): Principal | Promise<Principal>;
  /** Counts a request without a key of an address (public endpoints; not health). */
  readonly anonymous: IpQuota;
  /**
   * The error to answer with when `authenticate` threw: its own, or a rate limit for an address that keeps failing. A
   * valid key from the same address is not affected.
   *
   * @param query of the request: a key in it is never accepted, and the message says that it has leaked
   */
  failed(error: unknown, address: string, now: EpochMs, query?: string): unknown;
  /** The body of `GET /v1/usage`: free of charge. */
  usage(principal: Principal, now: EpochMs): Promise<Reply>;
  readonly directory: KeyDirectory;
  readonly counters: QuotaCounters;
  close(): Promise<void>;
}

export interface AccessOptions {
  readonly store: ControlStore;
  readonly counters: QuotaCounters;
  /** Accept HTTP Basic with the key as user name: `AUTH_BASIC=1`. */
  readonly basic?: boolean;
}

export async function openAccess({ store, counters, basic = false }: AccessOptions): Promise<Access> {
  const directory = await openKeyDirectory({ store });
  const failures = createIpQuota();
  return {
    ...createAdmission(counters),
    authenticate: createAuthenticate(directory, { basic }),
    anonymous: createIpQuota(),
    failed(error, address, now, query = '') {
      if (!isRefusal(error)) return error;
      const decision = failures.charge(address, now);
      if (!decision.allowed) return decision.error;
      return query.search(KEY_PATTERN) < 0
        ? error
        : new ServiceError(error.code, `${error.message} ${LEAKED}`, undefined);
    },
    async usage({ accountId }, now) {
      const account = await store.account(accountId);
      const data = account ? { surfaces: await accountUsage(account, counters, now) } : { surfaces: [] };
      const body = { status: 'success', data, meta: { generated_at: isoUtc(now) } };
      return json(200, body, { 'cache-control': 'private, no-store' });
    },
    directory,
    counters,
    close: () => directory.close(),
  };
}

const LEAKED = 'A key in a URL is never accepted, and ends up in logs: take it as leaked and rotate it.';

function isRefusal(error: unknown): error is ServiceError<'unauthorized' | 'invalid_key'> {
  return error instanceof ServiceError && (error.code === 'unauthorized' || error.code === 'invalid_key');
}
