import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { checksum } from '../codec/checksum.js';
import { StoreError } from '../store-error.js';

/** Small tables that say what the large ones hold. */
const DIRECTORIES = ['meta', 'series', 'area'] as const;

/**
 * Looks over what a damaged file could silently hide: the directories of the store, and how many vintages each area has.
 * Takes milliseconds. The rows themselves carry checksums and are checked when they are read.
 *
 * @param file the store, as messages name it
 * @throws {StoreError} `corrupt`
 */
export function assertIntact(database: DatabaseSyncInstance, file: string): void {
  const refuse = (what: string): never => {
    throw new StoreError('corrupt', `${file} is damaged (${what}); restore a backup`);
  };
  for (const table of DIRECTORIES) {
    const { quick_check: verdict } = database.prepare(`pragma quick_check(${table})`).get();
    if (verdict !== 'ok') refuse(`table ${table}: ${verdict}`);
  }
  const found = new Map<string, number>();
  for (const { area_id, vintages } of database
    .prepare('select area_id, count(*) as vintages from vintage group by 1')
    .all()) {
    found.set(area_id, vintages);
  }
  for (const { area_id, vintages, crc } of database.prepare('select area_id, vintages, crc from area').all()) {
    if (checksum([area_id, vintages]) !== crc) refuse('the record of an area');
    if (found.get(area_id) !== vintages) refuse(`${found.get(area_id) ?? 0} of ${vintages} vintages of ${area_id}`);
    found.delete(area_id);
  }
  if (found.size > 0) refuse('vintages of an area without a record');
}
