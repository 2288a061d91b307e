import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { WithLeadership } from '../processes.js';
import type { Connections } from './connections.js';
import type { Fence } from './fence.js';

/** How soon a lost leadership is noticed, on both ends of its connection. */
export interface LeadershipTimes {
  /** The connection that holds the lock asks the server this often, ms. */
  readonly heartbeatMs: number;
  /** A heartbeat without an answer for this long ends the leadership, ms. */
  readonly answerWithinMs: number;
  /** The server closes the connection, and with it frees the lock, after so long without a heartbeat, ms. */
  readonly idleLimitMs: number;
}

/** A leader that is cut off stops within 10 s; the server gives its lock away after 15 s at the earliest. */
const TIMES: LeadershipTimes = { heartbeatMs: 5_000, answerWithinMs: 5_000, idleLimitMs: 15_000 };

/**
 * Leadership by an advisory lock on a connection of its own. The lock goes with the connection, so a leader that dies
 * makes way at once. Heartbeats on that connection find one without replies: the leader aborts its work and must stop,
 * and the server drops the connection, so that another process can lead. Writes are fenced by a token.
 */
export function leadershipPostgres(
  connections: Connections,
  fence: Fence,
  times: LeadershipTimes = TIMES,
): WithLeadership {
  return async (name, work) => {
    const client = await connections.dedicated();
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('the connection that held the leadership was closed')));
    const ended = new AbortController();
    try {
      if (!(await tryLock(client, name, times.idleLimitMs))) return undefined;
      await fence.take(client, name);
      void heartbeats(client, times, ended.signal).catch((error: unknown) => lost.abort(error));
      return await work(lost.signal);
    } finally {
      if (!lost.signal.aborted) fence.release(name);
      ended.abort();
      // Closing the connection drops the lock, also after an error that left it unusable. Where the server does not answer
      // it is broken.
      await withinMs(client.end(), times.answerWithinMs).catch(() => client.connection?.stream.destroy());
    }
  };
}

async function tryLock(client: pg.Client, name: string, idleLimitMs: number): Promise<boolean> {
  const { rows } = await client.query<{ won: boolean }>(
    `select set_config('idle_session_timeout', $2, false),
       pg_try_advisory_lock(hashtext('loadcast ' || $1), hashtext(current_schema)) as won`,
    [name, `${idleLimitMs}ms`],
  );
  return rows[0]?.won ?? false;
}

/** Asks the server again and again. @throws {Error} it did not answer in time, or refused */
async function heartbeats(client: pg.Client, times: LeadershipTimes, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await withinMs(client.query('select 1'), times.answerWithinMs);
    await sleep(times.heartbeatMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
}

async function withinMs<T>(answer: Promise<T>, ms: number): Promise<T> {
  const answered = new AbortController();
  answer.catch(() => undefined); // an answer after its deadline is ignored
  try {
    return await Promise.race([
      answer,
      sleep(ms, undefined, { signal: answered.signal, ref: false }).then(() => {
        throw new Error(`no heartbeat from the database for ${ms} ms: the leadership is lost`);
      }),
    ]);
  } finally {
    answered.abort();
  }
}
