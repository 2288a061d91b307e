import type { EpochMs, Vintage } from '@loadcast/core';
import { assertVintage } from '@loadcast/core/series';
import type pg from 'pg';
import type { Connections } from '../connections.js';
import { lockChain } from '../run-links-postgres.js';
import { inMonths } from '../run-months.js';
import type { PostgresVintageStore } from '../vintages-postgres.js';

/** A forecast that is due, for whichever process takes it. */
export interface IssueTask {
  readonly areaId: string;
  readonly issuedAt: EpochMs;
  /** When the round that planned it began: the store may hold later data than a worker has read. */
  readonly plannedAt: EpochMs;
  /** When the area's newest run was issued; null without one. Nothing is kept where another came since. */
  readonly newestIssuedAt: EpochMs | null;
}

/** A task that this process has taken. */
export interface IssueJob {
  readonly id: string;
  readonly task: IssueTask;
  /** How many processes had it before: the token that one which lost it does not have. */
  readonly attempt: number;
  /** It waited for longer than a plan holds: the next round plans the area again. */
  readonly isStale: boolean;
}

/** `lost`: the job had not ended in time, and another process has it. `superseded`: the area has a newer run. */
export type PublishOutcome = 'kept' | 'refused' | 'superseded' | 'lost';

/** How a job ended; `output` is what its worker said. */
export interface EndedJob {
  readonly id: string;
  readonly hasFailed: boolean;
  readonly output: unknown;
}

/** Forecasts that are due, shared by all processes of a database. Its methods fail as those of the store do. */
export interface IssueJobs {
  /** @returns the job's id; undefined where a task of the same area waits already */
  add(task: IssueTask, priority: number): Promise<string | undefined>;
  /** Takes up to `count` tasks, the most urgent first, then the oldest. */
  take(count: number): Promise<IssueJob[]>;
  /** Keeps a run and ends its job, both or neither. */
  publish(job: IssueJob, vintage: Vintage, output: (outcome: PublishOutcome) => object): Promise<PublishOutcome>;
  /** Ends a job that makes no run. */
  end(job: IssueJob, output: object): Promise<void>;
  /** Gives a job back: another process tries it, three times in all. */
  fail(job: IssueJob, failure: object): Promise<void>;
  /** Some jobs that have ended, within the last hour. */
  ended(ids: readonly string[]): Promise<EndedJob[]>;
  close(): Promise<void>;
}

/** The queue's name in pg-boss, and the one that jobs go to that failed every time. */
export const QUEUE = 'issue';
export const DEAD = 'issue-dead';
/** A job that has not ended by then is given to another process. A forecast takes seconds, its fit a minute on a slow machine. */
const EXPIRE_SECONDS = 120;
/** How often jobs whose time is over are looked for, s. */
const EXPIRY_CHECK_SECONDS = 10;
const ATTEMPTS = 3;
/** A plan that waited longer is of load that has become old, ms. */
const STALE_MS = 10 * 60_000;

/**
 * Opens the queue of due forecasts in a schema beside the store's, and makes it where it is not there.
 *
 * @param onError called with what pg-boss could not do in the background: it tries again
 * @see https://timgit.github.io/pg-boss (version 10: later ones need Node 22)
 */
export async function openIssueJobs(
  { connections, vintages, schema }: { connections: Connections; vintages: PostgresVintageStore; schema: string },
  onError: (error: Error) => void,
): Promise<IssueJobs> {
  const { default: Boss } = await import('pg-boss');
  const db = { executeSql: async (sql: string, values: unknown[]) => ({ rows: await connections.query(sql, values) }) };
  const boss = new Boss({
    db,
    schema,
    schedule: false,
    maintenanceIntervalSeconds: EXPIRY_CHECK_SECONDS,
    archiveCompletedAfterSeconds: 3_600,
  });
  boss.on('error', onError);
  const once = {
    policy: 'short',
    expireInSeconds: EXPIRE_SECONDS,
    retryLimit: ATTEMPTS - 1,
    deadLetter: DEAD,
  } as const;
  // One process at a time: of two that make the schema at once, the second would fail.
  await connections.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [schema]);
    await boss.start();
    await boss.createQueue(DEAD, { name: DEAD });
    await boss.createQueue(QUEUE, { name: QUEUE, ...once });
  });
  return {
    add: async (task, priority) => (await boss.send(QUEUE, task, { priority, singletonKey: task.areaId })) ?? undefined,

    async take(count) {
      const taken = await boss.fetch<IssueTask>(QUEUE, { batchSize: count, includeMetadata: true });
      return taken.map(({ id, data, retryCount, startedOn, createdOn }) => {
        const isStale = retryCount === 0 && startedOn.getTime() - createdOn.getTime() > STALE_MS;
        return { id, task: data, attempt: retryCount, isStale };
      });
    },

    async publish(job, vintage, output) {
      assertVintage(vintage);
      return inMonths(connections, [vintage], async (client) => {
        if (!(await holdsJob(client, schema, job))) return 'lost';
        const outcome = await keepNext(client, vintages, vintage, job.task);
        await boss.complete(QUEUE, job.id, output(outcome), {
          db: { executeSql: (sql, values) => client.query(sql, values) },
        });
        return outcome;
      });
    },

    end: (job, output) => boss.complete(QUEUE, job.id, output),
    fail: (job, failure) => boss.fail(QUEUE, job.id, failure),

    ended: (ids) =>
      connections.query<{ id: string; hasFailed: boolean; output: unknown }>(
        `select id, state <> 'completed' as "hasFailed", output from ${schema}.job
         where name = $1 and id = any($2::uuid[]) and state >= 'completed'`,
        [QUEUE, ids],
      ),

    close: () => boss.stop({ graceful: false, wait: false, close: false }),
  };
}

/** Whether a job is still this process's; the row stays locked until the transaction ends. */
async function holdsJob(client: pg.ClientBase, schema: string, { id, attempt }: IssueJob): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from ${schema}.job where name = $1 and id = $2 and state = 'active' and retry_count = $3 for update`,
    [QUEUE, id, attempt],
  );
  return rowCount === 1;
}

/** Keeps a run where none has come since its task was planned. */
async function keepNext(
  client: pg.ClientBase,
  vintages: PostgresVintageStore,
  vintage: Vintage,
  { newestIssuedAt }: IssueTask,
): Promise<PublishOutcome> {
  await lockChain(client, vintage.areaId);
  const { rows } = await client.query<{ newest: number | null }>(
    'select max(issued_at) as newest from vintage where area_id = $1 and issued_at >= $2',
    [vintage.areaId, newestIssuedAt ?? Number.MIN_SAFE_INTEGER],
  );
  if (rows[0]!.newest !== newestIssuedAt) return 'superseded';
  return (await vintages.appendIn(client, vintage)) ? 'kept' : 'refused';
}
