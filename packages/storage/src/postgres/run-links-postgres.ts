import type { AreaId, Vintage } from '@loadcast/core';
import { chainAfter, type RunLink } from '@loadcast/core/insight';
import type pg from 'pg';
import type { VintageRow } from '../codec/vintage-row.js';
import {
  LINKED_AT_A_TIME,
  linkOfRow,
  type RunLinkRow,
  readableRuns,
  rowOfLink,
  sha256Hex,
} from '../kinds/run-links.js';
import type { Connections } from './connections.js';

/** Combined with the hash of an area, so that one gateway at a time links runs of the area. */
const CHAIN_LOCK = 0x4c437374;

const COLUMNS = ['area_id', 'position', 'issued_at', 'sha256', 'link'] as const;

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
  // Selects the distinct first column of an index: PostgreSQL reads the index, not the rows.
  const areas = await connections.query<{ area_id: AreaId }>(
    `select area_id from (select distinct area_id from vintage) as area where exists (
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
  const rows = await connections.query<RunLinkRow & { previous: string | null }>(
    `select own.area_id, own.position, own.issued_at, own.sha256, own.link, before.link as previous
     from run_link own left join run_link before on before.area_id = own.area_id and before.position = own.position - 1
     where own.area_id = $1 and own.issued_at >= $2 and own.issued_at < $3 order by own.position`,
    [areaId, from, before],
  );
  return rows.map(linkOfRow);
}

/** @returns how many were linked */
async function linkNext(client: pg.ClientBase, areaId: AreaId): Promise<number> {
  const { rows } = await client.query<VintageRow>(
    `select area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc, left_out, crc, payload
     from vintage where area_id = $1 and issued_at > $2 order by issued_at limit ${LINKED_AT_A_TIME}`,
    [areaId, await newestIssue(client, areaId)],
  );
  const runs = readableRuns(rows);
  await append(client, areaId, runs);
  return runs.length;
}

async function newestIssue(client: pg.ClientBase, areaId: AreaId): Promise<number> {
  const { rows } = await client.query<{ newest: number | null }>(
    'select max(issued_at) as newest from run_link where area_id = $1',
    [areaId],
  );
  return rows[0]?.newest ?? Number.MIN_SAFE_INTEGER;
}

async function append(client: pg.ClientBase, areaId: AreaId, runs: readonly Vintage[]): Promise<void> {
  if (runs.length === 0) return;
  const { rows: found } = await client.query<Pick<RunLinkRow, 'position' | 'link'>>(
    'select position, link from run_link where area_id = $1 order by position desc limit 1',
    [areaId],
  );
  const rows = chainAfter(areaId, found[0], runs, sha256Hex).map(rowOfLink);
  await client.query(
    `insert into run_link (${COLUMNS.join(', ')})
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])`,
    COLUMNS.map((column) => rows.map((row) => row[column])),
  );
}
