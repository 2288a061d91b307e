import { type AreaId, DAY_MS, type Vintage, type VintageStore } from '@loadcast/core';
import { assertVintage } from '@loadcast/core/series';
import type pg from 'pg';
import {
  decodeHeader,
  decodeVintage,
  encodeVintage,
  HEADER_COLUMNS,
  type HeaderRow,
  VINTAGE_COLUMNS,
  type VintageRow,
} from '../codec/vintage-row.js';
import { RUNS_KEPT_FROM } from '../kinds/meta-store.js';
import { addLink, LINK_QUERIES, linkOfRow } from '../kinds/run-links.js';
import type { BulkVintageStore } from '../store-contents.js';
import type { Connections } from './connections.js';
import { readerPostgres } from './contents-postgres.js';
import type { Fence } from './fence.js';
import { lockChain, runSteps } from './run-links-postgres.js';
import { inMonths } from './run-months.js';

/** What reads ask. Nothing is available before it was issued, so later issues, and their months, need not be looked at. */
export const VINTAGE_QUERIES = {
  newest: `select ${VINTAGE_COLUMNS} from vintage
         where area_id = $1 and issued_at <= $2 and available_at <= $2 and issued_at >= $3
         order by issued_at desc limit 1`,
  issued: `select ${VINTAGE_COLUMNS} from vintage where area_id = $1 and issued_at = $2`,
  headers: `select ${HEADER_COLUMNS} from vintage
         where area_id = $1 and available_at >= $2 and available_at < $3 and issued_at < $3 order by issued_at`,
  count: 'select count(*) as vintages from vintage where area_id = $1 and available_at <= $2',
} as const;

/** The newest run is looked for in this time first, and among all runs only where there is none. */
const RECENT_MS = 40 * DAY_MS;

/** Vintages in PostgreSQL. */
export interface PostgresVintageStore extends BulkVintageStore {
  /** Appends in a transaction of the caller's, who has asserted the vintage. @returns whether it was new */
  appendIn(client: pg.ClientBase, vintage: Vintage): Promise<boolean>;
}

/**
 * Vintages in PostgreSQL, the same rows as in SQLite.
 *
 * @param channel is notified of the area of every vintage that is kept, when it is committed
 * @param fence checked in the transaction that writes
 */
export function vintagesPostgres(connections: Connections, channel: string, fence: Fence): PostgresVintageStore {
  const keepAll = async (client: pg.ClientBase, vintages: readonly Vintage[]): Promise<number> => {
    const rows = vintages.map((vintage) => Object.values(encodeVintage(vintage)));
    const {
      rows: [kept],
    } = await client.query<{ vintages: number }>(
      `with kept as (
         insert into vintage (${VINTAGE_COLUMNS})
         select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
           $8::bigint[], $9::text[], $10::bigint[], $11::bytea[]) as run (area_id, issued_at)
         where issued_at >= coalesce((select value::bigint from meta where name = $13), issued_at)
           and pg_current_xact_id() is not null -- begins before a row is numbered: readers of changes rely on that
         on conflict (area_id, issued_at) do nothing returning area_id
       ), notified as (
         select pg_notify($12, area_id) from (select distinct area_id from kept) as area
       )
       select (select count(*) from kept) as vintages, (select count(*) from notified) as areas`,
      [...VINTAGE_COLUMNS.split(', ').map((_, column) => rows.map((row) => row[column])), channel, RUNS_KEPT_FROM],
    );
    return kept?.vintages ?? 0;
  };

  /** One transaction: the rows, their places in the chain and their notification are committed together. */
  const fenced = <T>(vintages: readonly Vintage[], work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    vintages.forEach(assertVintage);
    return inMonths(connections, vintages, async (client) => {
      await fence.check(client);
      return work(client);
    });
  };

  const appendIn = async (client: pg.ClientBase, vintage: Vintage): Promise<boolean> => {
    await lockChain(client, vintage.areaId);
    if ((await keepAll(client, [vintage])) === 0) return false;
    await runSteps(client, addLink(vintage));
    return true;
  };

  return {
    appendIn,
    append: async (vintage) => fenced([vintage], (client) => appendIn(client, vintage)),
    appendAll: async (vintages) => fenced(vintages, (client) => keepAll(client, vintages)),
    ...vintageReads(connections),
  };
}

/** Reads vintages, by one statement each. */
export function vintageReads(connections: Pick<Connections, 'query'>): Omit<VintageStore, 'append'> {
  return {
    newest: (areaId, asOf) => findNewest(connections, areaId, atOrBefore(asOf)),

    async issued(areaId, issuedAt) {
      const [row] = await connections.query<VintageRow>(VINTAGE_QUERIES.issued, [areaId, issuedAt]);
      return row && decodeVintage(row);
    },

    async headers(areaId, { start, end }) {
      const window = [atOrAfter(start), atOrAfter(end)];
      const rows = await connections.query<HeaderRow>(VINTAGE_QUERIES.headers, [areaId, ...window]);
      return rows.map(decodeHeader);
    },

    async links(areaId, { start, end }) {
      const reader = readerPostgres(connections.query);
      const window = [atOrAfter(start), atOrAfter(end)];
      return (await reader.query<{ previous: string | null }>(LINK_QUERIES.issued, [areaId, ...window])).map(linkOfRow);
    },

    async count(areaId, asOf) {
      const [row] = await connections.query<{ vintages: number }>(VINTAGE_QUERIES.count, [areaId, atOrBefore(asOf)]);
      return row?.vintages ?? 0;
    },
  };
}

async function findNewest(
  connections: Pick<Connections, 'query'>,
  areaId: AreaId,
  asOf: number,
): Promise<Vintage | undefined> {
  for (const first of [Math.min(asOf, Date.now()) - RECENT_MS, Number.MIN_SAFE_INTEGER]) {
    const [row] = await connections.query<VintageRow>(VINTAGE_QUERIES.newest, [areaId, asOf, first]);
    if (row) return decodeVintage(row);
  }
  return undefined;
}

/** The last whole millisecond of an instant, which may be infinite: the server takes integers only. */
function atOrBefore(instant: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.floor(instant)));
}

/** The first whole millisecond from an instant on. */
function atOrAfter(instant: number): number {
  return -atOrBefore(-instant);
}
