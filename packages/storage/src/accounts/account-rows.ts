import type { ControlStore, EpochMs } from '@loadcast/core';
import type { Kysely, Transaction } from 'kysely';
import type { Change } from './change.js';
import { ACCOUNT_COLUMNS, type ControlTables, toAccount } from './control-tables.js';
import { deleteSecondFactor } from './second-factor-rows.js';

/** Reads accounts. */
export function accountReads(
  db: Kysely<ControlTables>,
): Pick<ControlStore, 'account' | 'accountByEmail' | 'accounts' | 'passwordHash'> {
  const liveAccounts = () => db.selectFrom('account').select(ACCOUNT_COLUMNS).where('deleted_at', 'is', null);
  return {
    async account(id) {
      const row = await liveAccounts().where('id', '=', id).executeTakeFirst();
      return row && toAccount(row);
    },

    async accountByEmail(email) {
      const row = await liveAccounts().where('email', '=', email).executeTakeFirst();
      return row && toAccount(row);
    },

    async accounts() {
      return (await liveAccounts().orderBy('created_at').orderBy('id').execute()).map(toAccount);
    },

    async passwordHash(id) {
      const row = await db
        .selectFrom('account')
        .select('password_hash')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row?.password_hash ?? null;
    },
  };
}

/** Makes, changes and deletes accounts. */
export function accountChanges(change: Change): Pick<ControlStore, 'createAccount' | 'setPlans' | 'deleteAccount'> {
  return {
    createAccount: (account, passwordHash) =>
      change(async (trx, version) => {
        const taken = await trx
          .selectFrom('account')
          .select('id')
          .where('email', '=', account.email)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (taken) return false;
        await trx
          .insertInto('account')
          .values({
            id: account.id,
            email: account.email,
            plan_a: account.plans.a,
            plan_b: account.plans.b,
            plan_c: account.plans.c,
            overrides: JSON.stringify(account.overrides),
            password_hash: passwordHash,
            created_at: account.createdAt,
            deleted_at: account.deletedAt,
            suspended_at: account.suspendedAt,
            version,
          })
          .execute();
        await trx.deleteFrom('account_link').where('email', '=', account.email).execute();
        return true;
      }),

    setPlans: (id, plans, overrides) =>
      change(async (trx, version) => {
        const { numUpdatedRows } = await trx
          .updateTable('account')
          .set({
            plan_a: plans.a,
            plan_b: plans.b,
            plan_c: plans.c,
            overrides: JSON.stringify(overrides),
            version,
          })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      }),

    deleteAccount: (id, at) =>
      change(async (trx, version) => {
        const live = trx.selectFrom('account').select('email').where('id', '=', id).where('deleted_at', 'is', null);
        const account = await live.executeTakeFirst();
        if (!account) return false;
        await trx.deleteFrom('account_link').where('email', '=', account.email).execute();
        await trx
          .updateTable('account')
          .set({ email: '', deleted_at: at, password_hash: null, version })
          .where('id', '=', id)
          .execute();
        await revokeKeys(trx, id, at, version);
        await deleteWaysIn(trx, id);
        await deleteSecondFactor(trx, id);
        await deleteWebhooks(trx, id);
        return true;
      }),
  };
}

/** Changes who may sign in to an account. */
export function signInChanges(change: Change): Pick<ControlStore, 'setSuspended' | 'setPasswordHash'> {
  return {
    setSuspended: (id, at) =>
      change(async (trx, version) => {
        const { numUpdatedRows } = await trx
          .updateTable('account')
          .set({ suspended_at: at, version })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (at !== null) await trx.deleteFrom('session').where('account_id', '=', id).execute();
        return numUpdatedRows === 1n;
      }),

    async setPasswordHash(id, passwordHash) {
      await change(async (trx, version) => {
        await trx
          .updateTable('account')
          .set({ password_hash: passwordHash, version })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute();
        await deleteWaysIn(trx, id);
        return true;
      });
    },
  };
}

/** Ends what an old password opened: sessions, reset links, and devices and networks that are not throttled. */
async function deleteWaysIn(trx: Transaction<ControlTables>, accountId: string): Promise<void> {
  await trx.deleteFrom('session').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('account_link').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('known_origin').where('account_id', '=', accountId).execute();
}

async function deleteWebhooks(trx: Transaction<ControlTables>, accountId: string): Promise<void> {
  const webhooks = trx.selectFrom('webhook').select('id').where('account_id', '=', accountId);
  await trx.deleteFrom('webhook_delivery').where('webhook_id', 'in', webhooks).execute();
  await trx.deleteFrom('webhook').where('account_id', '=', accountId).execute();
}

async function revokeKeys(trx: Transaction<ControlTables>, accountId: string, at: EpochMs, version: number) {
  await trx
    .updateTable('api_key')
    .set({ revoked_at: at, version })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}
