import type { EpochMs } from '@loadcast/core';
import { sqlControlStore } from '../accounts/control-store.js';
import type { FitTable } from '../fitted-states/shared-states.js';
import { weatherBlocks } from '../kinds/weather/weather-blocks.js';
import type { WithLeadership } from '../processes.js';
import { STORE_FORMAT, type StoreFormat } from '../store-format.js';
import { type StoreParts, tableParts } from '../store-parts.js';
import type { VerifiableStore } from '../verify-store.js';
import { actualsPostgres } from './actuals-postgres.js';
import { type ConnectionOptions, type Connections, openConnections } from './connections.js';
import { contentsPostgres, databasePostgres, executePostgres, readerPostgres } from './contents-postgres.js';
import { createFence } from './fence.js';
import { fitsPostgres } from './fits-postgres.js';
import { type IssueJobs, openIssueJobs } from './jobs/issue-jobs.js';
import { type QueueState, readQueueState } from './jobs/queue-state.js';
import { type LeadershipTimes, leadershipPostgres } from './leadership.js';
import { migrate } from './migrate.js';
import { type ReplicaOptions, replicaTrouble, replicaVintages } from './replica/replica-vintages.js';
import { linkAll } from './run-links-postgres.js';
import { addMonths, dropMonths } from './run-months.js';
import { assertOwnSessions } from './session.js';
import { type ReadVintageChanges, vintageChanges } from './vintage-changes.js';
import { type VintageNews, vintageNews } from './vintage-news.js';
import { vintagesPostgres } from './vintages-postgres.js';

export interface PostgresStoreOptions extends ConnectionOptions {
  readonly leadership?: LeadershipTimes;
  /** Overrides this release's format, for tests. */
  readonly format?: StoreFormat;
}

/** The store that several gateways share. */
export interface PostgresStore extends StoreParts {
  /** Where it lies, without user and password. */
  readonly place: string;
  /** Everything as it was at one instant, despite writes meanwhile: for backups. */
  snapshot<T>(work: (source: VerifiableStore) => Promise<T>): Promise<T>;
  readonly withLeadership: WithLeadership;
  readonly onVintage: VintageNews['onVintage'];
  /** Begins to follow which areas have new runs. */
  vintageChanges(): ReadVintageChanges;
  /** Reads past runs from a replica where it surely has them, and all others here. */
  withReplica(options: ReplicaOptions): ReturnType<typeof replicaVintages>;
  /** Why a replica cannot answer; undefined: it can. */
  replicaTrouble(options: ConnectionOptions): Promise<string | undefined>;
  /** Forecasts that are due, for processes that make them elsewhere. */
  openIssueJobs(onError: (error: Error) => void): Promise<IssueJobs>;
  /** Undefined where no process has opened the queue yet. */
  queueState(): Promise<QueueState | undefined>;
  /** Drops the months of runs that ended before an instant. @returns the names of the dropped tables */
  dropRunsBefore(before: EpochMs): Promise<string[]>;
  /** Fits of all machines that forecast. */
  readonly fits: FitTable;
  /** Why the last write was refused for want of room; undefined once one has succeeded. */
  shortage(): Error | undefined;
  readonly connections: Connections;
  close(): Promise<void>;
}

/**
 * Opens the shared store and brings it to today's format where needed.
 *
 * Every method fails with `ServiceError` `unavailable` when the database does not answer in time, or when there is more
 * waiting than it can do.
 *
 * @throws {ServiceError} `unavailable`
 * @throws {StoreError} `newer_format`; `pooled`: a pooler does not keep sessions
 * @example
 * // const store = await openPostgresStore({ connectionString: 'postgres://loadcast@db/loadcast' });
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { schema = 'public', format = STORE_FORMAT } = options;
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new RangeError(`${schema} is no plain name of a schema`);
  const connections = openConnections(options);
  try {
    await assertOwnSessions(connections.dedicated);
    await migrate(connections, format.migrations);
    await addMonths(connections, [Date.now()]);
    await linkAll(connections);
  } catch (error) {
    await connections.end();
    throw error;
  }
  const fence = createFence();
  const channel = `loadcast_vintage_${schema}`;
  const jobs = schema === 'public' ? 'loadcast_jobs' : `${schema}_jobs`;
  const news = vintageNews(connections, channel);
  const vintages = vintagesPostgres(connections, channel, fence);
  const contents = contentsPostgres(connections, vintages);
  const fenced = executePostgres(connections, fence);
  const database = databasePostgres(connections);
  return {
    place: postgresPlace(options),
    actuals: actualsPostgres(connections, fence),
    vintages,
    weather: weatherBlocks(contents, fenced),
    ...tableParts(contents, database, fenced),
    control: sqlControlStore(database),
    snapshot: (work) => connections.snapshot((query) => work({ contents: readerPostgres(query) })),
    withLeadership: leadershipPostgres(connections, fence, options.leadership),
    onVintage: news.onVintage,
    vintageChanges: () => vintageChanges(connections),
    withReplica: (replica) => replicaVintages({ vintages, connections }, replica),
    replicaTrouble: (replica) => replicaTrouble(connections, replica),
    openIssueJobs: (onError) => openIssueJobs({ connections, vintages, schema: jobs }, onError),
    queueState: () => readQueueState(connections, jobs),
    dropRunsBefore: (before) => dropMonths(connections, fence, before),
    fits: fitsPostgres(connections),
    shortage: connections.shortage,
    connections,
    async close() {
      await news.close();
      await connections.end();
    },
  };
}

/** Where a store lies, without user and password: for people. */
export function postgresPlace({ connectionString, schema = 'public' }: PostgresStoreOptions): string {
  const { host, pathname } = new URL(connectionString);
  return `postgres://${host}${pathname} (${schema})`;
}
