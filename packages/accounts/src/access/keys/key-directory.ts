import { performance } from 'node:perf_hooks';
import { type Account, type ApiKey, type ControlStore, ServiceError } from '@loadcast/core';
import { BUDGETS, BudgetMap, watchBudget } from '@loadcast/core/budgets';
import { type ChangePoll, startChangePoll } from './change-poll.js';
import { KnownAccount, KnownKey } from './known-key.js';
import { createLastUses, type LastUses } from './last-uses.js';
import { withTimeout } from './with-timeout.js';

/** Changes made by other processes are polled for this often, so that they take effect within a second. */
const POLL_MS = 750;
/** Known keys are accepted this long after the store's last answer. */
const GRACE_MS = 5 * 60_000;
const WRITE_USES_MS = 30_000;

/**
 * Keys and the plans of their accounts, in memory.
 *
 * A key is read from the store when it is first used and held; a poll of the store's change counter keeps it up to
 * date. While the store is unavailable, held keys are accepted for five minutes and others are `unavailable`.
 */
export interface KeyDirectory {
  /** A key held in memory. Undefined means that `lookup` must be asked. */
  known(sha256: string): KnownKey | undefined;
  /**
   * Reads the store unless the answer is in memory.
   *
   * @returns undefined when no key has the digest
   * @throws {ServiceError} unavailable
   */
  lookup(sha256: string): Promise<KnownKey | undefined>;
  /** Polls for changes now: call after a change made in this process. Never throws. */
  refresh(): Promise<void>;
  /** Whether the store answered recently. */
  readonly healthy: boolean;
  readonly size: number;
  /** Writes last uses and stops. */
  close(): Promise<void>;
}

export interface KeyDirectoryOptions {
  readonly store: ControlStore;
  /** Milliseconds that never step back. */
  readonly monotonicMs?: () => number;
  readonly pollMs?: number;
}

export async function openKeyDirectory(options: KeyDirectoryOptions): Promise<KeyDirectory> {
  const { store, monotonicMs = () => performance.now(), pollMs = POLL_MS } = options;
  const uses = createLastUses(store);
  const keys = new KnownKeys(uses);
  const poll = await startChangePoll(store, (changes) => keys.apply(changes), monotonicMs);
  const readOnce = createReadOnce((sha256) => readKey(sha256, store, keys, poll));
  const isCurrent = () => poll.ageMs <= GRACE_MS;
  const pollTimer = setInterval(() => {
    if (!poll.isRunning) void poll.refresh();
  }, pollMs).unref();
  const usesTimer = setInterval(() => void uses.write(), WRITE_USES_MS).unref();

  return {
    known: (sha256) => (isCurrent() ? keys.get(sha256) : undefined),
    async lookup(sha256) {
      if (isCurrent()) {
        const known = keys.get(sha256);
        if (known || keys.unknown.has(sha256)) return known;
      }
      return readOnce(sha256);
    },
    refresh: () => poll.refresh(),
    get healthy() {
      return poll.ageMs <= Math.max(10 * pollMs, 3_000);
    },
    get size() {
      return keys.size;
    },
    async close() {
      clearInterval(pollTimer);
      clearInterval(usesTimer);
      await poll.idle();
      await uses.write();
    },
  };
}

async function readKey(
  sha256: string,
  store: ControlStore,
  keys: KnownKeys,
  poll: ChangePoll,
): Promise<KnownKey | undefined> {
  for (;;) {
    const before = poll.version;
    const found = await store.keyBySha256(sha256);
    // A poll that ran meanwhile may have had a newer state of this key and found no entry to update: read again.
    if (before !== poll.version) continue;
    if (found) return keys.add(sha256, found.key, found.account);
    keys.unknown.set(sha256, true);
    return undefined;
  }
}

/** Reads each digest once at a time, few digests at a time, and gives up after the store's timeout. */
function createReadOnce(read: (sha256: string) => Promise<KnownKey | undefined>) {
  const running = new Map<string, Promise<KnownKey | undefined>>();
  watchBudget('key_lookups', running, ({ size }) => size);
  const start = (sha256: string) => {
    if (running.size >= BUDGETS.key_lookups.bound) throw new Error('too many lookups at once');
    const reading = read(sha256).finally(() => running.delete(sha256));
    running.set(sha256, reading);
    return reading;
  };
  return async (sha256: string): Promise<KnownKey | undefined> => {
    try {
      return await withTimeout(running.get(sha256) ?? start(sha256));
    } catch (cause) {
      const message = 'API keys cannot be checked at the moment. Retry in 5 seconds.';
      throw new ServiceError('unavailable', message, { retryAfterSeconds: 5 }, { cause });
    }
  };
}

/** Keys by digest, with their accounts, and digests that are known to belong to no key. */
export class KnownKeys {
  readonly #uses: LastUses;
  readonly #mostKeys: number;
  readonly #accounts = new Map<string, KnownAccount>();
  readonly #keys = new Map<string, KnownKey>();
  /** Digests of which the store said that no key has them, and no account or key changed since. */
  readonly unknown = new BudgetMap<string, true>('unknown_keys');

  constructor(uses: LastUses, mostKeys: number = BUDGETS.known_keys.bound) {
    this.#uses = uses;
    this.#mostKeys = mostKeys;
    watchBudget('known_keys', this, (keys) => Math.max(keys.#keys.size, keys.#accounts.size), mostKeys);
  }

  get size(): number {
    return this.#keys.size;
  }

  get(sha256: string): KnownKey | undefined {
    return this.#keys.get(sha256);
  }

  add(sha256: string, key: ApiKey, account: Account): KnownKey {
    this.#drop(sha256);
    const oldest = this.#keys.size >= this.#mostKeys ? this.#keys.keys().next().value : undefined;
    if (oldest !== undefined) this.#drop(oldest);
    const known = new KnownKey(key, this.#owner(account), this.#uses);
    known.owner.keys++;
    this.#keys.set(sha256, known);
    return known;
  }

  /** Drops a key, and its account with its last key. */
  #drop(sha256: string): void {
    const owner = this.#keys.get(sha256)?.owner;
    if (!owner) return;
    this.#keys.delete(sha256);
    owner.keys--;
    if (owner.keys === 0) this.#accounts.delete(owner.id);
  }

  /** Takes over changed accounts and keys. Accounts and keys not in memory are read at their first use. */
  apply(changes: { readonly accounts: readonly Account[]; readonly keys: readonly ApiKey[] }): void {
    for (const account of changes.accounts) this.#accounts.get(account.id)?.update(account);
    for (const key of changes.keys) this.#keys.get(key.sha256)?.update(key);
    this.unknown.clear();
  }

  #owner(account: Account): KnownAccount {
    const held = this.#accounts.get(account.id);
    if (held) {
      held.update(account);
      return held;
    }
    const owner = new KnownAccount(account);
    this.#accounts.set(account.id, owner);
    return owner;
  }
}
