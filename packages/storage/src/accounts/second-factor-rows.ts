import type { SecondFactorStore } from '@loadcast/core/quota';
import { strictInsertion } from '../codec/record-table.js';
import { RECOVERY_CODE_TABLE } from './control-tables.js';
import { runStatement, type SqlDatabase, type SqlTransaction } from './sql-database.js';

export function secondFactorRows(db: SqlDatabase): SecondFactorStore {
  const changed = async (...statement: Parameters<SqlDatabase['run']>) => (await db.run(...statement)) === 1;
  return {
    async secondFactor(accountId) {
      const [row] = await db.query<{ readonly secret: string; readonly confirmed_at: number | null }>(
        'select secret, confirmed_at from second_factor where account_id = ?',
        [accountId],
      );
      return row && { secret: row.secret, confirmedAt: row.confirmed_at };
    },

    offerSecondFactor: (accountId, secret) =>
      changed(
        `insert into second_factor (account_id, secret, confirmed_at, last_step) values (?, ?, null, 0)
         on conflict (account_id) do update set secret = excluded.secret where second_factor.confirmed_at is null`,
        [accountId, secret],
      ),

    confirmSecondFactor: (accountId, at, codeDigests) =>
      db.transaction(async (trx) => {
        const confirmed = 'update second_factor set confirmed_at = ? where account_id = ? and confirmed_at is null';
        if ((await trx.run(confirmed, [at, accountId])) !== 1) return false;
        await trx.run('delete from recovery_code where account_id = ?', [accountId]);
        const codes = codeDigests.map((sha256) => ({ sha256, accountId }));
        if (codes.length > 0) await runStatement(trx, strictInsertion(RECOVERY_CODE_TABLE, codes));
        return true;
      }),

    removeSecondFactor: (accountId) => db.transaction((trx) => deleteSecondFactor(trx, accountId)),

    useTotpStep: (accountId, step) =>
      changed('update second_factor set last_step = ? where account_id = ? and last_step < ?', [step, accountId, step]),

    useRecoveryCode: (accountId, sha256) =>
      changed('delete from recovery_code where account_id = ? and sha256 = ?', [accountId, sha256]),

    async recoveryCodesLeft(accountId) {
      const [row] = await db.query<{ codes: number }>(
        'select count(*) as codes from recovery_code where account_id = ?',
        [accountId],
      );
      return row!.codes;
    },

    async secondFactorAccounts() {
      const rows = await db.query<{ account_id: string }>('select account_id from second_factor');
      return rows.map(({ account_id }) => account_id);
    },

    replaceSecret: (accountId, from, to) =>
      changed('update second_factor set secret = ? where account_id = ? and secret = ?', [to, accountId, from]),
  };
}

export async function deleteSecondFactor(trx: SqlTransaction, accountId: string): Promise<void> {
  for (const table of ['recovery_code', 'second_factor'])
    await trx.run(`delete from ${table} where account_id = ?`, [accountId]);
}
