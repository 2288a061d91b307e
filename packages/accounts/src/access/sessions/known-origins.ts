import { DAY_MS, type EpochMs } from '@loadcast/core';
import type { KnownOrigin } from '@loadcast/core/quota';
import { sha256 } from '../sha256.js';

/** How long a device or network stays known after its last sign-in. */
export const KNOWN_MS = 90 * DAY_MS;

/** A browser is recognized by the cookie of a session of the account, also of one that has ended. */
export function deviceDigest(accountId: string, token: string): string {
  return sha256(`device ${accountId} ${token}`);
}

export function networkDigest(accountId: string, network: string): string {
  return sha256(`network ${accountId} ${network}`);
}

/** The network from which an owner signed in, and the device where it has a session. */
export function originsOf(
  { accountId, network, token }: { readonly accountId: string; readonly network: string; readonly token?: string },
  now: EpochMs,
): readonly KnownOrigin[] {
  const digests = [networkDigest(accountId, network), ...(token === undefined ? [] : [deviceDigest(accountId, token)])];
  return digests.map((sha256) => ({ sha256, accountId, expiresAt: now + KNOWN_MS }));
}
