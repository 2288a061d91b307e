import type { SeriesKey } from '@loadcast/core';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { damagedSeries } from '../codec/block-row.js';
import { checksum } from '../codec/checksum.js';

/** What a series holds: how many blocks, and the chained checksum of them. */
export interface SeriesRow extends SeriesKey {
  readonly id: number;
  readonly blocks: number;
  readonly chain: number;
  readonly crc: number;
}

/** The records of series in SQLite: what each holds. All methods want a transaction around them. */
export function seriesRecordsSqlite(database: DatabaseSyncInstance) {
  // Table scans, not an index: there are a hundred rows, and a damaged index could hide one.
  const selectAll = database.prepare('select id, series, measure, blocks, chain, crc from series not indexed');
  const selectNamed = database.prepare(
    'select id, series, measure, blocks, chain, crc from series not indexed where series = ? and measure = ?',
  );
  const insert = database.prepare(
    'insert into series (id, series, measure, blocks, chain, crc) values (?, ?, ?, 0, 0, 0)',
  );
  const update = database.prepare('update series set blocks = ?, chain = ?, crc = ? where id = ?');
  const all = (): SeriesRow[] => selectAll.all().map(intact);
  return {
    /** @throws {StoreError} `corrupt`: a record is damaged */
    all,
    /** The record of a series. @throws {StoreError} as `all` */
    named({ series, measure }: SeriesKey): SeriesRow | undefined {
      const found: SeriesRow | undefined = selectNamed.get(series, measure);
      // Where none has the name its record may be the one that is damaged.
      if (!found) all();
      return found && intact(found);
    },
    /** A record of no blocks. */
    add({ series, measure }: SeriesKey, id: number): SeriesRow {
      insert.run(id, series, measure);
      return { id, series, measure, blocks: 0, chain: 0, crc: 0 };
    },
    update(row: SeriesRow): void {
      update.run(row.blocks, row.chain, computeCrc(row), row.id);
    },
  };
}

function intact(row: SeriesRow): SeriesRow {
  if (row.crc !== computeCrc(row)) throw damagedSeries(row, 'the record');
  return row;
}

function computeCrc({ id, series, measure, blocks, chain }: Omit<SeriesRow, 'crc'>): number {
  return checksum([id, series, measure, blocks, chain]);
}
