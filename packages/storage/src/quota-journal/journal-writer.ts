import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { BudgetMap } from '@loadcast/core/budgets';
import type { SubjectCounts } from '@loadcast/core/quota';
import { sync } from '../sqlite/backup/backup.js';
import { JournalFile } from './journal-file.js';
import { journalLine } from './journal-line.js';

const openCounts = () => new BudgetMap<string, SubjectCounts>('unwritten_quotas');

/** A charge is in the kernel's hands this long after it was answered, at the latest twice that. */
export const WRITE_MS = 40;
/** After a failed write: a full disk is not helped by asking it all the time. */
const RETRY_MS = 1_000;
/** Subjects written between two turns of the event loop. */
const COMPACT_CHUNK = 2_000;

/** Writes counts to a journal as they change, and rewrites it without expired ones. */
export class JournalWriter {
  readonly #path: string;
  readonly #dirty = openCounts();
  #file: JournalFile;
  #dirtySince = 0;
  #failure: Error | undefined;
  #retryAt = 0;
  /** Counts that changed since a compaction began. */
  #changed: Map<string, SubjectCounts> | undefined;
  #syncing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#file = JournalFile.open(path);
  }

  get size(): number {
    return this.#file.size;
  }

  /** Why the last write or sync failed; undefined while all is well. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Reads the journal. @returns how many lines were damaged */
  read(take: (subject: string, counts: SubjectCounts) => void): number {
    return this.#file.read(take);
  }

  /** Takes new counts, to be written soon. */
  put(subject: string, counts: SubjectCounts): void {
    const at = performance.now();
    if (this.#dirty.size === 0) this.#dirtySince = at;
    this.#dirty.set(subject, counts);
    this.#changed?.set(subject, counts);
    // The timer may be late when the process is busy: then the charge itself writes.
    if (at - this.#dirtySince > WRITE_MS) this.write();
  }

  /** Writes what changed. After a failure the counts stay, and are written with the next attempt. */
  write(): void {
    const at = performance.now();
    if (this.#dirty.size === 0 || at < this.#retryAt) return;
    this.#dirtySince = at;
    try {
      this.#file.append(formatLines(this.#dirty));
      this.#dirty.clear();
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error);
      this.#retryAt = performance.now() + RETRY_MS;
    }
  }

  async sync(): Promise<void> {
    this.#syncing ??= this.#file
      .sync()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#syncing = undefined;
      });
    await this.#syncing;
  }

  /**
   * Rewrites the journal with these counts and what changes meanwhile. One at a time: another call does nothing.
   *
   * @param entries read while requests are counted
   */
  async compact(entries: Iterable<readonly [string, SubjectCounts]>): Promise<void> {
    if (this.#changed) return;
    this.#changed = openCounts();
    let fresh: JournalFile | undefined;
    try {
      fresh = JournalFile.open(`${this.#path}.new`, { empty: true });
      await copyTo(fresh, entries);
      await fresh.sync();
      await this.#replaceBy(fresh, this.#changed);
    } catch (error) {
      this.#fail(error);
      if (fresh && fresh !== this.#file) fresh.close();
    } finally {
      this.#changed = undefined;
    }
  }

  /** Runs without a pause from its first line to the rename, so that no charge falls between the files. */
  async #replaceBy(fresh: JournalFile, changed: ReadonlyMap<string, SubjectCounts>): Promise<void> {
    fresh.append(formatLines(changed));
    fresh.syncNow();
    renameSync(`${this.#path}.new`, this.#path);
    sync(dirname(this.#path));
    const old = this.#file;
    this.#file = fresh;
    this.#dirty.clear();
    await this.#syncing;
    old.close();
  }

  /** Waits for a compaction, then writes and syncs everything. */
  async close(): Promise<void> {
    while (this.#changed) await new Promise((resolve) => setTimeout(resolve, 5));
    this.#retryAt = 0;
    this.write();
    await this.sync();
    await this.sync();
    this.#file.close();
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof Error ? error : new Error(String(error));
  }
}

async function copyTo(file: JournalFile, entries: Iterable<readonly [string, SubjectCounts]>): Promise<void> {
  let text = '';
  let count = 0;
  for (const [subject, counts] of entries) {
    text += journalLine(subject, counts);
    count += 1;
    if (count % COMPACT_CHUNK !== 0) continue;
    file.append(text);
    text = '';
    await new Promise((resolve) => setImmediate(resolve));
  }
  file.append(text);
}

function formatLines(counts: ReadonlyMap<string, SubjectCounts>): string {
  let text = '';
  for (const [subject, each] of counts) text += journalLine(subject, each);
  return text;
}
