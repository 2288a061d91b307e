import type { EpochMs } from '@loadcast/core';
import type { AttemptCounters } from '@loadcast/core/quota';
import { errorCodeOf, ignoredHeaders, ignoredNames, type Reply, renderError } from '@loadcast/formats';
import { CallerGone, remembered } from '@loadcast/formats/node';
import { networkOf } from '../access/addresses/ip-quota.js';
import { requireSameSite } from '../access/sessions/same-site.js';
import { createAccountLimits } from './limits/account-limits.js';
import { createSignInTargets } from './limits/sign-in-targets.js';
import { formAnswer } from './link-pages.js';
import type { AccountRequest, UnreadNames } from './request/account-request.js';
import { findRoute } from './request/find-route.js';
import { isForm } from './request/read-json.js';
import type { AccountDeps } from './route.js';
import { ROUTES } from './routes.js';

export interface AccountApiOptions extends Omit<AccountDeps, 'limits' | 'signInTargets'> {
  /** Where attempts are counted: in this process, or by all gateways together. */
  readonly attempts: AttemptCounters;
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
export function createAccountApi({ now, report, attempts, ...options }: AccountApiOptions): AccountApi {
  const signInTargets = createSignInTargets(options.store);
  const deps: AccountDeps = {
    ...options,
    store: signInTargets.store,
    limits: createAccountLimits(attempts),
    signInTargets,
  };
  return async (incoming) => {
    const { request, address } = incoming;
    const unread: UnreadNames = { names: ignoredNames(request.query, []), known: [] };
    let toReader = (reply: Reply) => reply;
    const finished = (reply: Reply): Reply => {
      const shown = toReader(reply);
      const headers = ignoredHeaders(unread.names, unread.known);
      return ownSiteOnly({ ...shown, headers: { ...headers, ...shown.headers } }, request.baseUrl);
    };
    try {
      const { route, id } = findRoute(ROUTES, request.method, request.path.slice(ACCOUNT_PREFIX.length));
      const { form } = route;
      if (form && isForm(incoming)) toReader = (reply) => formAnswer(form, reply);
      if (route.method !== 'GET') requireSameSite(request);
      const agent = request.headers.get('user-agent') ?? '';
      const origin = { from: options.writtenAddress(address), agent, network: networkOf(address) };
      return finished(await route.answer({ ...incoming, now: now(), id, note: {}, origin, unread }, deps));
    } catch (thrown) {
      if (!(thrown instanceof CallerGone)) {
        incoming.trace.errorCode = errorCodeOf(thrown);
        report(thrown, request);
      }
      return finished(renderError(thrown, 'json', request));
    }
  };
}

/** Lets browsers show an answer to pages of this site only. */
function ownSiteOnly(reply: Reply, baseUrl: string): Reply {
  const headers = { 'access-control-allow-origin': siteOf(baseUrl), vary: 'Cookie' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

const siteOf = remembered((baseUrl) => new URL(baseUrl).origin);
