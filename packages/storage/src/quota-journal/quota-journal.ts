import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs, QuotaCounters, SurfaceId } from '@loadcast/core';
import {
  CounterTable,
  type QuotaCall,
  type QuotaReading,
  type QuotaUsage,
  type SubjectCounts,
} from '@loadcast/core/quota';
import { holdWriterLock } from '../sqlite/connection/writer-lock.js';
import { StoreError } from '../store-error.js';
import { JournalFile, syncFolderOf } from './journal-file.js';
import { journalLine } from './journal-line.js';

/** The journal's name in a data directory. */
export const QUOTA_FILE = 'quota.log';

/** A charge is in the kernel's hands this long after it was answered, at the latest twice that. */
const WRITE_MS = 40;
const SYNC_MS = 1_000;
/** After a failed write: a full disk is not helped by asking it all the time. */
const RETRY_MS = 1_000;
const COMPACT_MS = 3_600_000;
/** A journal this long is rewritten before its hour. */
const COMPACT_BYTES = 256 << 20;
/** Subjects written between two breaths of the event loop. */
const COMPACT_CHUNK = 2_000;

/** Counters of one process that survive it. */
export interface QuotaJournal extends QuotaCounters {
  charge(call: QuotaCall, now: EpochMs): QuotaReading;
  peek(call: QuotaCall, now: EpochMs): QuotaReading;
  refund(call: QuotaCall, chargedAt: EpochMs, now: EpochMs): QuotaReading;
  usage(accountId: string, surface: SurfaceId, now: EpochMs): QuotaUsage;
  /** Lines that were found damaged, and passed over, at opening. */
  readonly damagedLines: number;
  /** Why the last write or sync failed; undefined while all is well. Counting goes on meanwhile. */
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
  let file = JournalFile.open(path);
  const dirty = new Map<string, SubjectCounts>();
  let dirtySince = 0;
  let failure: Error | undefined;
  let retryAt = 0;
  let compacting: Map<string, SubjectCounts> | undefined;
  let lastNow = now;
  let syncing: Promise<void> | undefined;

  const table = new CounterTable((subject, counts) => {
    const at = performance.now();
    if (dirty.size === 0) dirtySince = at;
    dirty.set(subject, counts);
    compacting?.set(subject, counts);
    // The timer may be late when the process is busy: then the charge itself writes.
    if (at - dirtySince > WRITE_MS) write();
  });
  const damagedLines = file.read((subject, counts) => table.restore(subject, counts));
  table.sweep(now);

  const attempt = (work: () => void) => {
    try {
      work();
      failure = undefined;
    } catch (error) {
      // The counts stay dirty and are written with the next attempt.
      failure = error instanceof Error ? error : new Error(String(error));
      retryAt = performance.now() + RETRY_MS;
    }
  };

  function write(): void {
    if (dirty.size === 0) return;
    const at = performance.now();
    if (at < retryAt) return;
    dirtySince = at;
    attempt(() => {
      let text = '';
      for (const [subject, counts] of dirty) text += journalLine(subject, counts);
      file.append(text);
      dirty.clear();
    });
  }

  async function sync(): Promise<void> {
    syncing ??= file
      .sync()
      .catch((error: Error) => {
        failure = error;
      })
      .finally(() => {
        syncing = undefined;
      });
    await syncing;
  }

  async function compact(at: EpochMs): Promise<void> {
    if (compacting) return;
    const changed = new Map<string, SubjectCounts>();
    compacting = changed;
    let fresh: JournalFile | undefined;
    try {
      table.sweep(at);
      fresh = JournalFile.open(`${path}.new`, { empty: true });
      await copy(fresh);
      await fresh.sync();
      // From here without a pause, so that no charge falls between the files.
      let text = '';
      for (const [subject, counts] of changed) text += journalLine(subject, counts);
      fresh.append(text);
      fresh.syncNow();
      renameSync(`${path}.new`, path);
      syncFolderOf(path);
      const old = file;
      file = fresh;
      dirty.clear();
      await syncing;
      old.close();
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      if (fresh && fresh !== file) fresh.close();
    } finally {
      compacting = undefined;
    }
  }

  async function copy(fresh: JournalFile): Promise<void> {
    let text = '';
    let count = 0;
    for (const [subject, counts] of table.entries()) {
      text += journalLine(subject, counts);
      count += 1;
      if (count % COMPACT_CHUNK !== 0) continue;
      fresh.append(text);
      text = '';
      await new Promise((resolve) => setImmediate(resolve));
    }
    fresh.append(text);
  }

  const timers = [
    setInterval(write, WRITE_MS).unref(),
    setInterval(() => {
      void sync();
      if (file.size > COMPACT_BYTES) void compact(lastNow);
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
    failure: () => failure,
    get degraded() {
      return failure !== undefined;
    },
    compact,
    async close() {
      for (const timer of timers) clearInterval(timer);
      while (compacting) await new Promise((resolve) => setTimeout(resolve, 5));
      retryAt = 0;
      write();
      await sync();
      await sync();
      file.close();
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
