import type { Clock, Gauge, Log } from '@loadcast/observe';
import { databaseOf, type Store } from './store.js';

const SAY_EVERY_MS = 600_000;
const none = (): Readonly<Record<string, number>> => ({});

/** Reads runs of the past from the replica at a URL, and all others from the store; counts how the replica's reads end. */
export function runsRead(store: Store, url: string | undefined, clock: Clock, log: Log) {
  const reads = { answered: 0, behind: 0, failed: 0 };
  if (url === undefined || !store.withReplica)
    return { vintages: store.vintages, replicaReads: none, closeReplica: async () => undefined };
  let saidAt = Number.NEGATIVE_INFINITY;
  const note = (outcome: keyof typeof reads, err?: unknown): void => {
    reads[outcome]++;
    if (outcome !== 'failed' || performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ err }, 'the replica of DATABASE_READ_URL does not answer; the primary does');
  };
  const vintages = store.withReplica({ ...databaseOf(url, 'writer'), now: () => clock.now(), note });
  return { vintages, replicaReads: (): ReturnType<typeof none> => reads, closeReplica: vintages.close };
}

export type RunsRead = ReturnType<typeof runsRead>;

/** Why the replica cannot answer; undefined: it can. */
export function findReplicaTrouble(store: Store, url: string): Promise<string | undefined> | undefined {
  return store.replicaTrouble?.(databaseOf(url, 'control'));
}

/** No rows without a replica. */
export const replicaGauge = (reads: RunsRead['replicaReads']): Gauge => ({
  name: 'loadcast_replica_reads',
  labels: ['outcome'],
  help: 'Reads of the past that the replica answered, was too far behind for, or failed, since the start.',
  read: () => Object.entries(reads()).map(([outcome, count]) => [{ outcome }, count] as const),
});
