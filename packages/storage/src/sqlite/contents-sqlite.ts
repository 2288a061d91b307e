import type { Measure, ObservationBatch, SeriesKey, Vintage } from '@loadcast/core';
import { Kysely } from 'kysely';
import type { ControlTables } from '../accounts/control-tables.js';
import { type BatchRow, decodeBatch } from '../codec/batch-row.js';
import { type BlockRow, decodeBlock } from '../codec/block-row.js';
import { assertPack, type PackRow } from '../codec/pack-row.js';
import { decodeVintage, type VintageRow } from '../codec/vintage-row.js';
import { decodeWeather, type WeatherRow } from '../codec/weather-row.js';
import { controlContents } from '../control-rows.js';
import type { BulkVintageStore, StoreContents } from '../store-contents.js';
import { type SharedDatabase, sqliteDialect } from './kysely-dialect.js';
import type { Transactions } from './transactions.js';

type SeriesPackRow = PackRow & SeriesKey & { readonly series_id: number };
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
       (select count(*) from weather_block) as weather, (select count(*) from account) as accounts`,
  );
  const selectBatch = database.prepare('select * from batch where id > ? order by id limit 1');
  const selectBlocks = database.prepare(
    `select series, measure, seq, start_at, known, hours, observation_block.crc, payload
     from observation_block join series on series.id = series_id where batch_id = ? order by series_id, seq`,
  );
  const selectPack = database.prepare(
    `select series_id, series, measure, first_seq, last_seq, block_pack.crc, outline, payload
     from block_pack join series on series.id = series_id
     where (series_id, last_seq) > (?, ?) order by series_id, last_seq limit 1`,
  );
  const selectPacked = database.prepare(
    `select seq, start_at, known, hours, crc, payload from observation_block
     where series_id = ? and seq between ? and ? order by seq`,
  );
  const selectVintage = database.prepare(
    'select * from vintage where (area_id, issued_at) > (?, ?) order by area_id, issued_at limit 1',
  );

  const selectArea = database.prepare('select min(area_id) as area_id from weather_block where area_id > ?');
  const selectWeather = database.prepare('select * from weather_block where area_id = ?');

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

    async assertPacks() {
      let last = { series_id: 0, last_seq: 0 };
      for (;;) {
        const pack = transactions.read((): SeriesPackRow | undefined => {
          const row: SeriesPackRow | undefined = selectPack.get(last.series_id, last.last_seq);
          if (row) assertPack(row, row, selectPacked.all(row.series_id, row.first_seq, row.last_seq));
          return row;
        });
        if (!pack) return;
        last = pack;
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

    async *weather() {
      let area: string | null = '';
      for (;;) {
        area = transactions.read((): string | null => selectArea.get(area).area_id);
        if (area === null) return;
        const rows: WeatherRow[] = transactions.read(() => selectWeather.all(area));
        yield rows.map(decodeWeather);
      }
    },

    addVintages: bulk.appendAll,
    ...controlContents(new Kysely<ControlTables>({ dialect: sqliteDialect(shared) })),
  };
}
