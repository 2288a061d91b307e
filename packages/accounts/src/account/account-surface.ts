import type { AttemptCounters } from '@loadcast/core/quota';
import { routesOf, type Surface } from '@loadcast/formats';
import type { AccountDeps } from './account-endpoint.js';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.js';
import { createAccountLimits } from './limits/account-limits.js';
import { createSignInTargets } from './limits/sign-in-targets.js';

export interface AccountSurfaceOptions extends Omit<AccountDeps, 'limits' | 'signInTargets'> {
  /** Counters of attempts: this process' own, or common to all gateways. */
  readonly attempts: AttemptCounters;
}

/** The mount of the surface. */
export const ACCOUNT_PREFIX = '/account';

/**
 * The signed-in API of the browser console: sign-up, sign-in, keys, usage, plans and password.
 *
 * No answer reveals whether an e-mail has an account. There is no function for operators: plans are changed with
 * `loadcast accounts set-plan`.
 */
export function createAccountSurface({ attempts, ...options }: AccountSurfaceOptions): Surface {
  const signInTargets = createSignInTargets(options.store);
  const deps: AccountDeps = {
    ...options,
    store: signInTargets.store,
    limits: createAccountLimits(attempts),
    signInTargets,
  };
  return { id: 'a', ...routesOf(ACCOUNT_ENDPOINTS, deps), dialect: () => 'json' };
}
