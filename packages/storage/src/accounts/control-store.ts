import type { ControlStore } from '@loadcast/core';
import type { Kysely, Transaction } from 'kysely';
import { accountOf, type ControlTables, keyOf, keyRow } from './control-tables.js';

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'plan_a',
  'plan_b',
  'plan_c',
  'overrides',
  'created_at',
  'deleted_at',
  'version',
] as const;

/** Last uses written in one transaction. */
const TOUCH_BATCH = 200;

/**
 * Accounts, keys and sessions in SQL: the same code on SQLite and PostgreSQL.
 *
 * Every change first adds one to `control_version`: its row lock puts changes in order, so a version that can be read
 * stands for everything up to it.
 *
 * @param db its tables are those of the migration "accounts, keys and sessions"
 * @param fault what callers are told of an error of the database
 */
export function sqlControlStore(
  db: Kysely<ControlTables>,
  fault: (thrown: unknown) => unknown = (thrown) => thrown,
): ControlStore {
  return new Proxy(controlStoreOf(db), {
    get(store, name, receiver) {
      const method = Reflect.get(store, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(method, store, args);
        } catch (thrown) {
          throw fault(thrown);
        }
      };
    },
  });
}

function controlStoreOf(db: Kysely<ControlTables>): ControlStore {
  /** Runs `work` in a transaction with the number of this change; undone when it returns false. */
  async function change(
    work: (trx: Transaction<ControlTables>, version: number) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      await db.transaction().execute(async (trx) => {
        const { version } = await trx
          .updateTable('control_version')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .returning('version')
          .executeTakeFirstOrThrow();
        if (!(await work(trx, Number(version)))) throw UNDO;
      });
      return true;
    } catch (error) {
      if (error === UNDO) return false;
      throw error;
    }
  }

  const liveAccounts = () => db.selectFrom('account').select(ACCOUNT_COLUMNS).where('deleted_at', 'is', null);

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
            version,
          })
          .execute();
        return true;
      }),

    async account(id) {
      const row = await liveAccounts().where('id', '=', id).executeTakeFirst();
      return row && accountOf(row);
    },

    async accountByEmail(email) {
      const row = await liveAccounts().where('email', '=', email).executeTakeFirst();
      return row && accountOf(row);
    },

    async accounts() {
      return (await liveAccounts().orderBy('created_at').orderBy('id').execute()).map(accountOf);
    },

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
        const { numUpdatedRows } = await trx
          .updateTable('account')
          .set({ deleted_at: at, password_hash: null, version })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('api_key')
          .set({ revoked_at: at, version })
          .where('account_id', '=', id)
          .where('revoked_at', 'is', null)
          .execute();
        await trx.deleteFrom('session').where('account_id', '=', id).execute();
        return numUpdatedRows === 1n;
      }),

    async passwordHash(id) {
      const row = await db
        .selectFrom('account')
        .select('password_hash')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row?.password_hash ?? null;
    },

    async setPasswordHash(id, passwordHash) {
      await change(async (trx, version) => {
        await trx
          .updateTable('account')
          .set({ password_hash: passwordHash, version })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute();
        await trx.deleteFrom('session').where('account_id', '=', id).execute();
        return true;
      });
    },

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
          const { taken } = await trx
            .selectFrom('api_key')
            .select((eb) => eb.fn.countAll<number | string>().as('taken'))
            .where('account_id', '=', key.accountId)
            .where('revoked_at', 'is', null)
            .where('replaced_by', 'is', null)
            .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', key.createdAt)]))
            .executeTakeFirstOrThrow();
          if (Number(taken) >= places) return false;
        }
        await trx.insertInto('api_key').values(keyRow(key, version)).execute();
        return true;
      }),

    rotateKey: (oldId, key, oldExpiresAt) =>
      change(async (trx, version) => {
        const old = await trx
          .selectFrom('api_key')
          .select(['expires_at', 'revoked_at', 'replaced_by'])
          .where('id', '=', oldId)
          .where('account_id', '=', key.accountId)
          .executeTakeFirst();
        const expiresAt = old?.expires_at == null ? Number.POSITIVE_INFINITY : Number(old.expires_at);
        if (!old || old.revoked_at !== null || old.replaced_by !== null || expiresAt <= key.createdAt) return false;
        await trx
          .updateTable('api_key')
          .set({ replaced_by: key.id, expires_at: Math.min(expiresAt, oldExpiresAt), version })
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

    async keys(accountId) {
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(keyOf);
    },

    async key(keyId) {
      const row = await db.selectFrom('api_key').selectAll().where('id', '=', keyId).executeTakeFirst();
      return row && keyOf(row);
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
        ])
        .where('api_key.sha256', '=', sha256)
        .executeTakeFirst();
      if (!row) return undefined;
      const owner = { ...row, id: row.account_id, created_at: row.account_created_at };
      return { key: keyOf(row), account: accountOf(owner) };
    },

    async touchKeys(uses) {
      // In one order everywhere, so that two gateways never wait for each other's rows.
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

    async version() {
      const row = await db.selectFrom('control_version').select('version').executeTakeFirstOrThrow();
      return Number(row.version);
    },

    async changesSince(since) {
      // The counter first: a change that lands in between is read twice rather than never.
      const { version } = await db.selectFrom('control_version').select('version').executeTakeFirstOrThrow();
      const accounts = await db.selectFrom('account').select(ACCOUNT_COLUMNS).where('version', '>', since).execute();
      const keys = await db.selectFrom('api_key').selectAll().where('version', '>', since).execute();
      return { version: Number(version), accounts: accounts.map(accountOf), keys: keys.map(keyOf) };
    },
  };
}

const UNDO = Symbol('undo');
