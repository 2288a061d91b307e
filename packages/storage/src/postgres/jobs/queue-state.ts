import type { Connections } from '../connections.js';
import { DEAD, QUEUE } from './issue-jobs.js';

/** The queue of due forecasts, seen from outside. */
export interface QueueState {
  readonly waiting: number;
  /** How long the oldest waiting job has waited, ms; null: none waits. */
  readonly oldestMs: number | null;
  /** How long a job has waited since the last one was taken, ms; null: none waits. */
  readonly untakenMs: number | null;
  /** Jobs that failed three times, of the last two weeks. */
  readonly dead: number;
}

/** Databases with a queue: gateways ask its state again and again. */
const withQueue = new WeakSet<Connections>();

/** @returns undefined where no process has made the queue yet */
export async function readQueueState(connections: Connections, schema: string): Promise<QueueState | undefined> {
  if (!withQueue.has(connections)) {
    const [made] = await connections.query('select 1 where to_regclass($1) is not null', [`${schema}.job`]);
    if (!made) return undefined;
    withQueue.add(connections);
  }
  const [state] = await connections.query<QueueState>(
    `with queue as (
       select count(*) filter (where name = $1 and state < 'active') as waiting,
         min(created_on) filter (where name = $1 and state < 'active') as oldest,
         max(started_on) filter (where name = $1) as taken,
         count(*) filter (where name = $2 and state < 'active') as dead
       from ${schema}.job
     )
     select waiting, dead, (extract(epoch from now() - oldest) * 1000)::bigint as "oldestMs",
       case when waiting > 0 then (extract(epoch from now() - greatest(oldest, taken)) * 1000)::bigint end as "untakenMs"
     from queue`,
    [QUEUE, DEAD],
  );
  return state;
}
