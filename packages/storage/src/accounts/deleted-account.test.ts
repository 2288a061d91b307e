import { readFileSync } from 'node:fs';
import { testAccount } from '@loadcast/core/testing';
import { describe, expect, test } from 'vitest';
import { insertion } from '../codec/record-table.js';
import { DELIVERY_TABLE } from '../kinds/webhook-ledger.js';
import { MIGRATIONS } from '../migrations/migrations.data.js';
import type { PostgresStore } from '../postgres/postgres-store.js';
import type { SqliteStore } from '../sqlite/sqlite-store.js';
import { databaseAnswers, emptyPostgresStore } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';

const NOW = Date.UTC(2026, 10, 25);
const TABLES = ['account', 'session', 'account_link', 'known_origin', 'second_factor', 'webhook', 'webhook_delivery'];

type Opened = Pick<SqliteStore | PostgresStore, 'control' | 'webhooks' | 'forecasters' | 'contents'>;

/** An account with one of everything that names its owner. @returns its texts and its id */
async function fill({ control, webhooks, contents }: Opened) {
  const account = { ...testAccount(), email: 'ann@owner.example' };
  const { id: accountId, email } = account;
  await control.createAccount(account, 'hash of ann');
  const link = { passwordHash: null, createdAt: NOW, expiresAt: NOW + 9 };
  await control.keepLink({ ...link, sha256: 'reset of ann', purpose: 'reset', accountId, email: null });
  await control.keepLink({ ...link, sha256: 'confirm of ann', purpose: 'confirm', accountId: null, email });
  await control.keepOrigin({ sha256: 'origin of ann', accountId, expiresAt: NOW + 9 });
  await control.offerSecondFactor(accountId, 'factor of ann');
  const filter = { types: '', areas: '', createdAt: NOW };
  const state = { place: 0, failingSince: null, attempts: 0, nextAt: 0, disabledAt: null };
  const secrets = { secret: 'whsec_of_ann', formerSecret: 'whsec_of_ann_before', formerUntil: NOW + 9 };
  await webhooks.add({ id: 'whk_ann', accountId, url: 'https://ann.example/', ...secrets, ...filter, ...state });
  const delivery = { webhookId: 'whk_ann', at: NOW, seq: 1, attempt: 1, status: null, error: 'ann', tookMs: 1 };
  await contents.execute([insertion(DELIVERY_TABLE, [delivery])]);
  return accountId;
}

const rowsOf = async ({ contents }: Opened): Promise<string> =>
  JSON.stringify(await Promise.all(TABLES.map((table) => contents.query(`select * from ${table}`, []))));

test('the file and the log of SQLite keep no bytes of a deleted account', async () => {
  const store = await emptySqliteStore();
  const accountId = await fill(store);
  const bytes = () => ['', '-wal'].map((end) => readFileSync(store.file + end, 'latin1')).join();
  expect(bytes()).toContain('whsec_of_ann');
  await store.control.deleteAccount(accountId, NOW);
  expect(bytes()).not.toMatch(/ann@|ann\.example|of[_ ]ann/);
});

const hasPostgres = await databaseAnswers();

const ENGINES = [
  { engine: 'SQLite', dialect: 'sqlite', open: emptySqliteStore, runs: true },
  { engine: 'PostgreSQL', dialect: 'postgres', open: emptyPostgresStore, runs: hasPostgres },
] as const;

describe.each(ENGINES)('in $engine', ({ dialect, open, runs }) => {
  test.skipIf(!runs)('a deleted account leaves no e-mail, URL, secret or origin behind', async () => {
    const store = await open();
    const accountId = await fill(store);
    expect(await rowsOf(store)).toMatch(/ann@owner.*https:..ann/);
    expect(await store.control.deleteAccount(accountId, NOW)).toBe(true);
    expect(await rowsOf(store)).not.toMatch(/ann/);
  });

  test.skipIf(!runs)('a deleted account leaves its forecasters without a name', async () => {
    const store = await open();
    const accountId = await fill(store);
    const lists = { areas: 'pjm', gates: 'DAM', isPublic: 1, retiredAt: null, blends: null };
    await store.forecasters.keep({ id: 'fct_1', knownAt: NOW, accountId, name: 'model of ann', ...lists });
    await store.control.deleteAccount(accountId, NOW);
    expect(await store.forecasters.list(accountId)).toEqual([
      { id: 'fct_1', knownAt: NOW, accountId, name: '', ...lists },
    ]);
  });

  test.skipIf(!runs)('format 21 empties accounts that were deleted before, and no others', async () => {
    const store = await open();
    const other = testAccount();
    await store.control.createAccount(other, null);
    const accountId = await fill(store);
    const { contents } = store;
    await contents.execute([
      { sql: 'delete from account_link where email is not null', values: [] },
      { sql: 'delete from second_factor', values: [] },
      { sql: 'update account set password_hash = null, deleted_at = ? where id = ?', values: [NOW, accountId] },
    ]);
    const steps = MIGRATIONS[20]![dialect].split(';').filter((sql) => sql.trim() !== '');
    await contents.execute(steps.map((sql) => ({ sql, values: [] })));
    expect(await rowsOf(store)).not.toMatch(/ann/);
    expect(await store.control.accountByEmail(other.email)).toEqual(other);
  });
});
