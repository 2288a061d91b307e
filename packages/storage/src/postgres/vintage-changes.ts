import type { AreaId, EpochMs } from '@loadcast/core';
import type { Connections } from './connections.js';

/**
 * Gives the areas whose runs any process has kept since the last call, each with the latest of their issue times. An area may
 * be given twice. Undefined: any area may have one, because there is nothing to compare with yet.
 */
export type ReadVintageChanges = () => Promise<ReadonlyMap<AreaId, EpochMs> | undefined>;

interface ChangeRow {
  /** The newest row of all. */
  readonly newest: number;
  /** Every transaction before it has ended. */
  readonly oldestOpen: number;
  /** Every transaction from it on began after this statement; null where there is no news. */
  readonly nextTransaction: number | null;
  readonly areaId: AreaId | null;
  readonly issuedAt: EpochMs;
}

/**
 * One statement, so one snapshot: rows and open transactions belong together. The upper bound of a snapshot is no bound of open
 * transactions, since one that began later than all that have ended lies above it: the number of a transaction of its own is.
 */
const SELECT_CHANGES = `
  with seen as (
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "oldestOpen",
      (select coalesce(max(id), 0) from vintage) as newest
  ), snapshot as (
    select *, case when newest <> $1 then pg_current_xact_id()::text::bigint end as "nextTransaction" from seen
  ), changed as (
    select area_id as "areaId", max(issued_at) as "issuedAt" from vintage where id > $1 group by area_id
  )
  select * from snapshot left join changed on true`;

/**
 * Follows what is kept, by the number of its row. A transaction may commit a lower number after a higher one was seen, so the
 * numbers count as read only once all transactions that were open then have ended; writers begin theirs before they take
 * a number.
 */
export function vintageChanges(connections: Connections): ReadVintageChanges {
  let settled: number | undefined;
  let waiting: { readonly newest: number; readonly nextTransaction: number } | undefined;
  return async () => {
    const rows = await connections.query<ChangeRow>(SELECT_CHANGES, [settled ?? Number.MAX_SAFE_INTEGER]);
    const { newest, oldestOpen, nextTransaction } = rows[0]!;
    if (settled !== undefined && newest < settled) waiting = settled = undefined; // the database was restored
    const isFirst = settled === undefined;
    if (waiting && oldestOpen >= waiting.nextTransaction) {
      settled = waiting.newest;
      waiting = undefined;
    }
    if (nextTransaction !== null) waiting ??= { newest, nextTransaction };
    if (isFirst) return undefined;
    return new Map(rows.flatMap(({ areaId, issuedAt }) => (areaId === null ? [] : [[areaId, issuedAt] as const])));
  };
}
