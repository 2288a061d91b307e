import { describeControlStore, testAccount } from '@loadcast/core/testing';
import { describe, expect, test } from 'vitest';
import { openPostgresStore } from '../postgres/postgres-store.js';
import { databaseAnswers, emptyPostgresStore, TEST_DATABASE_URL } from '../testing/test-database.js';

const isUp = await databaseAnswers();

if (isUp) {
  describeControlStore('PostgreSQL', async () => {
    const schema = `control_${process.pid}_${Date.now()}`;
    const store = await openPostgresStore({ connectionString: TEST_DATABASE_URL, poolSize: 4, schema });
    return {
      store: store.control,
      async close() {
        await store.connections.query(`drop schema ${schema} cascade`);
        await store.close();
      },
    };
  });
} else {
  describe.skip(`control store: PostgreSQL (none at ${new URL(TEST_DATABASE_URL).host})`, () => {
    test('skipped', () => {});
  });
}

test.skipIf(!isUp)('a table that is locked gives unavailable in time, not an error of the database', async () => {
  const store = await emptyPostgresStore({ statementTimeoutMs: 1_500 });
  const account = testAccount();
  const holder = await store.connections.dedicated();
  await holder.query('begin; lock table control_version in access exclusive mode');
  await expect(store.control.createAccount(account, null)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.control.version()).rejects.toMatchObject({ code: 'unavailable' });
  await holder.end();
  expect(await store.control.createAccount(account, null)).toBe(true);
});

test.skipIf(!isUp)(
  'a connection that is cut in the middle of a transaction undoes it, and the next one works',
  async () => {
    const store = await emptyPostgresStore({ statementTimeoutMs: 400 });
    const account = testAccount();
    const idle = store.connections.transaction(async (client) => {
      await client.query('update control_version set version = 1000');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await client.query('select 1');
    });
    await expect(idle).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.control.createAccount(account, null)).toBe(true);
    expect(await store.control.version()).toBe(1);
  },
);
