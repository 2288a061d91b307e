import type { Measure, ObservationBatch, Vintage } from '@loadcast/core';
import { Kysely } from 'kysely';
import type { ControlTables } from '../accounts/control-tables.js';
import { type BatchRow, decodeBatch } from '../codec/batch-row.js';
import { type BlockRow, decodeBlock } from '../codec/block-row.js';
import { decodeVintage, type VintageRow } from '../codec/vintage-row.js';
import { controlContents } from '../control-rows.js';
import type { BulkVintageStore, StoreContents } from '../store-contents.js';
import { type SharedDatabase, sqliteDialect } from './kysely-dialect.js';
import type { Transactions } from './transactions.js';

type BatchBlockRow = BlockRow & { readonly series: string; readonly measure: Measure };

/**
 * All that a SQLite store holds. Each row is a read of its own, so writers are never held up; what is written meanwhile
 * comes at the end or not at all.
 */
export function contentsSqlite(
  shared: SharedDatabase,
  transactions: Transactions,
  bulk: BulkVintageStore,
): StoreContents {
  const { database } = shared;
  const selectCounts = database.prepare(
    `select (select count(*) from batch) as batches, (select count(*) from vintage) as vintages,
       (select count(*) from account) as accounts`,
  );
  const selectBatch = database.prepare('select * from batch where id > ? order by id limit 1');
  const selectBlocks = database.prepare(
    `select series, measure, seq, start_at, known, hours, observation_block.crc, payload
     from observation_block join series on series.id = series_id where batch_id = ? order by series_id, seq`,
  );
  const selectVintage = database.prepare(
    'select * from vintage where (area_id, issued_at) > (?, ?) order by area_id, issued_at limit 1',
  );

  return {
    async counts() {
      return transactions.read(() => ({ ...selectCounts.get() }));
    },

    async *batches() {
      let id = 0;
      for (;;) {
        const batch = transactions.read((): ObservationBatch | undefined => {
          const row: (BatchRow & { id: number }) | undefined = selectBatch.get(id);
          if (!row) return undefined;
          id = row.id;
          const blocks: BatchBlockRow[] = selectBlocks.all(id);
          return decodeBatch(
            row,
            blocks.map((block) => {
              const key = { series: block.series, measure: block.measure };
              return { ...decodeBlock(key, block), key };
            }),
          );
        });
        if (!batch) return;
        yield batch;
      }
    },

    async *vintages() {
      let vintage: Vintage | undefined;
      for (;;) {
        vintage = transactions.read((): Vintage | undefined => {
          const row: VintageRow | undefined = selectVintage.get(vintage?.areaId ?? '', vintage?.issuedAt ?? 0);
          return row && decodeVintage(row);
        });
        if (!vintage) return;
        yield vintage;
      }
    },

    addVintages: bulk.appendAll,
    ...controlContents(new Kysely<ControlTables>({ dialect: sqliteDialect(shared) })),
  };
}
