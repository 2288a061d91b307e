import type { Account, ApiKey } from '@loadcast/core';
import { BUDGETS, BudgetMap, watchBudget } from '@loadcast/core/budgets';
import { KnownAccount, KnownKey } from './known-key.js';
import type { LastUses } from './last-uses.js';

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
