import { performance } from 'node:perf_hooks';
import { type ControlStore, ServiceError } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import { type ChangePoll, startChangePoll } from './change-poll.js';
import type { KnownKey } from './known-key.js';
import { KnownKeys } from './known-keys.js';
import { createLastUses } from './last-uses.js';
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
