import { setTimeout as sleep } from 'node:timers/promises';
import { buildVintage } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '../../testing/own-pgbouncer.js';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../../testing/test-database.js';
import { openPostgresStore } from '../postgres-store.js';

const runs = hasPgBouncer && (await databaseAnswers());

async function pooled(options: Parameters<typeof startPgBouncer>[1]) {
  const bouncer = await startPgBouncer(TEST_DATABASE_URL, options);
  onTestFinished(() => bouncer.close());
  return bouncer.url;
}

test.skipIf(!runs)('through PgBouncer in session mode a store does all that it does without', async () => {
  const schema = freshSchema();
  const connectionString = await pooled({ poolMode: 'session' });
  const [one, two] = [await emptyPostgresStore({ schema }), await emptyPostgresStore({ schema, connectionString })];
  await two.vintages.append(buildVintage({ issuedAt: 1_000 }));
  expect(await one.vintages.count('caiso', Infinity)).toBe(1);

  const heard: unknown[] = [];
  two.onVintage((areaId) => heard.push(areaId));
  while (heard.length === 0) await sleep(10); // it listens
  await one.vintages.append(buildVintage({ issuedAt: 3_600_000 }));
  while (heard.at(-1) !== 'caiso') await sleep(10);

  await two.withLeadership('test', async (lost) => {
    expect(await one.withLeadership('test', async () => 'led')).toBeUndefined();
    expect(lost.aborted).toBe(false);
  });
  expect(await one.withLeadership('test', async () => 'led')).toBe('led');
});

test.skipIf(!runs)('through PgBouncer a statement that takes too long is still ended', async () => {
  const connectionString = await pooled({ poolMode: 'session' });
  const store = await emptyPostgresStore({ connectionString, statementTimeoutMs: 500 });
  await expect(store.connections.query('select pg_sleep(30)')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await store.vintages.count('caiso', Infinity)).toBe(0);
});

test.skipIf(!runs).each([{ poolSize: 1 }, { poolSize: 2 }, { poolSize: 20 }])(
  'a pooler in transaction mode with $poolSize sessions is refused before anything is written',
  async ({ poolSize }) => {
    const schema = freshSchema();
    const connectionString = await pooled({ poolMode: 'transaction', poolSize });
    const opening = openPostgresStore({ connectionString, schema, connectTimeoutMs: 20_000 });
    await expect(opening).rejects.toMatchObject({ fault: 'pooled', message: expect.stringContaining('session mode') });
    const direct = await emptyPostgresStore();
    const found = await direct.connections.query('select 1 from pg_namespace where nspname = $1', [schema]);
    expect(found).toEqual([]);
  },
);
