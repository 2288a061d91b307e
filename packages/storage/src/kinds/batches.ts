import type { Measure, ObservationBatch, SeriesKey } from '@loadcast/core';
import { type BatchRow, decodeBatch } from '../codec/batch-row.js';
import { type BlockRow, decodeBlock, nameOf } from '../codec/block-row.js';
import { bytesOf, checksum } from '../codec/checksum.js';
import { assertPack, type PackRow } from '../codec/pack-row.js';
import type { StoredKind } from './stored-kind.js';

type BatchBlockRow = BlockRow & { readonly series: string; readonly measure: Measure };
type SeriesPackRow = PackRow & SeriesKey & { readonly series_id: number };

const NEXT_BATCH = 'select * from batch where id > ? order by id limit 1';
const BLOCKS_OF_BATCH = `
  select series, measure, seq, start_at, known, hours, observation_block.crc, payload
  from observation_block join series on series.id = series_id where batch_id = ? order by series_id, seq`;
const NEXT_PACK = `
  select series_id, series, measure, first_seq, last_seq, block_pack.crc, outline, payload
  from block_pack join series on series.id = series_id
  where (series_id, last_seq) > (?, ?) order by series_id, last_seq limit 1`;
const BLOCKS_OF_PACK = `
  select seq, start_at, known, hours, crc, payload from observation_block
  where series_id = ? and seq between ? and ? order by seq`;

/**
 * Batches of observations, in the order in which they were written. No plain table: a batch is a row with its blocks, each
 * engine numbers series in its own way, and runs of blocks are packed once more for quick reading.
 */
export const BATCHES: StoredKind<ObservationBatch> = {
  table: 'batch',
  tables: ['block_pack', 'observation_block', 'batch', 'series'],
  isSeeded: false,
  groupSize: 1,

  // A batch and its blocks are written in one transaction and never changed, so they can be read one after the other.
  async *read(source) {
    for (let id = 0; ; ) {
      const [row] = await source.query<BatchRow & { id: number }>(NEXT_BATCH, [id]);
      if (!row) return;
      id = row.id;
      const blocks = await source.query<BatchBlockRow>(BLOCKS_OF_BATCH, [id]);
      yield decodeBatch(
        row,
        blocks.map((block) => {
          const key = { series: block.series, measure: block.measure };
          return { ...decodeBlock(key, block), key };
        }),
      );
    }
  },

  digest: digestOfBatch,

  async write(store, batches) {
    for (const batch of batches) await store.actuals.append(batch);
  },

  async assertDerived(source) {
    for (let last = { series_id: 0, last_seq: 0 }; ; ) {
      const [pack] = await source.query<SeriesPackRow>(NEXT_PACK, [last.series_id, last.last_seq]);
      if (!pack) return;
      const blocks = await source.query<BlockRow>(BLOCKS_OF_PACK, [pack.series_id, pack.first_seq, pack.last_seq]);
      assertPack(pack, pack, blocks);
      last = pack;
    }
  },
};

/** Blocks of different series have no order within a batch. */
function digestOfBatch({ source, ingestedAt, provenance, blocks }: ObservationBatch, position: number): number {
  const ofSeries = new Map<string, number>();
  for (const { key, start, values, known } of blocks) {
    const name = nameOf(key);
    const fields = [ofSeries.get(name) ?? 0, start, JSON.stringify(known)];
    ofSeries.set(name, checksum(fields, bytesOf(values)));
  }
  const series = [...ofSeries].sort(([a], [b]) => (a < b ? -1 : 1));
  return checksum([position, source, ingestedAt, JSON.stringify(provenance), JSON.stringify(series)]);
}
