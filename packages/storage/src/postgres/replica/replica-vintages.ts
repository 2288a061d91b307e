import { type EpochMs, MINUTE_MS, type VintageStore } from '@loadcast/core';
import { type ConnectionOptions, type Connections, openConnections } from '../connections.js';
import { vintageReads } from '../vintages-postgres.js';

/** `behind`: it had not replayed enough, or is no standby of the primary. The primary answers then, and where it failed. */
export type ReplicaOutcome = 'answered' | 'behind' | 'failed';

export interface ReplicaOptions extends ConnectionOptions {
  readonly now: () => EpochMs;
  readonly note: (outcome: ReplicaOutcome, error?: unknown) => void;
}

/** A state of the primary. */
interface Mark {
  /** An instant before it. */
  readonly at: EpochMs;
  readonly cluster: string;
  /** Every transaction that it shows has a lower number. */
  readonly nextTransaction: number;
}

/**
 * A run is committed within this time of becoming available: later, the leader's fence and the token of a job refuse it. A
 * state of the primary that is so much younger than `asOf` therefore has every run that was available then.
 */
const SETTLED_MS = 10 * MINUTE_MS;
/** Two states are kept, and the older one is asked for where it suffices, so a replica may be a minute behind. */
const MARK_EVERY_MS = MINUTE_MS;
/** A replica that failed is not asked for this long, ms. */
const LEFT_ALONE_MS = 30_000;
const BEHIND = Symbol('behind');

const SELECT_MARK = `
  select system_identifier::text as cluster, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as "nextTransaction"
  from pg_control_system()`;

/**
 * A query's rows and, by the same snapshot, whether the server has replayed every transaction before one. A standby's
 * snapshot lists no open transactions, but its lowest one is right.
 */
const covered = (sql: string, count: number): string => `
  with state as (
    select pg_is_in_recovery() and system_identifier::text = $${count + 1}
      and pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $${count + 2} as "isCovered" from pg_control_system()
  ), found as (select row_number() over () as place, answer.* from (${sql}) as answer)
  select * from state left join found on "isCovered" order by place`;

/** Reads runs of the past from a standby where it surely gives what the primary would, and everything else from the primary. */
export function replicaVintages(
  primary: { readonly vintages: VintageStore; readonly connections: Pick<Connections, 'query'> },
  { now, note, ...options }: ReplicaOptions,
): VintageStore & { close(): Promise<void> } {
  const { vintages } = primary;
  const replica = openConnections({ connectTimeoutMs: 500, statementTimeoutMs: 1_000, ...options });
  let marks: readonly Mark[] = [];
  let isMarking = false;
  let leftAloneUntil = Number.NEGATIVE_INFINITY;

  /** One that fails is tried again by the next read. */
  async function markAgain(): Promise<void> {
    const at = now();
    if (isMarking || at - (marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < MARK_EVERY_MS) return;
    isMarking = true;
    const [state] = await primary.connections.query<Omit<Mark, 'at'>>(SELECT_MARK).catch(() => []);
    if (state) marks = [...marks.slice(-1), { at, ...state }];
    isMarking = false;
  }

  const since = ({ cluster, nextTransaction }: Mark): Connections['query'] => {
    return async <R extends object>(sql: string, values: readonly unknown[] = []) => {
      type Row = R & { isCovered: boolean; place: number | null };
      const rows = await replica.query<Row>(covered(sql, values.length), [...values, cluster, nextTransaction]);
      if (rows[0]?.isCovered !== true) throw BEHIND;
      return rows.filter(({ place }) => place !== null);
    };
  };

  async function read<T>(asOf: EpochMs, question: (store: Omit<VintageStore, 'append'>) => Promise<T>): Promise<T> {
    void markAgain();
    const state = marks.find(({ at }) => asOf <= at - SETTLED_MS);
    if (!state || performance.now() < leftAloneUntil) return question(vintages);
    try {
      const answer = await question(vintageReads({ query: since(state) }));
      note('answered');
      return answer;
    } catch (error) {
      note(error === BEHIND ? 'behind' : 'failed', error);
      if (error !== BEHIND) leftAloneUntil = performance.now() + LEFT_ALONE_MS;
      return question(vintages);
    }
  }

  return {
    ...vintages,
    newest: (areaId, asOf) => read(asOf, (store) => store.newest(areaId, asOf)),
    headers: (areaId, available) => read(available.end, (store) => store.headers(areaId, available)),
    count: (areaId, asOf) => read(asOf, (store) => store.count(areaId, asOf)),
    close: () => replica.end(),
  };
}

/** Why a replica cannot answer; undefined: it can. */
export async function replicaTrouble(primary: Pick<Connections, 'query'>, options: ConnectionOptions) {
  const replica = openConnections({ ...options, poolSize: 1 });
  try {
    const [own] = await primary.query<Mark>(SELECT_MARK);
    const [state] = await replica.query<Mark & { isStandby: boolean }>(
      `select *, pg_is_in_recovery() as "isStandby", (select count(*) from (select 1 from vintage limit 1) as run) from (${SELECT_MARK}) as mark`,
    );
    if (!state?.isStandby) return 'it is no standby (a copy by logical replication cannot be compared)';
    return state.cluster === own?.cluster ? undefined : 'it is a standby of another server';
  } catch (error) {
    return String(error instanceof Error && error.cause instanceof Error ? error.cause.message : error);
  } finally {
    await replica.end();
  }
}
