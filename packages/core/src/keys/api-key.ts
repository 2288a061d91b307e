import type { EpochMs } from '../time/instant.js';

/** An issued key as it is kept: never the key itself. */
export interface ApiKey {
  /** Random, starts with `key_`. */
  readonly id: string;
  readonly accountId: string;
  /** SHA-256 of the whole key, base64url without padding. */
  readonly sha256: string;
  /** The key's last four characters, for people to tell keys apart. */
  readonly last4: string;
  readonly label: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
  /** To the minute at best; null is never. */
  readonly lastUsedAt: EpochMs | null;
  /** The key that took its place. It no longer counts against the account's number of keys. */
  readonly replacedBy: string | null;
}

/** Whether a key opens anything at `now`: neither revoked nor expired. The expiry instant itself is too late. */
export function isLive(key: ApiKey, now: EpochMs): boolean {
  return key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
}

/** Whether a key takes up one of the account's places at `now`: live, and not rotated out. */
export function takesPlace(key: ApiKey, now: EpochMs): boolean {
  return isLive(key, now) && key.replacedBy === null;
}
