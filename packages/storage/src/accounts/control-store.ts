import { type ApiKey, type ControlStore, DAY_MS, type KeyStore, type Session, type SessionStore } from '@loadcast/core';
import { DEAD_KEY_DAYS, keyEndsAt, keyStateOf } from '@loadcast/core/quota';
import { readRecords, strictInsertion, toRecord } from '../codec/record-table.js';
import { accountRows, readAccounts, toAccount } from './account-rows.js';
import { type Change, numberedChanges, readVersion } from './change.js';
import { KEY_TABLE, SESSION_TABLE } from './control-tables.js';
import { eventRows } from './event-rows.js';
import { keepOrigins, linkRows, originRows } from './link-rows.js';
import { secondFactorRows } from './second-factor-rows.js';
import { runStatement, type SqlDatabase, type SqlTransaction } from './sql-database.js';

/** Accounts, keys and sessions in SQL: the same code on SQLite and PostgreSQL. */
export function sqlControlStore(db: SqlDatabase): ControlStore {
  const change = numberedChanges(db);
  return {
    ...accountRows(db, change),
    ...keyRows(db, change),
    ...sessionRows(db),
    ...linkRows(db),
    ...originRows(db),
    ...secondFactorRows(db),
    ...eventRows(db),

    version: () => readVersion(db),
    async changesSince(since) {
      // The counter first: a change that lands in between is read twice rather than never.
      const version = await readVersion(db);
      const accounts = await readAccounts(db, 'version > ?', [since]);
      return { version, accounts, keys: await readKeys(db, 'version > ?', [since]) };
    },

    async sweep(now) {
      const deadBefore = now - DEAD_KEY_DAYS * DAY_MS;
      await db.run('delete from api_key where revoked_at <= ? or expires_at <= ?', [deadBefore, deadBefore]);
      await db.run('delete from session where expires_at <= ? or idle_at <= ?', [now, now]);
      await db.run('delete from account_link where expires_at <= ?', [now]);
      await db.run('delete from known_origin where expires_at <= ?', [now]);
    },
  };
}

/** Last uses written in one transaction. */
const TOUCH_BATCH = 200;

function toKey(row: object): ApiKey {
  const { scope, version: _, ...key } = toRecord(KEY_TABLE, row);
  return { ...key, ...(scope === null ? {} : { scope: JSON.parse(scope) }) };
}

async function readKeys(db: SqlTransaction, rest: string, values: readonly (string | number)[]) {
  return (await db.query<object>(`select * from api_key where ${rest}`, values)).map(toKey);
}

function keep(db: SqlTransaction, { scope, ...key }: ApiKey, version: number): Promise<number> {
  const stored = { ...key, scope: scope === undefined ? null : JSON.stringify(scope), version };
  return runStatement(db, strictInsertion(KEY_TABLE, [stored]));
}

function keyRows(db: SqlDatabase, change: Change): KeyStore {
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

function sessionRows(db: SqlDatabase): SessionStore {
  async function live(now: number, rest: string, value: string): Promise<Session[]> {
    const where = `where expires_at > ? and idle_at > ? and ${rest}`;
    const sessions = await readRecords(db, SESSION_TABLE, where, [now, now, value]);
    return sessions.map(({ madeFrom: from, ...same }) => ({ ...same, from }));
  }
  const end = (where: string, ...values: string[]) => db.run(`delete from session where ${where}`, values);
  return {
    async createSession({ from: madeFrom, ...session }, origins = []) {
      await db.transaction(async (trx) => {
        await runStatement(trx, strictInsertion(SESSION_TABLE, [{ ...session, madeFrom }]));
        await keepOrigins(trx, origins);
      });
    },
    session: async (sha256, now) => (await live(now, 'sha256 = ?', sha256))[0],
    sessions: (accountId, now) => live(now, 'account_id = ? order by created_at desc, id desc', accountId),
    async touchSession(sha256, usedAt, idleAt) {
      await db.run('update session set used_at = ?, idle_at = ? where sha256 = ?', [usedAt, idleAt, sha256]);
    },
    async endSession(sha256) {
      await end('sha256 = ?', sha256);
    },
    endSessionById: async (accountId, id) => (await end('account_id = ? and id = ?', accountId, id)) === 1,
    async endSessions(accountId) {
      await end('account_id = ?', accountId);
    },
  };
}
