import { DAY_MS, type EpochMs } from '../time/instant.js';
import type { ApiKey } from './api-key.js';

/**
 * `active`: opens the surfaces of its account's plans and counts against the account's number of keys.
 * `rotated`: still opens them until it expires, but its successor counts in its place. `expired` and `revoked`: opens
 * nothing.
 */
export type KeyState = 'active' | 'rotated' | 'expired' | 'revoked';

/**
 * The instant from which a key opens nothing. The instant itself is too late.
 *
 * @returns epoch ms: its expiry, -Infinity for a revoked key, Infinity for one that never expires
 * @example
 * keyEndsAt({ revokedAt: null, expiresAt: 5 }) // => 5
 */
export function keyEndsAt({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>): EpochMs {
  if (revokedAt !== null) return Number.NEGATIVE_INFINITY;
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

/** How long a dead key stays in lists and stores, days. */
export const DEAD_KEY_DAYS = 90;

/**
 * Whether a key was revoked or expired so long ago that lists leave it out and stores delete it.
 *
 * @example
 * isLongDead({ revokedAt: 0, expiresAt: null }, 90 * 86_400_000) // => true
 */
export function isLongDead({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: EpochMs): boolean {
  const oldest = now - DEAD_KEY_DAYS * DAY_MS;
  return (revokedAt ?? Number.POSITIVE_INFINITY) <= oldest || (expiresAt ?? Number.POSITIVE_INFINITY) <= oldest;
}

/**
 * The state of a key at `now`. Revocation wins over expiry, and expiry over rotation.
 *
 * @param now epoch ms of the wall clock
 * @example
 * keyStateOf({ revokedAt: null, expiresAt: 5, replacedBy: 'key_2' }, 4) // => 'rotated'
 */
export function keyStateOf(key: Pick<ApiKey, 'revokedAt' | 'expiresAt' | 'replacedBy'>, now: EpochMs): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (now >= keyEndsAt(key)) return 'expired';
  return key.replacedBy === null ? 'active' : 'rotated';
}
