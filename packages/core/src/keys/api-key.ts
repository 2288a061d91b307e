import type { AreaId, SurfaceId } from '../areas/area.js';
import type { EpochMs } from '../time/instant.js';

/** What a key is limited to within its account's plans. A part that is absent limits nothing. Keys only ever read. */
export interface KeyScope {
  readonly surfaces?: readonly SurfaceId[];
  /** Canonical regions. */
  readonly regions?: readonly AreaId[];
  /** Addresses and CIDR blocks of callers. */
  readonly addresses?: readonly string[];
}

/** The stored record of an issued key: never the key itself. */
export interface ApiKey {
  /** Random, starts with `key_`. */
  readonly id: string;
  readonly accountId: string;
  /** SHA-256 of the whole key, base64url without padding. */
  readonly sha256: string;
  /** The key's last four characters, for people to recognize keys. */
  readonly last4: string;
  readonly label: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
  /** To the minute at best; null is never. */
  readonly lastUsedAt: EpochMs | null;
  /** Id of the key that was issued in its place by a rotation; see `keyStateOf`. */
  readonly replacedBy: string | null;
  /** Absent: all that the account's plans include, from anywhere. Its successor in a rotation has the same. */
  readonly scope?: KeyScope;
}
