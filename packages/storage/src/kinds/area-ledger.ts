import { readRecords, strictInsertion, type Table } from '../codec/record-table.js';
import type { StoreContents } from '../store-contents.js';

/** An area that was added, as it was known from an instant on. */
export interface AreaRecord {
  readonly id: string;
  /** Epoch ms. A change is another record, and no record is replaced. */
  readonly knownAt: number;
  /** The code by which callers name it. */
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  /** The clock people live by, and the operator's. IANA names. */
  readonly timezone: string;
  readonly marketTimezone: string;
  /** The id of its holidays. */
  readonly calendar: string;
  /** The load source, and the id of its load there. */
  readonly source: string;
  readonly series: string;
  /** Series of its neighbors, separated by spaces. */
  readonly neighbours: string;
  /** The id of the area that it is a part of; null: of none. */
  readonly parent: string | null;
  /** From when on it is neither followed nor forecast, epoch ms; null: it is active. */
  readonly retiredAt: number | null;
  /** The account whose own it is, and which alone sees it; null: everyone sees it. */
  readonly accountId: string | null;
}

/** The areas that were added to a store. */
export interface AreaLedger {
  /** Keeps records. @throws where one with the same id and instant is there */
  add(records: readonly AreaRecord[]): Promise<void>;
  /** The records of an account, oldest first; of everyone when it is omitted. */
  list(accountId?: string): Promise<AreaRecord[]>;
}

export const AREA_TABLE: Table<AreaRecord> = {
  table: 'added_area',
  columns: {
    id: 'text',
    known_at: 'integer',
    code: 'text',
    name: 'text',
    kind: 'text',
    timezone: 'text',
    market_timezone: 'text',
    calendar: 'text',
    source: 'text',
    series: 'text',
    neighbours: 'text',
    parent: 'text?',
    retired_at: 'integer?',
    account_id: 'text?',
  },
  key: ['id', 'known_at'],
};

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
