import type { KnownOrigin, Link, LinkPurpose, LinkStore, OriginStore } from '@loadcast/core/quota';
import type { Kysely } from 'kysely';
import type { ControlTables, LinkRow } from './control-tables.js';

/** Links that work once. */
export function linkRows(db: Kysely<ControlTables>): LinkStore {
  return {
    async keepLink(link) {
      await db.transaction().execute(async (trx) => {
        const older = trx
          .deleteFrom('account_link')
          .where('purpose', '=', link.purpose)
          .where('purpose', '!=', 'confirm');
        if (link.accountId !== null) await older.where('account_id', '=', link.accountId).execute();
        if (link.email !== null) await older.where('email', '=', link.email).execute();
        await trx.insertInto('account_link').values(toRow(link)).execute();
      });
    },

    async link(sha256, purpose, now) {
      const row = await db
        .selectFrom('account_link')
        .selectAll()
        .where('sha256', '=', sha256)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && toLink(row);
    },

    async takeLink(sha256, purpose, now) {
      const row = await db
        .deleteFrom('account_link')
        .where('sha256', '=', sha256)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row && toLink(row);
    },
  };
}

/** Devices and networks from which accounts signed in. */
export function originRows(db: Kysely<ControlTables>): OriginStore {
  return {
    keepOrigin: (origin) => keepOrigin(db, origin),

    async isKnownOrigin(accountId, digests, now) {
      if (digests.length === 0) return false;
      const row = await db
        .selectFrom('known_origin')
        .select('sha256')
        .where('sha256', 'in', digests)
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    async originsOf(accountId, most, now) {
      const rows = await db
        .selectFrom('known_origin')
        .select('sha256')
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .limit(most)
        .execute();
      return rows.map(({ sha256 }) => sha256);
    },
  };
}

export async function keepOrigin(
  db: Kysely<ControlTables>,
  { sha256, accountId, expiresAt }: KnownOrigin,
): Promise<void> {
  await db
    .insertInto('known_origin')
    .values({ sha256, account_id: accountId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ account_id: accountId, expires_at: expiresAt }))
    .execute();
}

function toRow(link: Link): LinkRow {
  return {
    sha256: link.sha256,
    purpose: link.purpose,
    account_id: link.accountId,
    email: link.email,
    password_hash: link.passwordHash,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  };
}

function toLink(row: LinkRow): Link {
  return {
    sha256: row.sha256,
    purpose: row.purpose as LinkPurpose,
    accountId: row.account_id,
    email: row.email,
    passwordHash: row.password_hash,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
  };
}
