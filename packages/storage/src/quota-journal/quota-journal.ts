import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs, QuotaCounters } from '@loadcast/core';
import { BudgetMap } from '@loadcast/core/budgets';
import { CounterTable } from '@loadcast/core/quota';
import { holdWriterLock } from '../sqlite/connection/writer-lock.js';
import { StoreError } from '../store-error.js';
import { JournalWriter, WRITE_MS } from './journal-writer.js';

/** The journal's name in a data directory. */
export const QUOTA_FILE = 'quota.log';

const SYNC_MS = 1_000;
const COMPACT_MS = 3_600_000;
/** A journal this long is rewritten before its hour. */
const COMPACT_BYTES = 256 << 20;

/** Counters of one process that survive it. */
export interface QuotaJournal extends Pick<CounterTable, keyof QuotaCounters> {
  /** Lines that were found damaged, and passed over, at opening. */
  readonly damagedLines: number;
  /** Why the last write or sync failed; undefined while all is well. Counting continues meanwhile. */
  failure(): Error | undefined;
  /** Whether counts made now might be lost: the last write or sync failed. */
  readonly degraded: boolean;
  /** Rewrites the journal with today's and yesterday's counts only. Runs by itself each hour. */
  compact(now: EpochMs): Promise<void>;
  /** Writes and syncs everything: nothing is lost. */
  close(): Promise<void>;
}

/**
 * Opens the counters kept in a data directory. One process at a time.
 *
 * Checking and adding happen at once, in memory. A process that is killed loses the last 100 ms of counts at most, a power
 * loss the last second, a close nothing.
 *
 * @param now epoch ms: counts older than yesterday are dropped
 * @throws {StoreError} `in_use`: another process counts here
 */
export function openQuotaJournal(dataDir: string, now: EpochMs): QuotaJournal {
  const path = join(dataDir, QUOTA_FILE);
  const release = lockFor(path);
  rmSync(`${path}.new`, { force: true });
  const writer = new JournalWriter(path);
  const table = new CounterTable(new BudgetMap('counted_accounts'), (subject, counts) => writer.put(subject, counts));
  const damagedLines = writer.read((subject, counts) => table.restore(subject, counts));
  table.sweep(now);
  let lastNow = now;

  async function compact(at: EpochMs): Promise<void> {
    table.sweep(at);
    await writer.compact(table.entries());
  }

  const timers = [
    setInterval(() => writer.write(), WRITE_MS).unref(),
    setInterval(() => {
      void writer.sync();
      if (writer.size > COMPACT_BYTES) void compact(lastNow);
    }, SYNC_MS).unref(),
    setInterval(() => void compact(lastNow), COMPACT_MS).unref(),
  ];

  return {
    charge(call, at) {
      lastNow = at;
      return table.charge(call, at);
    },
    peek: (call, at) => table.peek(call, at),
    refund: (call, chargedAt, at) => table.refund(call, chargedAt, at),
    usage: (accountId, surface, at) => table.usage(accountId, surface, at),
    damagedLines,
    failure: () => writer.failure,
    get degraded() {
      return writer.failure !== undefined;
    },
    compact,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await writer.close();
      release();
    },
  };
}

/** @throws {StoreError} `in_use` */
function lockFor(path: string): () => void {
  try {
    return holdWriterLock(path);
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== 'in_use') throw error;
    throw new StoreError('in_use', `${error.message}. Gateways that share accounts share quotas through REDIS_URL`);
  }
}
