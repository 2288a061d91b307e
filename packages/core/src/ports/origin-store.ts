import type { EpochMs } from '../time/instant.js';

/** A device or network from which an account signed in with the right password. */
export interface KnownOrigin {
  /** Digest of the device's cookie, or of the network, with the account. */
  readonly sha256: string;
  readonly accountId: string;
  readonly expiresAt: EpochMs;
}

/** Known devices and networks of accounts: they are not slowed by the failures of strangers. */
export interface OriginStore {
  /** Keeps it, or moves its end. */
  keepOrigin(origin: KnownOrigin): Promise<void>;
  /** Whether one of the digests is a known origin of the account. */
  isKnownOrigin(accountId: string, digests: readonly string[], now: EpochMs): Promise<boolean>;
  /** Digests of the known origins of an account: at most `most`, in no order. */
  originsOf(accountId: string, most: number, now: EpochMs): Promise<readonly string[]>;
}
