import type { ControlStore, EpochMs } from '@loadcast/core';
import { BudgetMap } from '@loadcast/core/budgets';

/** Checks of an e-mail before the password of an attempt is looked at. */
export interface SignInTarget {
  /** Undefined: the e-mail has no account. */
  readonly accountId: string | undefined;
  /** Whether a device or network of the account has this digest. */
  isKnown(digest: string, now: EpochMs): boolean | Promise<boolean>;
}

/**
 * Targets of sign-ins, each read once a second: of a flood of guesses at few e-mails nearly all are refused without a read of the
 * store. An e-mail without an account takes the same reads as one with.
 */
export interface SignInTargets {
  of(email: string, now: EpochMs): Promise<SignInTarget>;
  /** The store; its own writes are seen at once, another process's after a second. */
  readonly store: ControlStore;
}

/** How long a target may miss what another process wrote. */
const KEPT_MS = 1_000;
/** Origins of an account that are kept: of one with more, each that is not among them is looked up. */
const MOST_ORIGINS = 64;

interface CachedTarget {
  readonly readAt: EpochMs;
  readonly target: Promise<SignInTarget>;
}

export function createSignInTargets(store: ControlStore): SignInTargets {
  const kept = new BudgetMap<string, CachedTarget>('sign_in_targets');
  return {
    store: forgetting(store, () => kept.clear()),
    of(email, now) {
      const known = kept.get(email);
      if (known && Math.abs(now - known.readAt) < KEPT_MS) return known.target;
      const read = { readAt: now, target: readTarget(store, email, now) };
      kept.set(email, read);
      read.target.catch(() => kept.get(email) === read && kept.delete(email));
      return read.target;
    },
  };
}

async function readTarget(store: ControlStore, email: string, now: EpochMs): Promise<SignInTarget> {
  const accountId = (await store.accountByEmail(email))?.id;
  const origins = new Set(await store.originsOf(accountId ?? '', MOST_ORIGINS, now));
  const isWhole = origins.size < MOST_ORIGINS;
  return {
    accountId,
    isKnown: (digest, at) => origins.has(digest) || (!isWhole && store.isKnownOrigin(accountId ?? '', [digest], at)),
  };
}

/** The store, with a call after each write that changes a target. */
function forgetting(store: ControlStore, forget: () => void): ControlStore {
  const then =
    <A extends unknown[], R>(write: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      write.call(store, ...given).finally(forget);
  return {
    ...store,
    createAccount: then(store.createAccount),
    deleteAccount: then(store.deleteAccount),
    setPasswordHash: then(store.setPasswordHash),
    createSession: then(store.createSession),
    keepOrigin: then(store.keepOrigin),
  };
}
