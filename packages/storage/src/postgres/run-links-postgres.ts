import type { AreaId } from '@loadcast/core';
import type pg from 'pg';
import { linkNext, type Steps } from '../kinds/run-links.js';
import type { Connections } from './connections.js';
import { statementsOf } from './contents-postgres.js';

/** Combined with the hash of an area, so that one gateway at a time links runs of the area. */
const CHAIN_LOCK = 0x4c437374;

/** Holds the chain of an area until the transaction ends. */
export async function lockChain(client: pg.ClientBase, areaId: AreaId): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [CHAIN_LOCK, areaId]);
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
        return runSteps(client, linkNext(area_id));
      });
    while ((await next()) > 0);
  }
}

export async function runSteps<T>(client: pg.ClientBase, steps: Steps<T>): Promise<T> {
  const { query } = statementsOf(client);
  let step = steps.next();
  while (!step.done) step = steps.next(await query(step.value.sql, step.value.values));
  return step.value;
}
