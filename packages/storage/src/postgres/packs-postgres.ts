import type { SeriesKey } from '@loadcast/core';
import type pg from 'pg';
import type { BlockRow } from '../codec/block-row.js';
import { encodePack, PACK_BLOCKS } from '../codec/pack-row.js';

/** A series, and how many blocks it has. */
export interface SeriesRow extends SeriesKey {
  readonly id: number;
  readonly blocks: number;
}

/** Packs the oldest blocks of each series that are in no pack, where there are enough. Must be called within a transaction. */
export async function packNext(client: pg.PoolClient, series: readonly SeriesRow[]): Promise<void> {
  const { rows: lasts } = await client.query<{ series_id: number; last_seq: number }>(
    'select series_id, max(last_seq) as last_seq from block_pack where series_id = any($1::bigint[]) group by series_id',
    [series.map(({ id }) => id)],
  );
  const lastOf = new Map(lasts.map((row) => [row.series_id, row.last_seq]));
  for (const head of series) {
    const last = lastOf.get(head.id) ?? 0;
    if (head.blocks - last < PACK_BLOCKS) continue;
    const { rows } = await client.query<BlockRow>(
      `select seq, start_at, known, hours, crc, payload from observation_block
       where series_id = $1 and seq > $2 order by seq limit $3`,
      [head.id, last, PACK_BLOCKS],
    );
    const pack = encodePack(head, rows);
    await client.query(
      'insert into block_pack (series_id, last_seq, first_seq, crc, outline, payload) values ($1, $2, $3, $4, $5, $6)',
      [head.id, pack.last_seq, pack.first_seq, pack.crc, pack.outline, pack.payload],
    );
  }
}
