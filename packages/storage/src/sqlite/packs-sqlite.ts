import { type BlockRow, chain } from '../codec/block-row.js';
import { encodePack, PACK_BLOCKS, type PackRow } from '../codec/pack-row.js';
import type { Prepare } from './connection/statements.js';
import type { SeriesRow } from './series-records-sqlite.js';

/** A pack, and the chained checksum of its series after its last block. */
export type ChainedPack = PackRow & { readonly chain: number };

/** Blocks of a series after a number, at most so many; -1: all. */
export const BLOCKS_AFTER = `select seq, start_at, known, hours, crc, payload from observation_block
  where series_id = ? and seq > ? order by seq limit ?`;

/** Packs the oldest blocks that are in no pack, when there are enough. Wants a transaction around it. */
export function packNext(prepare: Prepare, head: SeriesRow): void {
  const selectLast = prepare(
    'select last_seq, chain from block_pack where series_id = ? order by last_seq desc limit 1',
  );
  const last: Pick<ChainedPack, 'last_seq' | 'chain'> = selectLast.get(head.id) ?? { last_seq: 0, chain: 0 };
  if (head.blocks - last.last_seq < PACK_BLOCKS) return;
  const rows: BlockRow[] = prepare(BLOCKS_AFTER).all(head.id, last.last_seq, PACK_BLOCKS);
  const pack = encodePack(head, rows);
  const chained = rows.reduce((crc, row) => chain(crc, row.crc), last.chain);
  prepare(
    'insert into block_pack (series_id, last_seq, first_seq, chain, crc, outline, payload) values (?, ?, ?, ?, ?, ?, ?)',
  ).run(head.id, pack.last_seq, pack.first_seq, chained, pack.crc, pack.outline, pack.payload);
}
