import type { EpochMs } from '../time/instant.js';

/** The authenticator app of an account. */
export interface SecondFactor {
  /** Base 32, as apps take it, or sealed by the adapter's user. */
  readonly secret: string;
  /** Null until a code of it was shown: codes are not required before. */
  readonly confirmedAt: EpochMs | null;
}

/** Second factors of accounts and their recovery codes; of the codes only digests are kept. */
export interface SecondFactorStore {
  secondFactor(accountId: string): Promise<SecondFactor | undefined>;
  /** Keeps a secret that is not confirmed, in place of another that is not. @returns false when a confirmed one is there */
  offerSecondFactor(accountId: string, secret: string): Promise<boolean>;
  /** Confirms the secret with recovery codes in place of older ones. @returns false when there is none to be confirmed */
  confirmSecondFactor(accountId: string, at: EpochMs, codeDigests: readonly string[]): Promise<boolean>;
  removeSecondFactor(accountId: string): Promise<void>;
  /** Uses a time step, so that its code works once. @returns false when it or a later one was used */
  useTotpStep(accountId: string, step: number): Promise<boolean>;
  /** Uses a recovery code up. @returns false when the account has no such code */
  useRecoveryCode(accountId: string, sha256: string): Promise<boolean>;
  recoveryCodesLeft(accountId: string): Promise<number>;
  /** Accounts that have a secret, confirmed or not, in any order. */
  secondFactorAccounts(): Promise<string[]>;
  /** Keeps the same secret in another form. @returns false, and nothing is written, when the account has another secret */
  replaceSecret(accountId: string, from: string, to: string): Promise<boolean>;
}
