import type { Session, SessionStore } from '@loadcast/core';
import { readRecords, strictInsertion } from '../codec/record-table.js';
import { SESSION_TABLE } from './control-tables.js';
import { keepOrigins } from './link-rows.js';
import { runStatement, type SqlDatabase } from './sql-database.js';

export function sessionRows(db: SqlDatabase): SessionStore {
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
