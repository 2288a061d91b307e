import type { SecondFactorStore } from '@loadcast/core/quota';
import type { Kysely, Transaction } from 'kysely';
import type { ControlTables } from './control-tables.js';

/** Authenticator apps and recovery codes. */
export function secondFactorRows(db: Kysely<ControlTables>): SecondFactorStore {
  return {
    async secondFactor(accountId) {
      const row = await db
        .selectFrom('second_factor')
        .select(['secret', 'confirmed_at'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && { secret: row.secret, confirmedAt: row.confirmed_at === null ? null : Number(row.confirmed_at) };
    },

    async offerSecondFactor(accountId, secret) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('second_factor')
        .values({ account_id: accountId, secret, confirmed_at: null, last_step: 0 })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ secret }).where('second_factor.confirmed_at', 'is', null),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    confirmSecondFactor: (accountId, at, codeDigests) =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('second_factor')
          .set({ confirmed_at: at })
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
        const rows = codeDigests.map((sha256) => ({ sha256, account_id: accountId }));
        if (rows.length > 0) await trx.insertInto('recovery_code').values(rows).execute();
        return true;
      }),

    removeSecondFactor: (accountId) => db.transaction().execute((trx) => deleteSecondFactor(trx, accountId)),

    async useTotpStep(accountId, step) {
      const { numUpdatedRows } = await db
        .updateTable('second_factor')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('last_step', '<', step)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    ...recoveryCodeRows(db),
    ...secretRows(db),
  };
}

function recoveryCodeRows(db: Kysely<ControlTables>): Pick<SecondFactorStore, 'useRecoveryCode' | 'recoveryCodesLeft'> {
  return {
    async useRecoveryCode(accountId, sha256) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_code')
        .where('account_id', '=', accountId)
        .where('sha256', '=', sha256)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    async recoveryCodesLeft(accountId) {
      const { left } = await db
        .selectFrom('recovery_code')
        .select((eb) => eb.fn.countAll<number | string>().as('left'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(left);
    },
  };
}

/** The secrets themselves, sealed or not. */
function secretRows(db: Kysely<ControlTables>): Pick<SecondFactorStore, 'secondFactorAccounts' | 'replaceSecret'> {
  return {
    async secondFactorAccounts() {
      const rows = await db.selectFrom('second_factor').select('account_id').execute();
      return rows.map(({ account_id }) => account_id);
    },

    async replaceSecret(accountId, from, to) {
      const { numUpdatedRows } = await db
        .updateTable('second_factor')
        .set({ secret: to })
        .where('account_id', '=', accountId)
        .where('secret', '=', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
}

export async function deleteSecondFactor(trx: Transaction<ControlTables>, accountId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('second_factor').where('account_id', '=', accountId).execute();
}
