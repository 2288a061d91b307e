import type pg from 'pg';
import { StoreError } from '../store-error.js';

export interface SessionOptions {
  readonly schema?: string | undefined;
  /** How long a statement, or a pause inside a transaction, may take, ms; no limit if absent. */
  readonly timeoutMs?: number;
}

/** A longer wait for a statement is given up on this side: a server whose machine is gone cannot end it. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Settings of a new session. Not startup parameters: PgBouncer refuses a connection with one that it does not know.
 *
 * The server finds out within half a minute that a client's machine is gone, and drops its locks.
 */
export async function setUpSession(client: pg.ClientBase, { schema, timeoutMs }: SessionOptions): Promise<void> {
  const settings: Readonly<Record<string, string | undefined>> = {
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    search_path: schema,
    statement_timeout: timeoutMs?.toString(),
    idle_in_transaction_session_timeout: timeoutMs?.toString(),
  };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const calls = given.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, false)`);
  await client.query(`select ${calls.join(', ')}`, given.flat());
}

/**
 * Refuses a pooler that gives the server's sessions to others between transactions: locks, notifications and settings
 * belong to a session.
 *
 * @throws {StoreError} `pooled`
 */
export async function assertOwnSessions(openClient: () => Promise<pg.Client>): Promise<void> {
  const token = `${process.pid} ${performance.now()}`;
  const [one, other] = [await openClient(), await openClient()];
  try {
    await one.query("select set_config('loadcast.session', $1, false)", [token]);
    await other.query('begin');
    const isShared = (await readToken(other)) === token;
    if (!isShared && (await readToken(one)) === token) return;
    throw new StoreError(
      'pooled',
      'a pooler between here and PostgreSQL does not keep sessions; set it to session mode (PgBouncer: pool_mode = session)',
    );
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/** The mark that a session carries. A session that is taken away does not answer. */
async function readToken(client: pg.Client): Promise<string | null> {
  const text = "select current_setting('loadcast.session', true) as token";
  const query = { text, query_timeout: ANSWER_WITHIN_MS };
  return (await client.query<{ token: string | null }>(query)).rows[0]?.token ?? null;
}
