import { assertVintage, type VintageStore } from '@loadcast/core';
import { decodeHeader, decodeVintage, encodeVintage, type HeaderRow, type VintageRow } from '../codec/vintage-row.js';
import type { Connections } from './connections.js';

const HEADER = 'area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc';

/**
 * Vintages in PostgreSQL, the same rows as in SQLite.
 *
 * @param channel is told the area of every vintage that is kept, when it is committed
 */
export function vintagesPostgres(connections: Connections, channel: string): VintageStore {
  return {
    async append(vintage) {
      assertVintage(vintage);
      const row = encodeVintage(vintage);
      // One statement: the row and the word of it are committed together.
      const kept = await connections.query(
        `with kept as (
           insert into vintage (${HEADER}, crc, payload) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (area_id, issued_at) do nothing returning area_id
         )
         select pg_notify($11, area_id) from kept`,
        [
          row.area_id,
          row.issued_at,
          row.available_at,
          row.data_cutoff,
          row.model,
          row.model_version,
          row.start_at,
          row.header_crc,
          row.crc,
          row.payload,
          channel,
        ],
      );
      return kept.length > 0;
    },

    async newest(areaId, asOf) {
      // Nothing is available before it was issued, so later issues need not be looked at.
      const [row] = await connections.query<VintageRow>(
        `select ${HEADER}, crc, payload from vintage
         where area_id = $1 and issued_at <= $2 and available_at <= $2 order by issued_at desc limit 1`,
        [areaId, atOrBefore(asOf)],
      );
      return row && decodeVintage(row);
    },

    async headers(areaId, { start, end }) {
      const rows = await connections.query<HeaderRow>(
        `select ${HEADER} from vintage
         where area_id = $1 and issued_at < $3 and available_at >= $2 and available_at < $3 order by issued_at`,
        [areaId, atOrAfter(start), atOrAfter(end)],
      );
      return rows.map(decodeHeader);
    },

    async count(areaId, asOf) {
      const [row] = await connections.query<{ vintages: number }>(
        'select count(*) as vintages from vintage where area_id = $1 and issued_at <= $2 and available_at <= $2',
        [areaId, atOrBefore(asOf)],
      );
      return row?.vintages ?? 0;
    },
  };
}

/** The last whole millisecond of an instant, which may be infinite: the server takes integers only. */
function atOrBefore(instant: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.floor(instant)));
}

/** The first whole millisecond from an instant on. */
function atOrAfter(instant: number): number {
  return -atOrBefore(-instant);
}
