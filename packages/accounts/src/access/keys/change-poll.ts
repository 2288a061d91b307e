import type { ControlChanges } from '@loadcast/core';
import { withTimeout } from './with-timeout.js';

type Changes = Awaited<ReturnType<ControlChanges['changesSince']>>;

/** Follows the store's change counter, so that cached accounts and keys change with the store. */
export interface ChangePoll {
  /** The store's change counter at the last successful poll. */
  readonly version: number;
  /** Time since the start of the last successful poll. */
  readonly ageMs: number;
  readonly isRunning: boolean;
  /** Polls now, after a poll that is running. Never throws: without an answer `ageMs` keeps growing. */
  refresh(): Promise<void>;
  idle(): Promise<void>;
}

/**
 * @param onChanges receives what changed since the last poll
 * @param monotonicMs milliseconds that never step back
 */
export async function startChangePoll(
  store: ControlChanges,
  onChanges: (changes: Changes) => void,
  monotonicMs: () => number,
): Promise<ChangePoll> {
  let version = await store.version();
  let confirmedAt = monotonicMs();
  let running: Promise<void> | undefined;

  async function poll(): Promise<void> {
    const startedAt = monotonicMs();
    if ((await store.version()) !== version) {
      const changes = await store.changesSince(version);
      onChanges(changes);
      version = changes.version;
    }
    confirmedAt = startedAt;
  }

  return {
    get version() {
      return version;
    },
    get ageMs() {
      return monotonicMs() - confirmedAt;
    },
    get isRunning() {
      return running !== undefined;
    },
    async refresh() {
      // The running poll may have read the counter before the caller's change: another poll follows it.
      if (running) await running;
      running ??= withTimeout(poll()).catch(() => {});
      await running;
      running = undefined;
    },
    idle: async () => running,
  };
}
