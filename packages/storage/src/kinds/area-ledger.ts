import { type RecordOf, readRecords, strictInsertion, tableOf } from '../codec/record-table.js';
import type { StoreContents } from '../store-contents.js';

export const AREA_TABLE = tableOf({
  table: 'added_area',
  columns: {
    id: 'text',
    /** Epoch ms. A change is another record, and no record is replaced. */
    known_at: 'integer',
    /** The code by which callers name it. */
    code: 'text',
    name: 'text',
    kind: 'text',
    /** The clock people live by, and the operator's. IANA names. */
    timezone: 'text',
    market_timezone: 'text',
    /** The id of its holidays. */
    calendar: 'text',
    /** The load source, and the id of its load there. */
    source: 'text',
    series: 'text',
    /** Series of its neighbors, separated by spaces. */
    neighbours: 'text',
    /** The id of the area that it is a part of; null: of none. */
    parent: 'text?',
    /** From when on it is neither followed nor forecast, epoch ms; null: it is active. */
    retired_at: 'integer?',
    /** The account whose own it is, and which alone sees it; null: everyone sees it. */
    account_id: 'text?',
  },
  key: ['id', 'known_at'],
});

/** An area that was added, as it was known from an instant on. */
export type AreaRecord = RecordOf<typeof AREA_TABLE>;

/** The areas that were added to a store. */
export interface AreaLedger {
  /** Keeps records. @throws where one with the same id and instant is there */
  add(records: readonly AreaRecord[]): Promise<void>;
  /** The records of an account, oldest first; of everyone when it is omitted. */
  list(accountId?: string): Promise<AreaRecord[]>;
}

/** Added areas in the tables of a store, the same on every engine. */
export function areaLedger(contents: StoreContents): AreaLedger {
  return {
    add: (records) => contents.execute([strictInsertion(AREA_TABLE, records)]),
    list: (accountId) =>
      accountId === undefined
        ? readRecords(contents, AREA_TABLE, 'order by known_at, id')
        : readRecords(contents, AREA_TABLE, 'where account_id = ? order by known_at, id', [accountId]),
  };
}
