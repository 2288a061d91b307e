import type pg from 'pg';
import { unavailable } from './postgres-fault.js';

/**
 * Fencing tokens of the leaderships that this process won. A token is larger than all earlier ones of its name, and a
 * write checks in its own transaction that no larger one exists: a process that lost its leadership without noticing
 * can no longer write.
 *
 * @see Kleppmann 2016, "How to do distributed locking" (fencing tokens)
 */
export type Fence = ReturnType<typeof createFence>;

export function createFence() {
  const tokens = new Map<string, number>();
  return {
    /** Takes the next token of a name, which makes all earlier ones stale. */
    async take(client: pg.ClientBase, name: string): Promise<void> {
      const { rows } = await client.query<{ token: number }>(
        `insert into leadership (name, token) values ($1, 1)
         on conflict (name) do update set token = leadership.token + 1 returning token`,
        [name],
      );
      tokens.set(name, rows[0]!.token);
    },
    /** Drops the token of a name: its work ended in order, and later writes are not its leader's. */
    release: (name: string) => void tokens.delete(name),
    /**
     * Checks the tokens held, on the connection of the transaction that writes; the rows stay locked until it ends.
     *
     * @throws {ServiceError} `unavailable`: another process leads
     */
    async check(client: pg.ClientBase): Promise<void> {
      if (tokens.size === 0) return;
      const { rows } = await client.query<{ name: string; token: number }>(
        'select name, token from leadership where name = any($1) for share',
        [[...tokens.keys()]],
      );
      const stale = rows.find(({ name, token }) => token !== tokens.get(name));
      if (stale) throw unavailable(`another process leads "${stale.name}" by now; nothing was written`);
    },
  };
}
