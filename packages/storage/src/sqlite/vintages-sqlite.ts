import type { Vintage } from '@loadcast/core';
import { assertVintage } from '@loadcast/core/series';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { addToTotals, crcOfTotals, NO_TOTALS } from '../codec/area-totals.js';
import {
  decodeHeader,
  decodeVintage,
  encodeVintage,
  HEADER_COLUMNS,
  type HeaderRow,
  VINTAGE_COLUMNS,
  type VintageRow,
} from '../codec/vintage-row.js';
import type { BulkVintageStore } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import type { Transactions } from './connection/transactions.js';
import type { RunLinksSqlite } from './run-links-sqlite.js';

/**
 * What reads ask. Nothing is available before it was issued: of the newest, later issues need not be looked at, and
 * what became available in a window is found by that alone. Headers are then read from the index that holds them whole.
 * A count is the total minus the later ones.
 */
export const VINTAGE_QUERIES = {
  newest: `select id, ${HEADER_COLUMNS} from vintage where area_id = ?1 and issued_at <= ?2 and available_at <= ?2
     order by issued_at desc limit 1`,
  issued: `select ${VINTAGE_COLUMNS} from vintage where area_id = ?1 and issued_at = ?2`,
  headers: `select ${HEADER_COLUMNS} from vintage where area_id = ?1 and issued_at in
       (select issued_at from vintage where area_id = ?1 and available_at >= ?2 and available_at < ?3)
     order by issued_at`,
  count: `select coalesce((select vintages from area where area_id = ?1), 0) - count(*) as vintages
     from vintage where area_id = ?1 and available_at > ?2`,
} as const;

/**
 * Vintages in SQLite, a row each. Headers are answered from their index alone; values are one compressed blob.
 *
 * @throws {StoreError} `corrupt`: fewer vintages are found than were written
 */
export function vintagesSqlite(
  database: DatabaseSyncInstance,
  transactions: Transactions,
  chains: RunLinksSqlite,
): BulkVintageStore {
  const keep = vintageWriter(database);
  const selectNewest = database.prepare(VINTAGE_QUERIES.newest);
  const selectIssued = database.prepare(VINTAGE_QUERIES.issued);
  const selectValues = database.prepare('select crc, payload from vintage where id = ?');
  const selectHeaders = database.prepare(VINTAGE_QUERIES.headers);
  const countAvailable = database.prepare(VINTAGE_QUERIES.count);

  return {
    async append(vintage) {
      assertVintage(vintage);
      return transactions.write(() => {
        const isKept = keep(vintage);
        if (isKept) chains.add(vintage);
        return isKept;
      });
    },

    async appendAll(vintages) {
      vintages.forEach(assertVintage);
      return transactions.write(() => vintages.filter(keep).length);
    },

    async newest(areaId, asOf) {
      return transactions.read(() => {
        const header: (HeaderRow & { id: number }) | undefined = selectNewest.get(areaId, asOf);
        if (!header) return undefined;
        const values: Pick<VintageRow, 'crc' | 'payload'> | undefined = selectValues.get(header.id);
        if (!values)
          throw new StoreError('corrupt', `the values of the newest vintage of ${areaId} are lost in the store`);
        return decodeVintage({ ...header, ...values });
      });
    },

    async issued(areaId, issuedAt) {
      return transactions.read(() => {
        const row: VintageRow | undefined = selectIssued.get(areaId, issuedAt);
        return row && decodeVintage(row);
      });
    },

    async headers(areaId, { start, end }) {
      return transactions.read(() => {
        const rows: HeaderRow[] = selectHeaders.all(areaId, start, end);
        return rows.map(decodeHeader);
      });
    },

    async links(areaId, { start, end }) {
      return transactions.read(() => chains.read(areaId, start, end));
    },

    async count(areaId, asOf) {
      return transactions.read(() => Number(countAvailable.get(areaId, asOf).vintages));
    },
  };
}

/** Writes a vintage and counts it, within a transaction; false for one that is there. */
function vintageWriter(database: DatabaseSyncInstance): (vintage: Vintage) => boolean {
  const selectIssue = database.prepare('select 1 from vintage where area_id = ? and issued_at = ?');
  const insertVintage = database.prepare(
    `insert into vintage (${VINTAGE_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectArea = database.prepare('select vintages, issued_sum, delay_sum from area where area_id = ?');
  const replaceArea = database.prepare('insert or replace into area values (?, ?, ?, ?, ?)');
  return (vintage) => {
    const { areaId, issuedAt } = vintage;
    if (selectIssue.get(areaId, issuedAt)) return false;
    insertVintage.run(...Object.values(encodeVintage(vintage)));
    const totals = addToTotals(selectArea.get(areaId) ?? NO_TOTALS, vintage);
    replaceArea.run(areaId, ...Object.values(totals), crcOfTotals(areaId, totals));
    return true;
  };
}
