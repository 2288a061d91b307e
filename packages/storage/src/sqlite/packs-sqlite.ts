import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type BlockRow, chain } from '../codec/block-row.js';
import { encodePack, PACK_BLOCKS, type PackRow } from '../codec/pack-row.js';
import type { SeriesRow } from './series-records-sqlite.js';

/** A pack, and the chained checksum of its series after its last block. */
type ChainedPack = PackRow & { readonly chain: number };

/** The packs of a series' blocks in SQLite. Both methods want a transaction around them. */
export function packsSqlite(database: DatabaseSyncInstance) {
  const selectAfter = database.prepare(
    `select first_seq, last_seq, chain, crc, outline, payload from block_pack
     where series_id = ? and last_seq > ? order by last_seq`,
  );
  const selectLast = database.prepare(
    'select last_seq, chain from block_pack where series_id = ? order by last_seq desc limit 1',
  );
  const selectNext = database.prepare(
    `select seq, start_at, known, hours, crc, payload from observation_block
     where series_id = ? and seq > ? order by seq limit ?`,
  );
  const insertPack = database.prepare(
    'insert into block_pack (series_id, last_seq, first_seq, chain, crc, outline, payload) values (?, ?, ?, ?, ?, ?, ?)',
  );
  return {
    /** Packs that reach beyond the first `held` blocks, ascending. */
    after: ({ id }: SeriesRow, held: number): ChainedPack[] => selectAfter.all(id, held),
    /** Packs the oldest blocks that are in no pack, when there are enough. */
    packNext(head: SeriesRow): void {
      const last: Pick<ChainedPack, 'last_seq' | 'chain'> = selectLast.get(head.id) ?? { last_seq: 0, chain: 0 };
      if (head.blocks - last.last_seq < PACK_BLOCKS) return;
      const rows: BlockRow[] = selectNext.all(head.id, last.last_seq, PACK_BLOCKS);
      const pack = encodePack(head, rows);
      const chained = rows.reduce((crc, row) => chain(crc, row.crc), last.chain);
      insertPack.run(head.id, pack.last_seq, pack.first_seq, chained, pack.crc, pack.outline, pack.payload);
    },
  };
}
