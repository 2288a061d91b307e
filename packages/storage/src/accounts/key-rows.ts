import type { ControlStore } from '@loadcast/core';
import { keyEndsAt, keyStateOf } from '@loadcast/core/quota';
import type { Kysely } from 'kysely';
import type { Change } from './change.js';
import { type ControlTables, keyRow, toAccount, toKey } from './control-tables.js';

/** Last uses written in one transaction. */
const TOUCH_BATCH = 200;

/** Reads API keys, and notes when they were used. */
export function keyReads(db: Kysely<ControlTables>): Pick<ControlStore, 'keys' | 'key' | 'keyBySha256' | 'touchKeys'> {
  return {
    async keys(accountId) {
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toKey);
    },

    async key(keyId) {
      const row = await db.selectFrom('api_key').selectAll().where('id', '=', keyId).executeTakeFirst();
      return row && toKey(row);
    },

    async keyBySha256(sha256) {
      const row = await db
        .selectFrom('api_key')
        .innerJoin('account', 'account.id', 'api_key.account_id')
        .selectAll('api_key')
        .select([
          'account.email',
          'account.plan_a',
          'account.plan_b',
          'account.plan_c',
          'account.overrides',
          'account.created_at as account_created_at',
          'account.deleted_at',
          'account.suspended_at',
        ])
        .where('api_key.sha256', '=', sha256)
        .executeTakeFirst();
      if (!row) return undefined;
      const owner = { ...row, id: row.account_id, created_at: row.account_created_at };
      return { key: toKey(row), account: toAccount(owner) };
    },

    async touchKeys(uses) {
      // Rows are locked in one order everywhere, so that two gateways never wait for each other's rows.
      const all = [...uses].sort(([one], [two]) => (one < two ? -1 : 1));
      for (let from = 0; from < all.length; from += TOUCH_BATCH) {
        await db.transaction().execute(async (trx) => {
          for (const [id, at] of all.slice(from, from + TOUCH_BATCH)) {
            await trx
              .updateTable('api_key')
              .set({ last_used_at: at })
              .where('id', '=', id)
              .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
              .execute();
          }
        });
      }
    },
  };
}

/** Makes, rotates and revokes API keys. */
export function keyChanges(change: Change): Pick<ControlStore, 'createKey' | 'rotateKey' | 'revokeKey'> {
  return {
    createKey: (key, places) =>
      change(async (trx, version) => {
        const owner = await trx
          .selectFrom('account')
          .select('id')
          .where('id', '=', key.accountId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (!owner) return false;
        if (places !== null) {
          const rows = await trx.selectFrom('api_key').selectAll().where('account_id', '=', key.accountId).execute();
          const taken = rows.filter((row) => keyStateOf(toKey(row), key.createdAt) === 'active').length;
          if (taken >= places) return false;
        }
        await trx.insertInto('api_key').values(keyRow(key, version)).execute();
        return true;
      }),

    rotateKey: (oldId, key, oldExpiresAt) =>
      change(async (trx, version) => {
        const old = await trx
          .selectFrom('api_key')
          .selectAll()
          .where('id', '=', oldId)
          .where('account_id', '=', key.accountId)
          .executeTakeFirst();
        if (!old || keyStateOf(toKey(old), key.createdAt) !== 'active') return false;
        await trx
          .updateTable('api_key')
          .set({ replaced_by: key.id, expires_at: Math.min(keyEndsAt(toKey(old)), oldExpiresAt), version })
          .where('id', '=', oldId)
          .execute();
        await trx.insertInto('api_key').values(keyRow(key, version)).execute();
        return true;
      }),

    revokeKey: (accountId, keyId, at) =>
      change(async (trx, version) => {
        const { numUpdatedRows } = await trx
          .updateTable('api_key')
          .set({ revoked_at: at, version })
          .where('id', '=', keyId)
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      }),
  };
}
