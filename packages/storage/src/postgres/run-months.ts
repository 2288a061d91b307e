import type { EpochMs, Vintage } from '@loadcast/core';
import pg from 'pg';
import { RUNS_KEPT_FROM } from '../kinds/meta-store.js';
import { type Connections, queryOn } from './connections.js';
import type { Fence } from './fence.js';

/** A table of `vintage`, and the issue times of its runs. */
interface RunMonth {
  readonly name: string;
  readonly start: EpochMs;
  readonly end: EpochMs;
}

/** check_violation: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NO_PARTITION = '23514';

const SELECT_MONTHS = `select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bound
  from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = $1::regclass`;

/** The month of an instant, or one that many months later, UTC. */
function monthOf(instant: EpochMs, later = 0): RunMonth {
  const date = new Date(instant);
  const [start, end] = [0, 1].map((n) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later + n));
  const name = `vintage_${new Date(start!).toISOString().slice(0, -17).replace('-', '_')}`;
  return { name, start: start!, end: end! };
}

/** @param table of runs, with its schema where that is another one */
export async function readMonths(query: Connections['query'], table = 'vintage'): Promise<RunMonth[]> {
  const rows = await query<{ name: string; bound: string }>(SELECT_MONTHS, [table]);
  return rows.map(({ name, bound }) => {
    const [start, end] = Array.from(bound.matchAll(/MINVALUE|-?\d+/g), ([text]) => Number(text));
    return { name, start: Number.isNaN(start) ? Number.NEGATIVE_INFINITY : start!, end: end! };
  });
}

/** Makes the tables of the months of issue times, and of two months after each. Reads and writes go on meanwhile. */
export async function addMonths({ query, transaction }: Connections, instants: readonly EpochMs[]): Promise<void> {
  const months = instants.flatMap((at) => [0, 1, 2].map((later) => monthOf(at, later)));
  const wanted = new Map(months.map((month) => [month.name, month]));
  const findMissing = async (read: Connections['query']): Promise<RunMonth[]> => {
    const there = await readMonths(read);
    return [...wanted.values()].filter(
      ({ start }) => !there.some((month) => month.start <= start && start < month.end),
    );
  };
  if ((await findMissing(query)).length === 0) return;
  await transaction(async (client) => {
    await client.query('lock table vintage in share update exclusive mode');
    for (const { name, start, end } of await findMissing(queryOn(client))) {
      await client.query(`create table "${name}" (like vintage including storage, primary key (id))`);
      await client.query(`alter table vintage attach partition "${name}" for values from (${start}) to (${end})`);
    }
  });
}

/** A transaction that keeps runs. Where a month has no table, makes it and calls `work` again. */
export async function inMonths<T>(
  connections: Connections,
  runs: readonly Pick<Vintage, 'issuedAt'>[],
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return connections.transaction(work).catch(async (error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== NO_PARTITION) throw error;
    await addMonths(
      connections,
      runs.map(({ issuedAt }) => issuedAt),
    );
    return connections.transaction(work);
  });
}

/**
 * Drops the months that ended before an instant, and refuses their runs from then on. Their places in the chains stay.
 *
 * @returns the names of the dropped tables
 * @throws {ServiceError} `unavailable`: long reads, such as a backup, keep a table in use
 */
export async function dropMonths(connections: Connections, fence: Fence, before: EpochMs): Promise<string[]> {
  const { start } = monthOf(before);
  const names = (await readMonths(connections.query)).filter(({ end }) => end <= start).map(({ name }) => name);
  if (names.length === 0) return [];
  await connections.transaction(async (client) => {
    await fence.check(client);
    await client.query("set local lock_timeout = '2s'");
    await client.query(
      'insert into meta (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [RUNS_KEPT_FROM, `${start}`],
    );
    await client.query(`drop table ${names.map((name) => `"${name}"`).join(', ')}`);
  });
  return names;
}
