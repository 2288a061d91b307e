import type { AreaId, Vintage } from '@loadcast/core';
import { chainAfter, type RunLink } from '@loadcast/core/insight';
import type pg from 'pg';
import { runStatement } from '../accounts/sql-database.js';
import { strictInsertion } from '../codec/record-table.js';
import type { VintageRow } from '../codec/vintage-row.js';
import { LINK_QUERIES, linkOfRow, RUN_LINK_TABLE, readableRuns, sha256Hex } from '../kinds/run-links.js';
import type { Connections } from './connections.js';
import { readerPostgres, statementsOf } from './contents-postgres.js';

/** Combined with the hash of an area, so that one gateway at a time links runs of the area. */
const CHAIN_LOCK = 0x4c437374;

/** Holds the chain of an area until the transaction ends. */
export async function lockChain(client: pg.ClientBase, areaId: AreaId): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [CHAIN_LOCK, areaId]);
}

/** Links a new run, after the area's runs that are newer than its chain and not linked yet. */
export async function addLink(client: pg.ClientBase, vintage: Vintage): Promise<void> {
  const { areaId, issuedAt } = vintage;
  if (issuedAt < (await newestIssue(client, areaId))) await append(client, areaId, [vintage]);
  else while ((await linkNext(client, areaId)) > 0);
}

/** Links all runs that are newer than the chain of their area: runs stored before chains existed. */
export async function linkAll(connections: Connections): Promise<void> {
  // The next area is looked up in the index, area by area: `distinct` would read an entry of every run.
  const areas = await connections.query<{ area_id: AreaId }>(
    `with recursive area(area_id) as (
       select min(area_id) from vintage
       union all select (select min(area_id) from vintage where vintage.area_id > area.area_id) from area where area_id is not null
     ) select area_id from area where exists (
       select 1 from vintage where vintage.area_id = area.area_id and issued_at > coalesce(
         (select max(issued_at) from run_link where run_link.area_id = area.area_id), -9007199254740991))`,
  );
  for (const { area_id } of areas) {
    const next = (): Promise<number> =>
      connections.transaction(async (client) => {
        await lockChain(client, area_id);
        return linkNext(client, area_id);
      });
    while ((await next()) > 0);
  }
}

export async function readLinks(
  connections: Connections,
  areaId: AreaId,
  from: number,
  before: number,
): Promise<RunLink[]> {
  const { query } = readerPostgres(connections.query);
  const rows = await query<{ previous: string | null }>(LINK_QUERIES.issued, [areaId, from, before]);
  return rows.map(linkOfRow);
}

/** @returns how many were linked */
async function linkNext(client: pg.ClientBase, areaId: AreaId): Promise<number> {
  const newest = await newestIssue(client, areaId);
  const rows = await statementsOf(client).query<VintageRow>(LINK_QUERIES.runsAfter, [areaId, newest]);
  const runs = readableRuns(rows);
  await append(client, areaId, runs);
  return runs.length;
}

async function newestIssue(client: pg.ClientBase, areaId: AreaId): Promise<number> {
  const { query } = statementsOf(client);
  const [row] = await query<{ newest: number | null }>(LINK_QUERIES.newestIssue, [areaId]);
  return row?.newest ?? Number.MIN_SAFE_INTEGER;
}

async function append(client: pg.ClientBase, areaId: AreaId, runs: readonly Vintage[]): Promise<void> {
  if (runs.length === 0) return;
  const statements = statementsOf(client);
  const [last] = await statements.query<Pick<RunLink, 'position' | 'link'>>(LINK_QUERIES.last, [areaId]);
  await runStatement(statements, strictInsertion(RUN_LINK_TABLE, chainAfter(areaId, last, runs, sha256Hex)));
}
