import type { SeriesKey } from '@loadcast/core';
import { damagedSeries } from '../codec/block-row.js';
import { checksum } from '../codec/checksum.js';
import type { Prepare } from './connection/statements.js';

/** What a series holds: how many blocks, and the chained checksum of them. */
export interface SeriesRow extends SeriesKey {
  readonly id: number;
  readonly blocks: number;
  readonly chain: number;
  readonly crc: number;
}

/** Table scans, not an index: there are a hundred rows, and a damaged index could hide one. */
const SELECT = 'select id, series, measure, blocks, chain, crc from series not indexed';

/** The records of series in SQLite: what each holds. All methods want a transaction around them. */
export function seriesRecordsSqlite(prepare: Prepare) {
  const all = (): SeriesRow[] => prepare(SELECT).all().map(intact);
  return {
    /** @throws {StoreError} `corrupt`: a record is damaged */
    all,
    /** The record of a series. @throws {StoreError} as `all` */
    named({ series, measure }: SeriesKey): SeriesRow | undefined {
      const select = prepare(`${SELECT} where series = ? and measure = ?`);
      const found: SeriesRow | undefined = select.get(series, measure);
      // Where none has the name its record may be the one that is damaged.
      if (!found) all();
      return found && intact(found);
    },
    /** A record of no blocks. */
    add({ series, measure }: SeriesKey, id: number): SeriesRow {
      const insert = prepare('insert into series (id, series, measure, blocks, chain, crc) values (?, ?, ?, 0, 0, 0)');
      insert.run(id, series, measure);
      return { id, series, measure, blocks: 0, chain: 0, crc: 0 };
    },
    update(row: SeriesRow): void {
      const update = prepare('update series set blocks = ?, chain = ?, crc = ? where id = ?');
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
