import type { KnownOrigin, Link, LinkStore, OriginStore } from '@loadcast/core/quota';
import { insertion, strictInsertion, toRecord } from '../codec/record-table.js';
import { LINK_TABLE, ORIGIN_TABLE } from './control-tables.js';
import { runStatement, type SqlDatabase, type SqlTransaction } from './sql-database.js';

const LIVE = 'where sha256 = ? and purpose = ? and expires_at > ?';

export function linkRows(db: SqlDatabase): LinkStore {
  const first = (rows: readonly object[]): Link | undefined => rows.map((row) => toRecord(LINK_TABLE, row))[0];
  return {
    async keepLink(link) {
      const { purpose, accountId, email } = link;
      await db.transaction(async (trx) => {
        for (const [column, owner] of Object.entries({ account_id: accountId, email })) {
          if (owner === null || purpose === 'confirm') continue;
          await trx.run(`delete from account_link where purpose = ? and ${column} = ?`, [purpose, owner]);
        }
        await runStatement(trx, strictInsertion(LINK_TABLE, [link]));
      });
    },
    link: async (...asked) => first(await db.query<object>(`select * from account_link ${LIVE}`, asked)),
    takeLink: (...asked) =>
      db.transaction(async (trx) =>
        first(await trx.query<object>(`delete from account_link ${LIVE} returning *`, asked)),
      ),
  };
}

/** Devices and networks from which accounts signed in. */
export function originRows(db: SqlDatabase): OriginStore {
  return {
    keepOrigin: (origin) => keepOrigins(db, [origin]),

    async isKnownOrigin(accountId, digests, now) {
      if (digests.length === 0) return false;
      const rows = await db.query(
        `select 1 from known_origin where account_id = ? and expires_at > ?
           and sha256 in (${digests.map(() => '?').join(', ')}) limit 1`,
        [accountId, now, ...digests],
      );
      return rows.length > 0;
    },

    async originsOf(accountId, most, now) {
      const rows = await db.query<{ sha256: string }>(
        'select sha256 from known_origin where account_id = ? and expires_at > ? limit ?',
        [accountId, now, most],
      );
      return rows.map(({ sha256 }) => sha256);
    },
  };
}

export async function keepOrigins(db: SqlTransaction, origins: readonly KnownOrigin[]): Promise<void> {
  for (const origin of origins) await runStatement(db, insertion(ORIGIN_TABLE, [origin]));
}
