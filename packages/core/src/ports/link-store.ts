import type { EpochMs } from '../time/instant.js';

/** `confirm`: makes an account for an e-mail. `reset`: sets a password. `invite`: allows a sign-up. */
export type LinkPurpose = 'confirm' | 'reset' | 'invite';

/** A link that works once. Only a digest of its token is kept. */
export interface Link {
  readonly sha256: string;
  readonly purpose: LinkPurpose;
  /** The account whose password is set. */
  readonly accountId: string | null;
  /** E-mail of the account to create; null in an invitation invites anybody. */
  readonly email: string | null;
  /** Hash of the password of the account to create. */
  readonly passwordHash: string | null;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** Links that were mailed or given out and not used. */
export interface LinkStore {
  /**
   * Keeps a link. An older reset or invitation for the same account, or the same e-mail, works no more. Sign-ups of one e-mail wait side
   * by side until an account is made, so that nobody can end another's.
   */
  keepLink(link: Link): Promise<void>;
  /** The link with a digest and purpose, if it has not expired by `now`. */
  link(sha256: string, purpose: LinkPurpose, now: EpochMs): Promise<Link | undefined>;
  /** Takes it, so that it works once: of many callers at once one gets it. */
  takeLink(sha256: string, purpose: LinkPurpose, now: EpochMs): Promise<Link | undefined>;
}
