import { type ActualsStore, foldBlocks, type SeriesBlocks, type SeriesKey } from '@loadcast/core';
import { assertBatch, foldOnto } from '@loadcast/core/series';
import type pg from 'pg';
import { encodeBatch } from '../codec/batch-row.js';
import { type BlockRow, encodeBlock, nameOf } from '../codec/block-row.js';
import { type PackRow, unpack } from '../codec/pack-row.js';
import type { Connections } from './connections.js';
import type { Fence } from './fence.js';
import { packNext, type SeriesRow } from './packs-postgres.js';

/** Held while a batch is written, so that blocks are numbered in the order of their batches. */
const APPEND_LOCK = "select pg_advisory_xact_lock(hashtext('loadcast actuals'), hashtext(current_schema))";

const BLOCK_COLUMNS = ['series_id', 'seq', 'start_at', 'known', 'hours', 'crc', 'payload'] as const;

/** A series' own row, and how many blocks it has. */
interface HeadRow {
  readonly kind: 'head';
  readonly seq: number;
}

/**
 * The blocks of a series ($1, $2) beyond its first $3. One statement, so one state of the database: a batch that is
 * written meanwhile is in all parts or in none.
 */
const SELECT_AFTER = `
  with head as (select id, blocks from series where series = $1 and measure = $2),
  pack as (select block_pack.* from head join block_pack on series_id = id where last_seq > $3)
  select 'head' as kind, blocks as seq, null::int as first_seq, null::int as last_seq, null::bigint as start_at,
    null as known, null::int as hours, null::bigint as crc, null::bytea as outline, null::bytea as payload
  from head
  union all
  select 'pack', last_seq, first_seq, last_seq, null, null, null, crc, outline, payload from pack
  union all
  select 'block', seq, null, null, start_at, known, hours, crc, null, payload
  from head join observation_block on series_id = id
  where seq > coalesce((select max(last_seq) from pack), $3)
  order by seq`;

/** Observations in PostgreSQL, the same rows as in SQLite. */
export function actualsPostgres(connections: Connections, fence: Fence): ActualsStore {
  return {
    async append(batch) {
      assertBatch(batch);
      await connections.transaction(async (client) => {
        await fence.check(client);
        await client.query(APPEND_LOCK);
        const { rows: ids } = await client.query<{ id: number }>(
          'insert into batch (source, ingested_at, provenance, blocks, crc) values ($1, $2, $3, $4, $5) returning id',
          Object.values(encodeBatch(batch)),
        );
        const heads = await readHeads(
          client,
          batch.blocks.map(({ key }) => key),
        );
        const rows = batch.blocks.map((block) => {
          const head = heads.get(nameOf(block.key))!;
          head.blocks++;
          return { series_id: head.id, ...encodeBlock(block.key, block, head.blocks) };
        });
        await client.query(
          `insert into observation_block (batch_id, ${BLOCK_COLUMNS.join(', ')})
           select $1, * from unnest($2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::int[], $7::bigint[], $8::bytea[])`,
          [ids[0]?.id, ...BLOCK_COLUMNS.map((column) => rows.map((row) => row[column]))],
        );
        const touched = [...heads.values()];
        await client.query(
          `update series set blocks = new.blocks from unnest($1::bigint[], $2::int[]) as new (id, blocks)
           where series.id = new.id`,
          [touched.map(({ id }) => id), touched.map(({ blocks }) => blocks)],
        );
        await packNext(client, touched);
      });
    },

    async read(key, held = foldBlocks([])) {
      const rows = await connections.query<HeadRow | (PackRow & { kind: 'pack' }) | (BlockRow & { kind: 'block' })>(
        SELECT_AFTER,
        [key.series, key.measure, held.blocks],
      );
      const total = rows.find((row) => row.kind === 'head')?.seq ?? 0;
      const packs = rows.filter((row) => row.kind === 'pack');
      const blocks = rows.filter((row) => row.kind === 'block');
      return foldOnto(held, unpack(key, held.blocks, total, packs, blocks));
    },

    blockCounts: () => connections.query<SeriesBlocks>('select series, measure, blocks from series'),

    async keys() {
      const rows = await connections.query<SeriesRow>(
        'select series, measure from series where blocks > 0 order by series collate "C", measure collate "C"',
      );
      return rows.map(({ series, measure }) => ({ series, measure }));
    },
  };
}

/** The rows of some series, made where there is none. */
async function readHeads(
  client: pg.PoolClient,
  keys: readonly SeriesKey[],
): Promise<Map<string, SeriesRow & { blocks: number }>> {
  const names = [keys.map(({ series }) => series), keys.map(({ measure }) => measure)];
  await client.query(
    `insert into series (series, measure, blocks) select distinct series, measure, 0
     from unnest($1::text[], $2::text[]) as key (series, measure) on conflict do nothing`,
    names,
  );
  const { rows } = await client.query<SeriesRow>(
    `select id, series, measure, blocks from series
     where (series, measure) in (select * from unnest($1::text[], $2::text[]))`,
    names,
  );
  return new Map(rows.map((row) => [nameOf(row), { ...row }]));
}
