import type { ApiKey, KeyStore } from '@loadcast/core';
import { keyEndsAt, keyStateOf } from '@loadcast/core/quota';
import { strictInsertion, toRecord } from '../codec/record-table.js';
import { toAccount } from './account-rows.js';
import type { Change } from './change.js';
import { KEY_TABLE } from './control-tables.js';
import { runStatement, type SqlDatabase, type SqlTransaction } from './sql-database.js';

/** Last uses written in one transaction. */
const TOUCH_BATCH = 200;

function toKey(row: object): ApiKey {
  const { scope, version: _, ...key } = toRecord(KEY_TABLE, row);
  return { ...key, ...(scope === null ? {} : { scope: JSON.parse(scope) }) };
}

export async function readKeys(db: SqlTransaction, rest: string, values: readonly (string | number)[]) {
  return (await db.query<object>(`select * from api_key where ${rest}`, values)).map(toKey);
}

function keep(db: SqlTransaction, { scope, ...key }: ApiKey, version: number): Promise<number> {
  const stored = { ...key, scope: scope === undefined ? null : JSON.stringify(scope), version };
  return runStatement(db, strictInsertion(KEY_TABLE, [stored]));
}

export function keyRows(db: SqlDatabase, change: Change): KeyStore {
  return {
    keys: (accountId) => readKeys(db, 'account_id = ? order by created_at, id', [accountId]),
    key: async (keyId) => (await readKeys(db, 'id = ?', [keyId]))[0],

    async keyBySha256(sha256) {
      const [row] = await db.query<{ readonly account_id: string; readonly account_created_at: number }>(
        `select api_key.*, email, plan_a, plan_b, plan_c, overrides, deleted_at, suspended_at,
           account.created_at as account_created_at
         from api_key join account on account.id = account_id where sha256 = ?`,
        [sha256],
      );
      if (!row) return undefined;
      const owner = { ...row, id: row.account_id, created_at: row.account_created_at };
      return { key: toKey(row), account: toAccount(owner) };
    },

    async touchKeys(uses) {
      // Rows are locked in one order everywhere, so that two gateways never wait for each other's rows.
      const all = [...uses].sort(([one], [two]) => (one < two ? -1 : 1));
      for (let from = 0; from < all.length; from += TOUCH_BATCH) {
        await db.transaction(async (trx) => {
          for (const [id, at] of all.slice(from, from + TOUCH_BATCH)) {
            await trx.run(
              'update api_key set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)',
              [at, id, at],
            );
          }
        });
      }
    },

    createKey: (key, places) =>
      change(async (trx, version) => {
        const [owner] = await trx.query('select 1 from account where id = ? and deleted_at is null', [key.accountId]);
        if (!owner) return false;
        if (places !== null) {
          const keys = await readKeys(trx, 'account_id = ?', [key.accountId]);
          if (keys.filter((each) => keyStateOf(each, key.createdAt) === 'active').length >= places) return false;
        }
        await keep(trx, key, version);
        return true;
      }),

    rotateKey: (oldId, key, oldExpiresAt) =>
      change(async (trx, version) => {
        const [old] = await readKeys(trx, 'id = ? and account_id = ?', [oldId, key.accountId]);
        if (!old || keyStateOf(old, key.createdAt) !== 'active') return false;
        const endsAt = Math.min(keyEndsAt(old), oldExpiresAt);
        await trx.run('update api_key set replaced_by = ?, expires_at = ?, version = ? where id = ?', [
          key.id,
          endsAt,
          version,
          oldId,
        ]);
        await keep(trx, key, version);
        return true;
      }),

    revokeKey: (accountId, keyId, at) =>
      change(
        async (trx, version) =>
          (await trx.run(
            'update api_key set revoked_at = ?, version = ? where id = ? and account_id = ? and revoked_at is null',
            [at, version, keyId, accountId],
          )) === 1,
      ),
  };
}
