import type { Account, ApiKey } from '@loadcast/core';
import { KnownAccount, KnownKey } from './known-key.js';
import type { LastUses } from './last-uses.js';

/** About 260 MB of keys and accounts; the key added first is dropped first. */
const MAX_KEYS = 500_000;
/** Digests that no key has. Past this number all of them are dropped. */
const MAX_UNKNOWN = 10_000;

/** Keys by digest, with their accounts, and digests that are known to belong to no key. */
export class KnownKeys {
  readonly #uses: LastUses;
  readonly #accounts = new Map<string, KnownAccount>();
  readonly #keys = new Map<string, KnownKey>();
  readonly #unknown = new Set<string>();

  constructor(uses: LastUses) {
    this.#uses = uses;
  }

  get size(): number {
    return this.#keys.size;
  }

  get(sha256: string): KnownKey | undefined {
    return this.#keys.get(sha256);
  }

  /** Whether the store said that no key has the digest, and no account or key changed since. */
  isUnknown(sha256: string): boolean {
    return this.#unknown.has(sha256);
  }

  add(sha256: string, key: ApiKey, account: Account): KnownKey {
    const known = new KnownKey(key, this.#owner(account), this.#uses);
    const oldest = this.#keys.size >= MAX_KEYS ? this.#keys.keys().next().value : undefined;
    if (oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.set(sha256, known);
    return known;
  }

  addUnknown(sha256: string): void {
    if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
    this.#unknown.add(sha256);
  }

  /** Takes over changed accounts and keys. Accounts and keys not in memory are read at their first use. */
  apply(changes: { readonly accounts: readonly Account[]; readonly keys: readonly ApiKey[] }): void {
    for (const account of changes.accounts) this.#accounts.get(account.id)?.update(account);
    for (const key of changes.keys) this.#keys.get(key.sha256)?.update(key);
    this.#unknown.clear();
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
