import type { Vintage } from '@loadcast/core';
import { assertVintage } from '@loadcast/core/series';
import { addToTotals, crcOfTotals, NO_TOTALS } from '../codec/area-totals.js';
import {
  decodeHeader,
  decodeVintage,
  encodeVintage,
  HEADER_COLUMNS,
  type HeaderRow,
  VINTAGE_COLUMNS,
} from '../codec/vintage-row.js';
import { addLink, LINK_QUERIES, linkOfRow } from '../kinds/run-links.js';
import type { BulkVintageStore } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import type { Prepare } from './connection/statements.js';
import type { Transactions } from './connection/transactions.js';
import { runSteps } from './run-links-sqlite.js';

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

const INSERT_VINTAGE = `insert into vintage (${VINTAGE_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Vintages in SQLite, a row each. Headers are answered from their index alone; values are one compressed blob.
 *
 * @throws {StoreError} `corrupt`: fewer vintages are found than were written
 */
export function vintagesSqlite(prepare: Prepare, transactions: Transactions): BulkVintageStore {
  const keep = (vintage: Vintage): boolean => keepVintage(prepare, vintage);
  return {
    async append(vintage) {
      assertVintage(vintage);
      return transactions.write(() => {
        const isKept = keep(vintage);
        if (isKept) runSteps(prepare, addLink(vintage));
        return isKept;
      });
    },

    async appendAll(vintages) {
      vintages.forEach(assertVintage);
      return transactions.write(() => vintages.filter(keep).length);
    },

    async newest(areaId, asOf) {
      return transactions.read(() => {
        const header: (HeaderRow & { id: number }) | undefined = prepare(VINTAGE_QUERIES.newest).get(areaId, asOf);
        if (!header) return undefined;
        const values = prepare('select crc, payload from vintage where id = ?').get(header.id);
        if (!values)
          throw new StoreError('corrupt', `the values of the newest vintage of ${areaId} are lost in the store`);
        return decodeVintage({ ...header, ...values });
      });
    },

    async issued(areaId, issuedAt) {
      return transactions.read(() => prepare(VINTAGE_QUERIES.issued).all(areaId, issuedAt).map(decodeVintage)[0]);
    },

    async headers(areaId, { start, end }) {
      return transactions.read(() => prepare(VINTAGE_QUERIES.headers).all(areaId, start, end).map(decodeHeader));
    },

    async links(areaId, { start, end }) {
      return transactions.read(() => prepare(LINK_QUERIES.issued).all(areaId, start, end).map(linkOfRow));
    },

    async count(areaId, asOf) {
      return transactions.read(() => Number(prepare(VINTAGE_QUERIES.count).get(areaId, asOf).vintages));
    },
  };
}

/** Writes a vintage and counts it, within a transaction; false for one that is there. */
function keepVintage(prepare: Prepare, vintage: Vintage): boolean {
  const { areaId, issuedAt } = vintage;
  if (prepare('select 1 from vintage where area_id = ? and issued_at = ?').get(areaId, issuedAt)) return false;
  prepare(INSERT_VINTAGE).run(...Object.values(encodeVintage(vintage)));
  const selectArea = prepare('select vintages, issued_sum, delay_sum from area where area_id = ?');
  const totals = addToTotals(selectArea.get(areaId) ?? NO_TOTALS, vintage);
  const replaceArea = prepare('insert or replace into area values (?, ?, ?, ?, ?)');
  replaceArea.run(areaId, ...Object.values(totals), crcOfTotals(areaId, totals));
  return true;
}
