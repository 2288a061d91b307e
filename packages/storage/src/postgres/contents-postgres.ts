import type { Measure, SeriesKey } from '@loadcast/core';
import type { Kysely } from 'kysely';
import type { ControlTables } from '../accounts/control-tables.js';
import { type BatchRow, decodeBatch } from '../codec/batch-row.js';
import { type BlockRow, decodeBlock } from '../codec/block-row.js';
import { assertPack, type PackRow } from '../codec/pack-row.js';
import { decodeVintage, type VintageRow } from '../codec/vintage-row.js';
import { decodeWeather, type WeatherRow } from '../codec/weather-row.js';
import { controlContents } from '../control-rows.js';
import type { BulkVintageStore, StoreContents, StoreCounts } from '../store-contents.js';
import type { Connections } from './connections.js';

/** Vintages fetched at a time: a few hundred kilobytes. */
const VINTAGES_AT_A_TIME = 200;

/** All that a PostgreSQL store holds. What is written meanwhile comes at the end or not at all. */
export function contentsPostgres(
  connections: Pick<Connections, 'query'>,
  db: Kysely<ControlTables>,
  bulk: BulkVintageStore,
): StoreContents {
  return {
    async counts() {
      const [counts] = await connections.query<StoreCounts>(
        `select (select count(*) from batch) as batches, (select count(*) from vintage) as vintages,
           (select count(*) from weather_block) as weather, (select count(*) from account) as accounts`,
      );
      return counts ?? { batches: 0, vintages: 0, weather: 0, accounts: 0 };
    },

    async *batches() {
      let id = 0;
      for (;;) {
        const [row] = await connections.query<BatchRow & { id: number }>(
          'select * from batch where id > $1 order by id limit 1',
          [id],
        );
        if (!row) return;
        id = row.id;
        const blocks = await connections.query<BlockRow & { series: string; measure: Measure }>(
          `select series, measure, seq, start_at, known, hours, crc, payload
           from observation_block join series on series.id = series_id where batch_id = $1 order by series_id, seq`,
          [id],
        );
        yield decodeBatch(
          row,
          blocks.map((block) => {
            const key = { series: block.series, measure: block.measure };
            return { ...decodeBlock(key, block), key };
          }),
        );
      }
    },

    async assertPacks() {
      let last = { series_id: 0, last_seq: 0 };
      for (;;) {
        const [pack] = await connections.query<PackRow & SeriesKey & { series_id: number }>(
          `select series_id, series, measure, first_seq, last_seq, crc, outline, payload
           from block_pack join series on series.id = series_id
           where (series_id, last_seq) > ($1, $2) order by series_id, last_seq limit 1`,
          [last.series_id, last.last_seq],
        );
        if (!pack) return;
        const blocks = await connections.query<BlockRow>(
          `select seq, start_at, known, hours, crc, payload from observation_block
           where series_id = $1 and seq between $2 and $3 order by seq`,
          [pack.series_id, pack.first_seq, pack.last_seq],
        );
        assertPack(pack, pack, blocks);
        last = pack;
      }
    },

    async *vintages() {
      let last: Pick<VintageRow, 'area_id' | 'issued_at'> = { area_id: '', issued_at: 0 };
      for (;;) {
        const rows = await connections.query<VintageRow>(
          `select * from vintage where (area_id, issued_at) > ($1, $2) order by area_id, issued_at limit $3`,
          [last.area_id, last.issued_at, VINTAGES_AT_A_TIME],
        );
        for (const row of rows) yield decodeVintage(row);
        const newest = rows.at(-1);
        if (!newest) return;
        last = newest;
      }
    },

    async *weather() {
      const areas = await connections.query<{ area_id: string }>(
        'select distinct area_id from weather_block order by area_id',
      );
      for (const { area_id } of areas) {
        const rows = await connections.query<WeatherRow>('select * from weather_block where area_id = $1', [area_id]);
        yield rows.map(decodeWeather);
      }
    },

    addVintages: bulk.appendAll,
    ...controlContents(db),
  };
}
