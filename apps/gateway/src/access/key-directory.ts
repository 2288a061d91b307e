import type { Account, ApiKey, ControlStore, EpochMs, Plan, SurfaceId } from '@loadcast/core';
import { findPlan, keyEndsAt, planOfAccount, ServiceError } from '@loadcast/core';
import type { Principal } from '@loadcast/formats';

/** Other processes' changes are looked for this often: they act well within a second. */
const POLL_MS = 250;
/** Known keys go on working this long without the store. */
const GRACE_MS = 5 * 60_000;
/** A store that has not answered by then is away. */
const LOOKUP_TIMEOUT_MS = 1_000;
/** Lookups at once; more are refused at once rather than queued for minutes. */
const MAX_LOOKUPS = 100;
/** About 260 MB of them; the one seen first goes first. */
const MAX_KNOWN = 500_000;
const MAX_UNKNOWN = 10_000;
/** Last use is kept to the minute. */
const TOUCH_MS = 60_000;

/** A key as the directory holds it. */
export interface KnownKey {
  /** The one who may pass at `now` on a surface, or undefined: revoked, expired, deleted or without a plan there. */
  principal(surface: SurfaceId, now: EpochMs): Principal | undefined;
}

/**
 * Verified keys and their accounts' plans, in memory.
 *
 * A key is looked up in the store when it is first seen and kept; a poll of the store's change counter keeps all of
 * them true. While the store is away, keys seen before work for five minutes more and others are `unavailable`.
 */
export interface KeyDirectory {
  /** A key seen before, without asking the store. Undefined says nothing about the key. */
  known(sha256: string): KnownKey | undefined;
  /**
   * Asks the store.
   *
   * @returns undefined when no such key was ever issued
   * @throws {ServiceError} unavailable
   */
  lookup(sha256: string): Promise<KnownKey | undefined>;
  /** Takes in what changed by now: call after a change made in this process. Never throws. */
  refresh(): Promise<void>;
  /** Whether the store answered lately. */
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
  readonly graceMs?: number;
}

export async function openKeyDirectory(options: KeyDirectoryOptions): Promise<KeyDirectory> {
  const { store, monotonicMs = () => performance.now(), pollMs = POLL_MS, graceMs = GRACE_MS } = options;
  const accounts = new Map<string, KnownAccount>();
  const keys = new Map<string, Entry>();
  const unknown = new Set<string>();
  const lookups = new Map<string, Promise<Entry | undefined>>();
  const uses = new Map<string, EpochMs>();
  let version = await store.version();
  let confirmedAt = monotonicMs();
  let refreshing: Promise<void> | undefined;

  const accountEntry = (account: Account): KnownAccount => {
    const entry = accounts.get(account.id);
    if (!entry) {
      const created = new KnownAccount(account);
      accounts.set(account.id, created);
      return created;
    }
    entry.update(account);
    return entry;
  };

  async function poll(): Promise<void> {
    const startedAt = monotonicMs();
    if ((await store.version()) !== version) {
      const changes = await store.changesSince(version);
      for (const account of changes.accounts) if (accounts.has(account.id)) accountEntry(account);
      for (const key of changes.keys) keys.get(key.sha256)?.update(key);
      unknown.clear();
      version = changes.version;
    }
    confirmedAt = startedAt;
  }

  async function refresh(): Promise<void> {
    // A poll under way may have read the counter before the change: wait for it, then look again.
    if (refreshing) await refreshing;
    refreshing ??= withTimeout(poll()).catch(() => {});
    await refreshing;
    refreshing = undefined;
  }

  async function read(sha256: string): Promise<Entry | undefined> {
    for (;;) {
      const before = version;
      const found = await store.keyBySha256(sha256);
      // A revocation that was polled while the row was on its way would be lost: read again.
      if (before !== version) continue;
      if (!found) {
        if (unknown.size >= MAX_UNKNOWN) unknown.clear();
        unknown.add(sha256);
        return undefined;
      }
      const entry = new Entry(found.key, accountEntry(found.account), uses);
      const oldest = keys.size >= MAX_KNOWN ? keys.keys().next().value : undefined;
      if (oldest !== undefined) keys.delete(oldest);
      keys.set(sha256, entry);
      return entry;
    }
  }

  const trusted = () => monotonicMs() - confirmedAt <= graceMs;
  const touch = async () => {
    if (uses.size === 0) return;
    const batch = new Map(uses);
    uses.clear();
    // A last use that is lost is written with the next one.
    await withTimeout(store.touchKeys(batch)).catch(() => {});
  };
  const pollTimer = setInterval(() => {
    if (!refreshing) void refresh();
  }, pollMs).unref();
  const touchTimer = setInterval(() => void touch(), TOUCH_MS / 2).unref();

  return {
    known: (sha256) => (trusted() ? keys.get(sha256) : undefined),
    async lookup(sha256) {
      if (trusted()) {
        const entry = keys.get(sha256);
        if (entry || unknown.has(sha256)) return entry;
      }
      const underWay = lookups.get(sha256);
      if (!underWay && lookups.size >= MAX_LOOKUPS) throw storeAway(new Error('too many lookups at once'));
      const lookup = underWay ?? read(sha256).finally(() => lookups.delete(sha256));
      if (!underWay) lookups.set(sha256, lookup);
      try {
        return await withTimeout(lookup);
      } catch (cause) {
        throw storeAway(cause);
      }
    },
    refresh,
    get healthy() {
      return monotonicMs() - confirmedAt <= Math.max(10 * pollMs, 3_000);
    },
    get size() {
      return keys.size;
    },
    async close() {
      clearInterval(pollTimer);
      clearInterval(touchTimer);
      await refreshing;
      await touch();
    },
  };
}

function storeAway(cause: unknown): ServiceError<'unavailable'> {
  const message = 'API keys cannot be checked at the moment. Retry in 5 seconds.';
  return new ServiceError('unavailable', message, { retryAfterSeconds: 5 }, { cause });
}

/** What is needed of an account at each request: a million of them fit in memory. */
class KnownAccount {
  readonly id: string;
  #a: Plan | undefined;
  #b: Plan | undefined;
  #c: Plan | undefined;
  /** Grows with each change of the account. */
  generation = 0;

  constructor(account: Account) {
    this.id = account.id;
    this.update(account);
  }

  update(account: Account): void {
    // A plan that this program does not know, written by a newer one, opens nothing.
    const isKnown = (surface: SurfaceId) => findPlan(surface, account.plans[surface] ?? '') !== undefined;
    const plan = (surface: SurfaceId) =>
      account.deletedAt === null && isKnown(surface) ? planOfAccount(account, surface) : undefined;
    this.#a = plan('a');
    this.#b = plan('b');
    this.#c = plan('c');
    this.generation += 1;
  }

  plan(surface: SurfaceId): Plan | undefined {
    return surface === 'a' ? this.#a : surface === 'b' ? this.#b : this.#c;
  }
}

class Entry implements KnownKey {
  readonly #id: string;
  #endsAt: EpochMs;
  readonly #owner: KnownAccount;
  readonly #uses: Map<string, EpochMs>;
  #a: Principal | undefined;
  #b: Principal | undefined;
  #c: Principal | undefined;
  #generation = -1;
  #touchedAt: EpochMs = Number.NEGATIVE_INFINITY;

  constructor(key: ApiKey, owner: KnownAccount, uses: Map<string, EpochMs>) {
    this.#id = key.id;
    this.#endsAt = keyEndsAt(key);
    this.#owner = owner;
    this.#uses = uses;
  }

  update(key: ApiKey): void {
    this.#endsAt = keyEndsAt(key);
  }

  principal(surface: SurfaceId, now: EpochMs): Principal | undefined {
    if (now >= this.#endsAt) return undefined;
    const principal = this.#principalOn(surface);
    if (principal && Math.abs(now - this.#touchedAt) >= TOUCH_MS) {
      this.#touchedAt = now;
      this.#uses.set(this.#id, now);
    }
    return principal;
  }

  #principalOn(surface: SurfaceId): Principal | undefined {
    if (this.#generation !== this.#owner.generation) {
      this.#generation = this.#owner.generation;
      this.#a = undefined;
      this.#b = undefined;
      this.#c = undefined;
    }
    switch (surface) {
      case 'a':
        this.#a ??= this.#make(surface);
        return this.#a;
      case 'b':
        this.#b ??= this.#make(surface);
        return this.#b;
      case 'c':
        this.#c ??= this.#make(surface);
        return this.#c;
    }
  }

  #make(surface: SurfaceId): Principal | undefined {
    const plan = this.#owner.plan(surface);
    return plan && { accountId: this.#owner.id, keyId: this.#id, plan };
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${LOOKUP_TIMEOUT_MS} ms`)), LOOKUP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
