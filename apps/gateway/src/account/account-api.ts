import { type EpochMs, ServiceError } from '@loadcast/core';
import { type Reply, renderError } from '@loadcast/formats';
import { createAccountLimits } from './account-limits.js';
import type { AccountRequest } from './account-request.js';
import { findRoute } from './find-route.js';
import type { AccountDeps } from './route.js';
import { ROUTES } from './routes.js';
import { requireSameSite } from './same-site.js';

export interface AccountApiOptions extends Omit<AccountDeps, 'limits'> {
  /** Wall clock. */
  readonly now: () => EpochMs;
  /** Receives the cause of each failure, for the log. */
  readonly report: (thrown: unknown, request: AccountRequest['request']) => void;
}

/** Answers every request under `/account`; never throws. */
export type AccountApi = (incoming: AccountRequest) => Promise<Reply>;

/** Where the API is mounted. */
export const ACCOUNT_PREFIX = '/account';

/**
 * The signed-in API of the browser console: sign-up, sign-in, keys, usage, plans and password; `ROUTES` lists it.
 *
 * No answer reveals whether an e-mail has an account. There is no function for operators: plans are changed with
 * `loadcast accounts set-plan`.
 */
export function createAccountApi({ now, report, ...options }: AccountApiOptions): AccountApi {
  const deps: AccountDeps = { ...options, limits: createAccountLimits() };
  return async (incoming) => {
    const { request } = incoming;
    try {
      const { route, id } = findRoute(ROUTES, request.method, request.path.slice(ACCOUNT_PREFIX.length));
      if (route.method !== 'GET') requireSameSite(request);
      return ownSiteOnly(await route.answer({ ...incoming, now: now(), id }, deps), request.baseUrl);
    } catch (thrown) {
      incoming.trace.errorCode = thrown instanceof ServiceError ? thrown.code : 'internal_error';
      report(thrown, request);
      return ownSiteOnly(renderError(thrown, 'json', request), request.baseUrl);
    }
  };
}

/** Lets browsers show an answer to pages of this site only. */
function ownSiteOnly(reply: Reply, baseUrl: string): Reply {
  const headers = { 'access-control-allow-origin': new URL(baseUrl).origin, vary: 'Cookie' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
