import type { WithLeadership } from '../processes.js';
import type { Connections } from './connections.js';

/**
 * Leadership by an advisory lock on a connection of its own. The lock goes with the connection, so a leader that dies makes
 * way at once. One that loses its connection but lives is told by the signal, and must stop: another may lead already.
 */
export function leadershipPostgres(connections: Connections): WithLeadership {
  return async (name, work) => {
    const client = await connections.dedicated();
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('the connection that held the lead was closed')));
    try {
      const { rows } = await client.query<{ won: boolean }>(
        `select pg_try_advisory_lock(hashtext('loadcast ' || $1), hashtext(current_schema)) as won`,
        [name],
      );
      return rows[0]?.won ? await work(lost.signal) : undefined;
    } finally {
      // Closing the connection drops the lock, also after an error that left it unusable.
      await client.end().catch(() => {});
    }
  };
}
