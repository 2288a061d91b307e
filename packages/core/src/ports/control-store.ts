import type { Account } from '../accounts/account.js';
import type { ApiKey } from '../keys/api-key.js';
import type { EpochMs } from '../time/instant.js';
import type { EventStore } from './event-store.js';
import type { LinkStore } from './link-store.js';
import type { KnownOrigin, OriginStore } from './origin-store.js';
import type { SecondFactorStore } from './second-factor-store.js';

/** Customers. */
export interface AccountStore {
  /** @returns false, and nothing is written, when a live account has the e-mail */
  createAccount(account: Account, passwordHash: string | null): Promise<boolean>;
  account(id: string): Promise<Account | undefined>;
  /** The live account of a normalized e-mail. */
  accountByEmail(email: string): Promise<Account | undefined>;
  /** Live accounts, oldest first. */
  accounts(): Promise<Account[]>;
  /** @returns false when there is no such live account */
  setPlans(id: string, plans: Account['plans'], overrides: Account['overrides']): Promise<boolean>;
  /**
   * Marks an account deleted and revokes its keys. Its e-mail, password, sessions, second factor, links, known origins and webhooks
   * are removed.
   *
   * @returns false when there is no such live account
   */
  deleteAccount(id: string, at: EpochMs): Promise<boolean>;
  /** Null: the account signs in with nothing. */
  passwordHash(id: string): Promise<string | null>;
  /** Suspends an account, which ends its sessions, or resumes it (null). @returns false when there is no such live account */
  setSuspended(id: string, at: EpochMs | null): Promise<boolean>;
  /** Sets the password and ends every session, known origin and reset link of the account. */
  setPasswordHash(id: string, passwordHash: string | null): Promise<void>;
}

/** API keys. */
export interface KeyStore {
  /**
   * Keeps a new key if the account has a place for it.
   *
   * @param places how many active keys the account may have; null is no limit
   * @returns false, and nothing is written, when all places are taken
   */
  createKey(key: ApiKey, places: number | null): Promise<boolean>;
  /** Keeps `key` as the successor of a live key, which lives on until `oldExpiresAt` (or its own earlier expiry). */
  rotateKey(oldId: string, key: ApiKey, oldExpiresAt: EpochMs): Promise<boolean>;
  /** @returns false when the account has no such key, or it was revoked before */
  revokeKey(accountId: string, keyId: string, at: EpochMs): Promise<boolean>;
  /** All keys of an account, oldest first, dead ones too. */
  keys(accountId: string): Promise<ApiKey[]>;
  key(keyId: string): Promise<ApiKey | undefined>;
  /** The key with a digest, dead or alive, and its account. */
  keyBySha256(sha256: string): Promise<{ key: ApiKey; account: Account } | undefined>;
  /** Records when keys were last used; an older time than the recorded one changes nothing. */
  touchKeys(uses: ReadonlyMap<string, EpochMs>): Promise<void>;
}

/** Signed-in browsers. Only a digest of the cookie is kept. */
export interface SessionStore {
  /** @param origins devices and networks that are known from then on, kept in the same transaction */
  createSession(session: Session, origins?: readonly KnownOrigin[]): Promise<void>;
  /** The session with a digest, if it has not ended by `now`. */
  session(sha256: string, now: EpochMs): Promise<Session | undefined>;
  /** The sessions of an account that have not ended by `now`, the newest first. */
  sessions(accountId: string, now: EpochMs): Promise<Session[]>;
  /** Records that a session was used, and when it ends without another use. */
  touchSession(sha256: string, usedAt: EpochMs, idleAt: EpochMs): Promise<void>;
  endSession(sha256: string): Promise<void>;
  /** @returns false when the account has no such session */
  endSessionById(accountId: string, id: string): Promise<boolean>;
  endSessions(accountId: string): Promise<void>;
}

export interface Session {
  readonly sha256: string;
  /** Names it in lists: says nothing about the cookie. */
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: EpochMs;
  /** Accurate to a minute at best. */
  readonly usedAt: EpochMs;
  /** Ends then unless it is used before. */
  readonly idleAt: EpochMs;
  /** Ends then at the latest. */
  readonly expiresAt: EpochMs;
  /** Address of the sign-in, as the log has it. */
  readonly from: string;
  /** What the browser called itself; empty when it did not. */
  readonly agent: string;
}

/**
 * What changed since a version: lets other processes hold keys and plans in memory and still act within a second.
 *
 * A version grows by one with every change of an account or a key; last use does not count.
 */
export interface ControlChanges {
  version(): Promise<number>;
  /** Accounts and keys changed after `version`, as they are now, and the version that this is. */
  changesSince(version: number): Promise<{ version: number; accounts: Account[]; keys: ApiKey[] }>;
}

/** Everything about who may do what. Adapters pass `describeControlStore`. */
export interface ControlStore
  extends AccountStore,
    KeyStore,
    SessionStore,
    LinkStore,
    OriginStore,
    SecondFactorStore,
    ControlChanges,
    EventStore {
  /** Deletes sessions, links and known origins that ended by `now`, and keys that are long dead (`isLongDead`). */
  sweep(now: EpochMs): Promise<void>;
}
