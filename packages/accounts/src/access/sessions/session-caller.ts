import { type ControlStore, type EpochMs, ServiceError, type SurfaceId } from '@loadcast/core';
import { planOfAccount } from '@loadcast/core/quota';
import type { Principal } from '@loadcast/formats';
import type { HttpRequest } from '@loadcast/formats/node';
import { isStillGood } from '../keys/known-key.js';
import { requireSecondFactor } from '../passwords/require-second-factor.js';
import { SURFACE_NAMES } from '../surface-ids.js';
import { requireSameSite } from './same-site.js';
import { readSession } from './session-cookie.js';

/** The key under which requests of browser sessions are counted. */
export const CONSOLE_KEY = 'console';

/**
 * The caller that the session cookie of a request without a key stands for: a page of this site may read the surfaces as
 * its account.
 *
 * @returns undefined: no session is named, or it has ended
 * @throws {ServiceError} unauthorized: the request comes from a page of another site, or the account has no plan of the
 *   surface; second_factor_required: it lacks a required second factor
 */
export async function sessionCaller(
  store: ControlStore,
  request: Pick<HttpRequest, 'authorization' | 'cookie' | 'headers' | 'baseUrl'>,
  surface: SurfaceId,
  now: EpochMs,
  requiresSecondFactor = false,
): Promise<Principal | undefined> {
  if (request.authorization !== undefined || request.cookie === undefined) return undefined;
  const session = await readSession(store, request.cookie, now);
  const account = session && (await store.account(session.accountId));
  if (!account || account.suspendedAt !== null || account.deletedAt !== null) return undefined;
  requireSameSite(request);
  if (requiresSecondFactor) await requireSecondFactor(store, account.id);
  const plan = planOfAccount(account, surface);
  if (plan) return { accountId: account.id, keyId: CONSOLE_KEY, plan };
  throw new ServiceError('unauthorized', `The account has no plan for the ${SURFACE_NAMES[surface]} API.`, undefined);
}

/** A session may end without a sign: its stream is reopened after this long. */
const SESSION_STREAM_MS = 15 * 60_000;

/** Whether an open event stream stays open. @param wallNow now on the clock that keys expire by */
export function isGoodStream(principal: Principal, openedAt: EpochMs, at: EpochMs, wallNow: EpochMs): boolean {
  return principal.keyId === CONSOLE_KEY ? at - openedAt < SESSION_STREAM_MS : isStillGood(principal, wallNow);
}
