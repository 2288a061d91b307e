import type { ControlStore } from '@loadcast/core';
import type { Kysely } from 'kysely';
import type { ControlTables } from './control-tables.js';

/** Sessions of people who signed in. */
export function sessionRows(
  db: Kysely<ControlTables>,
): Pick<ControlStore, 'createSession' | 'session' | 'endSession' | 'sweepSessions'> {
  return {
    async createSession(session) {
      await db
        .insertInto('session')
        .values({
          sha256: session.sha256,
          account_id: session.accountId,
          created_at: session.createdAt,
          expires_at: session.expiresAt,
        })
        .execute();
    },

    async session(sha256, now) {
      const row = await db
        .selectFrom('session')
        .selectAll()
        .where('sha256', '=', sha256)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return (
        row && {
          sha256: row.sha256,
          accountId: row.account_id,
          createdAt: Number(row.created_at),
          expiresAt: Number(row.expires_at),
        }
      );
    },

    async endSession(sha256) {
      await db.deleteFrom('session').where('sha256', '=', sha256).execute();
    },

    async sweepSessions(now) {
      await db.deleteFrom('session').where('expires_at', '<=', now).execute();
    },
  };
}
