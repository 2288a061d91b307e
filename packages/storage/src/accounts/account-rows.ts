import type { Account, ControlStore, EpochMs } from '@loadcast/core';
import { strictInsertion, toRecord } from '../codec/record-table.js';
import type { SqlValue } from '../store-contents.js';
import type { Change } from './change.js';
import { ACCOUNT_TABLE } from './control-tables.js';
import { deleteSecondFactor } from './second-factor-rows.js';
import { runStatement, type SqlDatabase, type SqlTransaction } from './sql-database.js';

/** The columns of an account without the hash of its password. */
const COLUMNS = Object.keys(ACCOUNT_TABLE.columns).filter((column) => column !== 'password_hash');

export function toAccount(row: object): Account {
  const {
    planA: a,
    planB: b,
    planC: c,
    overrides,
    version: _,
    passwordHash: __,
    ...same
  } = toRecord(ACCOUNT_TABLE, row);
  return { ...same, plans: { a, b, c }, overrides: JSON.parse(overrides) };
}

export async function readAccounts(db: SqlTransaction, rest: string, values: readonly (string | number)[] = []) {
  return (await db.query<object>(`select ${COLUMNS.join(', ')} from account where ${rest}`, values)).map(toAccount);
}

type Changes = 'createAccount' | 'setPlans' | 'setSuspended' | 'setPasswordHash' | 'deleteAccount';

export function accountRows(
  db: SqlDatabase,
  change: Change,
): Pick<ControlStore, 'account' | 'accountByEmail' | 'accounts' | 'passwordHash' | Changes> {
  return {
    account: async (id) => (await readAccounts(db, 'deleted_at is null and id = ?', [id]))[0],
    accountByEmail: async (email) => (await readAccounts(db, 'deleted_at is null and email = ?', [email]))[0],
    accounts: () => readAccounts(db, 'deleted_at is null order by created_at, id'),

    async passwordHash(id) {
      const [row] = await db.query<{ hash: string | null }>(
        'select password_hash as hash from account where id = ? and deleted_at is null',
        [id],
      );
      return row?.hash ?? null;
    },

    createAccount: ({ plans, overrides, ...account }, passwordHash) =>
      change(async (trx, version) => {
        if ((await readAccounts(trx, 'deleted_at is null and email = ?', [account.email])).length > 0) return false;
        const stored = { planA: plans.a, planB: plans.b, planC: plans.c, overrides: JSON.stringify(overrides) };
        await runStatement(trx, strictInsertion(ACCOUNT_TABLE, [{ ...account, ...stored, passwordHash, version }]));
        await trx.run('delete from account_link where email = ?', [account.email]);
        return true;
      }),

    setPlans: (id, { a, b, c }, overrides) =>
      change((trx, version) =>
        updateAccount(trx, id, { plan_a: a, plan_b: b, plan_c: c, overrides: JSON.stringify(overrides), version }),
      ),

    setSuspended: (id, at) =>
      change(async (trx, version) => {
        if (at !== null) await trx.run('delete from session where account_id = ?', [id]);
        return updateAccount(trx, id, { suspended_at: at, version });
      }),

    async setPasswordHash(id, passwordHash) {
      await change(async (trx, version) => {
        await updateAccount(trx, id, { password_hash: passwordHash, version });
        await deleteWaysIn(trx, id);
        return true;
      });
    },

    deleteAccount: (id, at) => change((trx, version) => deleteAccount(trx, id, at, version)),
  };
}

/** @returns whether the account is there */
async function updateAccount(trx: SqlTransaction, id: string, changes: Readonly<Record<string, SqlValue>>) {
  const set = Object.keys(changes).map((column) => `${column} = ?`);
  const values = [...Object.values(changes), id];
  return (await trx.run(`update account set ${set.join(', ')} where id = ? and deleted_at is null`, values)) === 1;
}

async function deleteAccount(trx: SqlTransaction, id: string, at: EpochMs, version: number): Promise<boolean> {
  const [account] = await readAccounts(trx, 'deleted_at is null and id = ?', [id]);
  if (!account) return false;
  await trx.run('delete from account_link where email = ?', [account.email]);
  await updateAccount(trx, id, { email: '', deleted_at: at, password_hash: null, version });
  await trx.run('update api_key set revoked_at = ?, version = ? where account_id = ? and revoked_at is null', [
    at,
    version,
    id,
  ]);
  await deleteWaysIn(trx, id);
  await deleteSecondFactor(trx, id);
  const own = 'select id from webhook where account_id = ?';
  await trx.run(`delete from webhook_delivery where webhook_id in (${own})`, [id]);
  await trx.run('delete from webhook where account_id = ?', [id]);
  await trx.run('delete from added_area where account_id = ?', [id]);
  // Submissions stay, under an id that no longer leads to a name.
  await trx.run("update forecaster set name = '' where account_id = ?", [id]);
  return true;
}

/** Ends what an old password opened: sessions, reset links, and devices and networks that are not throttled. */
async function deleteWaysIn(trx: SqlTransaction, accountId: string): Promise<void> {
  for (const table of ['session', 'account_link', 'known_origin'])
    await trx.run(`delete from ${table} where account_id = ?`, [accountId]);
}
