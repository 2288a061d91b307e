import { DAY_MS } from '@loadcast/core';
import type { StoreContents } from '../store-contents.js';
import type { Table } from './table-kind.js';

/** Requests of one key on one surface in one UTC hour. */
export interface UsageRecord {
  readonly accountId: string;
  readonly surface: string;
  readonly keyId: string;
  /** Start of the hour, epoch ms. */
  readonly hour: number;
  readonly used: number;
}

/** The requests of the last `USAGE_KEPT_MS`. */
export interface UsageLedger {
  /** Adds to the stored counts: several processes count the same key. A negative number takes back. */
  add(records: readonly UsageRecord[]): Promise<void>;
  /** Hours of an account from an instant on that have a request: newest first, at most `most`. */
  of(accountId: string, from: number, most: number): Promise<UsageRecord[]>;
  /** Deletes expired records. */
  sweep(now: number): Promise<void>;
}

/** Whole days, and the one under way. */
export const USAGE_KEPT_MS = 31 * DAY_MS;

export interface UsageRow {
  readonly account_id: string;
  readonly hour_at: number;
  readonly surface: string;
  readonly key_id: string;
  readonly used: number;
}

export const USAGE_TABLE: Table<UsageRow> = {
  table: 'usage_hour',
  columns: { account_id: 'text', hour_at: 'integer', surface: 'text', key_id: 'text', used: 'integer' },
  key: ['account_id', 'hour_at', 'surface', 'key_id'],
};

const ROWS_AT_A_TIME = 200;

/** Requests by hour in the tables of a store, the same on every engine. */
export function usageLedger(contents: StoreContents): UsageLedger {
  return {
    async add(records) {
      for (let from = 0; from < records.length; from += ROWS_AT_A_TIME) {
        await contents.execute([addition(records.slice(from, from + ROWS_AT_A_TIME))]);
      }
    },
    async of(accountId, from, most) {
      const rows = await contents.query<UsageRow>(
        `select * from usage_hour where account_id = ? and hour_at >= ? and used > 0
         order by hour_at desc, surface, key_id limit ${Math.floor(most)}`,
        [accountId, from],
      );
      return rows.map(({ surface, key_id, hour_at, used }) => ({
        accountId,
        surface,
        keyId: key_id,
        hour: hour_at,
        used,
      }));
    },
    sweep: (now) =>
      contents.execute([{ sql: 'delete from usage_hour where hour_at < ?', values: [now - USAGE_KEPT_MS] }]),
  };
}

function addition(records: readonly UsageRecord[]) {
  return {
    sql: `insert into usage_hour (account_id, hour_at, surface, key_id, used)
      values ${records.map(() => '(?, ?, ?, ?, ?)').join(', ')}
      on conflict (account_id, hour_at, surface, key_id) do update set used = usage_hour.used + excluded.used`,
    values: records.flatMap(({ accountId, hour, surface, keyId, used }) => [accountId, hour, surface, keyId, used]),
  };
}
