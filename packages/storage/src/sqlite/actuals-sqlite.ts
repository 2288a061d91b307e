import { type ActualsStore, foldBlocks, type SeriesKey } from '@loadcast/core';
import { assertBatch, foldOnto } from '@loadcast/core/series';
import { encodeBatch } from '../codec/batch-row.js';
import { type BlockRow, chain, damagedSeries, encodeBlock, nameOf } from '../codec/block-row.js';
import { unpack } from '../codec/pack-row.js';
import type { Prepare } from './connection/statements.js';
import type { Transactions } from './connection/transactions.js';
import { BLOCKS_AFTER, type ChainedPack, packNext } from './packs-sqlite.js';
import { seriesRecordsSqlite } from './series-records-sqlite.js';

/**
 * Observations in SQLite. A block is one immutable row; what a series holds is stored twice, as its rows and by a count
 * and a chained checksum of them, so that a lost row is found and never read as an older value. Small blocks are packed as
 * they come, so that reading takes as long as there is much to read, not as it was often written.
 */
export function actualsSqlite(prepare: Prepare, transactions: Transactions): ActualsStore {
  const records = seriesRecordsSqlite(prepare);
  return {
    async append(batch) {
      assertBatch(batch);
      await transactions.write(() => {
        const insertBatch = prepare(
          'insert into batch (source, ingested_at, provenance, blocks, crc) values (?, ?, ?, ?, ?)',
        );
        const batchId = insertBatch.run(...Object.values(encodeBatch(batch))).lastInsertRowid;
        const insertBlock = prepare(
          `insert into observation_block (series_id, seq, batch_id, start_at, known, hours, crc, payload)
           values (?, ?, ?, ?, ?, ?, ?, ?)`,
        );
        const heads = new Map(records.all().map((row) => [nameOf(row), row]));
        const touched = new Set<string>();
        for (const block of batch.blocks) {
          const name = nameOf(block.key);
          const head = heads.get(name) ?? records.add(block.key, heads.size + 1);
          const row = encodeBlock(block.key, block, head.blocks + 1);
          insertBlock.run(head.id, row.seq, batchId, row.start_at, row.known, row.hours, row.crc, row.payload);
          heads.set(name, { ...head, blocks: row.seq, chain: chain(head.chain, row.crc) });
          touched.add(name);
        }
        for (const name of touched) {
          const head = heads.get(name)!;
          records.update(head);
          packNext(prepare, head);
        }
      });
    },

    async read(key, held = foldBlocks([])) {
      return transactions.read(() => {
        const head = records.named(key);
        if (!head) return held;
        const selectPacks = prepare(
          `select first_seq, last_seq, chain, crc, outline, payload from block_pack
           where series_id = ? and last_seq > ? order by last_seq`,
        );
        const packed: ChainedPack[] = selectPacks.all(head.id, held.blocks);
        const last = packed.at(-1) ?? { last_seq: held.blocks, chain: 0 };
        const rows: BlockRow[] = prepare(BLOCKS_AFTER).all(head.id, last.last_seq, -1);
        const blocks = unpack(key, held.blocks, head.blocks, packed, rows);
        // A read that starts in the middle has no checksum to start from.
        const hasChain = packed.length > 0 || held.blocks === 0;
        if (hasChain && rows.reduce((crc, row) => chain(crc, row.crc), last.chain) !== head.chain) {
          throw damagedSeries(key, 'the list of blocks');
        }
        return foldOnto(held, blocks);
      });
    },

    async keys() {
      return transactions.read(() =>
        records
          .all()
          .filter(({ blocks }) => blocks > 0)
          .map(({ series, measure }): SeriesKey => ({ series, measure }))
          .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      );
    },
  };
}
