import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { newApiKey, type QuotaCall } from '@loadcast/core/quota';
import { openQuotaJournal } from '../../src/quota-journal/quota-journal.js';
import { openSqliteStore } from '../../src/sqlite/index.js';

/** Subjects charged in turn. */
export const ACCOUNTS = 8;

export function callOf(account: number): QuotaCall {
  const limits = { hour: null, day: null, regionDay: null };
  return { accountId: `acc_${account}`, surface: 'a', keyId: 'key_1', limits, regions: ['pjm'] };
}

/** What the process has answered: one line a step, `charge ACCOUNT USED AT` or `key SHA256`. */
export const ANSWERS = 'answers.log';

/**
 * Charges and makes keys as a busy gateway does, and notes each answer the way a socket would carry it away: in the
 * kernel's hands before the next step.
 */
export async function run(dataDir: string, round: string): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  const control = store.control;
  const counters = openQuotaJournal(dataDir, Date.now());
  if (counters.damagedLines > 0) throw new Error(`${counters.damagedLines} damaged lines`);
  const answer = (line: string) => appendFileSync(join(dataDir, ANSWERS), `${line}\n`);
  const account = {
    id: `acc_${round}`,
    email: `${round}@example.org`,
    overrides: {},
    createdAt: 0,
    deletedAt: null,
    suspendedAt: null,
  };
  await control.createAccount({ ...account, plans: { a: 'team', b: null, c: null } }, null);
  answer(`account ${account.id}`);
  console.log('started');
  for (let step = 0; ; step += 1) {
    for (let burst = 0; burst < 50; burst += 1) {
      const n = (step * 50 + burst) % ACCOUNTS;
      const { dayUsed } = counters.charge(callOf(n), Date.now());
      answer(`charge ${n} ${dayUsed} ${Date.now()}`);
    }
    if (step % 4 === 0) {
      const sha256 = newApiKey((count) => crypto.getRandomValues(new Uint8Array(count)));
      const dates = { createdAt: step, expiresAt: null, revokedAt: null, lastUsedAt: null, replacedBy: null };
      await control.createKey(
        { id: `key_${round}_${step}`, accountId: account.id, sha256, last4: '', label: '', ...dates },
        null,
      );
      answer(`key ${sha256}`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
