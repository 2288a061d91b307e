import { DAY_MS } from '@loadcast/core';
import { insertion, readRecords, type Table } from '../codec/record-table.js';
import type { StoreContents } from '../store-contents.js';

/** One poll of a source: its start, its end and its outcome. */
export interface PollRecord {
  readonly source: string;
  /** Epoch ms. */
  readonly askedAt: number;
  readonly endedAt: number;
  /** `failed`: a part of the request did not come. */
  readonly outcome: 'ok' | 'failed';
  /** Why it failed; undefined when it did not. */
  readonly reason: string | undefined;
  readonly newHours: number;
  readonly restatedHours: number;
}

/** The polls of the last `POLLS_KEPT_MS`. */
export interface PollLedger {
  /** Keeps a poll, replacing one of the same source and instant, and drops expired ones. */
  add(poll: PollRecord): Promise<void>;
  /** Polls that started at or after an instant, oldest first. */
  since(instant: number): Promise<PollRecord[]>;
}

/** A year and a month: some 60,000 polls of one source. */
export const POLLS_KEPT_MS = 400 * DAY_MS;

export const POLL_TABLE: Table<Omit<PollRecord, 'reason'> & { readonly reason: string | null }> = {
  table: 'poll',
  columns: {
    source: 'text',
    asked_at: 'integer',
    ended_at: 'integer',
    outcome: 'text',
    reason: 'text?',
    new_hours: 'integer',
    restated_hours: 'integer',
  },
  key: ['source', 'asked_at'],
};

/** Polls in the tables of a store, the same on every engine. */
export function pollLedger(contents: StoreContents): PollLedger {
  return {
    add: (poll) =>
      contents.execute([
        insertion(POLL_TABLE, [{ ...poll, reason: poll.reason ?? null }]),
        { sql: 'delete from poll where asked_at < ?', values: [poll.askedAt - POLLS_KEPT_MS] },
      ]),
    async since(instant) {
      const from = Math.max(instant, Number.MIN_SAFE_INTEGER);
      const polls = await readRecords(contents, POLL_TABLE, 'where asked_at >= ? order by asked_at, source', [from]);
      return polls.map((poll) => ({ ...poll, reason: poll.reason ?? undefined }));
    },
  };
}
