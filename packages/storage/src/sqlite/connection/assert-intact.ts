import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type AreaTotals, crcOfTotals, NO_TOTALS, sameTotals, TOTALS_MODULUS } from '../../codec/area-totals.js';
import { StoreError } from '../../store-error.js';
import { onOneState } from './transactions.js';

/** Small tables that say what the large ones hold. */
const DIRECTORIES = ['meta', 'series', 'area'] as const;

/** The indexes that headers are read from; a damaged entry of either would hide a vintage. */
const INDEXES = ['vintage_header', 'vintage_available'] as const;

/** Reads an index alone, not the payloads. */
const sumVintages = (index: (typeof INDEXES)[number]) => `
  select area_id, count(*) as vintages, sum(issued_at % ${TOTALS_MODULUS}) as issued_sum,
    sum((available_at - issued_at) % ${TOTALS_MODULUS}) as delay_sum
  from vintage indexed by ${index} group by area_id`;

type AreaRow = AreaTotals & { readonly area_id: string; readonly crc: number };

/**
 * Looks over what a damaged file could silently hide: the directories of the store, and what the vintages of each area add
 * up to. Takes milliseconds per 100,000 vintages. The rows themselves carry checksums and are checked when they are read.
 *
 * @param file the store, as messages name it
 * @throws {StoreError} `corrupt`
 */
export function assertIntact(database: DatabaseSyncInstance, file: string): void {
  onOneState(database, () => lookOver(database, file));
}

function lookOver(database: DatabaseSyncInstance, file: string): void {
  const refuse = (what: string): never => {
    throw new StoreError('corrupt', `${file} is damaged (${what}); restore a backup`);
  };
  for (const table of DIRECTORIES) {
    const { quick_check: verdict } = database.prepare(`pragma quick_check(${table})`).get();
    if (verdict !== 'ok') refuse(`table ${table}`);
  }
  const records: AreaRow[] = database.prepare('select area_id, vintages, issued_sum, delay_sum, crc from area').all();
  for (const { area_id, crc, ...totals } of records)
    if (crcOfTotals(area_id, totals) !== crc) refuse('the record of an area');
  for (const index of INDEXES) {
    const found = new Map<string, AreaTotals>();
    for (const row of database.prepare(sumVintages(index)).all()) found.set(row.area_id, row);
    for (const { area_id, ...totals } of records) {
      if (!sameTotals(found.get(area_id) ?? NO_TOTALS, totals))
        refuse(`the vintages of ${area_id} are not those written`);
      found.delete(area_id);
    }
    if (found.size > 0) refuse('vintages of an area without a record');
  }
}
