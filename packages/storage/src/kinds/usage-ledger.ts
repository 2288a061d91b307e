import { DAY_MS } from '@loadcast/core';
import { type RecordOf, readRecords, slices, strictInsertion, tableOf } from '../codec/record-table.js';
import type { Statement, StoreContents } from '../store-contents.js';

export const USAGE_TABLE = tableOf({
  table: 'usage_hour',
  columns: { account_id: 'text', hour_at: 'integer', surface: 'text', key_id: 'text', used: 'integer' },
  key: ['account_id', 'hour_at', 'surface', 'key_id'],
});

/** Requests of one key on one surface in one UTC hour. */
export type UsageRecord = RecordOf<typeof USAGE_TABLE>;

/** The requests of the last `USAGE_KEPT_MS`. */
export interface UsageLedger {
  /** Adds to the stored counts: several processes count the same key. A negative number takes back. */
  add(records: readonly UsageRecord[]): Promise<void>;
  /** Hours of an account from an instant on that have a request: newest first, at most `most`. */
  of(accountId: string, from: number, most: number): Promise<UsageRecord[]>;
  sweep(now: number): Promise<void>;
}

/** Whole days, and the one under way. */
export const USAGE_KEPT_MS = 31 * DAY_MS;

/** Requests by hour in the tables of a store, the same on every engine. */
export function usageLedger(contents: StoreContents): UsageLedger {
  return {
    async add(records) {
      for (const slice of slices(records)) await contents.execute([addition(slice)]);
    },
    of: (accountId, from, most) =>
      readRecords(
        contents,
        USAGE_TABLE,
        `where account_id = ? and hour_at >= ? and used > 0
         order by hour_at desc, surface, key_id limit ${Math.floor(most)}`,
        [accountId, from],
      ),
    sweep: (now) =>
      contents.execute([{ sql: 'delete from usage_hour where hour_at < ?', values: [now - USAGE_KEPT_MS] }]),
  };
}

function addition(records: readonly UsageRecord[]): Statement {
  const { sql, values } = strictInsertion(USAGE_TABLE, records);
  const key = USAGE_TABLE.key.join(', ');
  return { sql: `${sql} on conflict (${key}) do update set used = usage_hour.used + excluded.used`, values };
}
