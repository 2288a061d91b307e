import { type ControlStore, DAY_MS, type Session, type SessionStore } from '@loadcast/core';
import { DEAD_KEY_DAYS } from '@loadcast/core/quota';
import type { Kysely } from 'kysely';
import type { ControlTables, SessionRow } from './control-tables.js';
import { keepOrigin } from './link-rows.js';

/** Sessions of people who signed in. */
export function sessionRows(db: Kysely<ControlTables>): SessionStore {
  const live = (now: number) =>
    db.selectFrom('session').selectAll().where('expires_at', '>', now).where('idle_at', '>', now);
  return {
    async createSession(session, origins = []) {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('session').values(toRow(session)).execute();
        for (const origin of origins) await keepOrigin(trx, origin);
      });
    },

    async session(sha256, now) {
      const row = await live(now).where('sha256', '=', sha256).executeTakeFirst();
      return row && toSession(row);
    },

    async sessions(accountId, now) {
      const own = live(now).where('account_id', '=', accountId);
      return (await own.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(toSession);
    },

    async touchSession(sha256, usedAt, idleAt) {
      await db.updateTable('session').set({ used_at: usedAt, idle_at: idleAt }).where('sha256', '=', sha256).execute();
    },

    async endSession(sha256) {
      await db.deleteFrom('session').where('sha256', '=', sha256).execute();
    },

    async endSessionById(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    async endSessions(accountId) {
      await db.deleteFrom('session').where('account_id', '=', accountId).execute();
    },
  };
}

/** Deletes ended rows. */
export function sweepRows(db: Kysely<ControlTables>): Pick<ControlStore, 'sweep'> {
  return {
    async sweep(now) {
      const deadBefore = now - DEAD_KEY_DAYS * DAY_MS;
      await db
        .deleteFrom('api_key')
        .where((eb) => eb.or([eb('revoked_at', '<=', deadBefore), eb('expires_at', '<=', deadBefore)]))
        .execute();
      await db
        .deleteFrom('session')
        .where((eb) => eb.or([eb('expires_at', '<=', now), eb('idle_at', '<=', now)]))
        .execute();
      await db.deleteFrom('account_link').where('expires_at', '<=', now).execute();
      await db.deleteFrom('known_origin').where('expires_at', '<=', now).execute();
    },
  };
}

function toRow(session: Session): SessionRow {
  return {
    sha256: session.sha256,
    id: session.id,
    account_id: session.accountId,
    created_at: session.createdAt,
    used_at: session.usedAt,
    idle_at: session.idleAt,
    expires_at: session.expiresAt,
    made_from: session.from,
    agent: session.agent,
  };
}

function toSession(row: SessionRow): Session {
  return {
    sha256: row.sha256,
    id: row.id,
    accountId: row.account_id,
    createdAt: Number(row.created_at),
    usedAt: Number(row.used_at),
    idleAt: Number(row.idle_at),
    expiresAt: Number(row.expires_at),
    from: row.made_from,
    agent: row.agent,
  };
}
