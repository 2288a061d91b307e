import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@loadcast/core';
import type { EventStore } from '@loadcast/core/quota';
import { testEvent } from '@loadcast/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../postgres/postgres-store.js';
import { restoreInto } from '../postgres/restore-into.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../testing/test-database.js';

interface Opened {
  readonly store: EventStore;
  /** Runs SQL as a user with write access to the database. */
  sql(statement: string): Promise<unknown>;
}

const ENGINES = [
  {
    engine: 'SQLite',
    isThere: true,
    async open(): Promise<Opened> {
      const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-protected-'));
      const { control, database, close } = await openSqliteStore({ dataDir });
      onTestFinished(async () => {
        await close();
        rmSync(dataDir, { recursive: true });
      });
      return { store: control, sql: async (statement) => database.exec(statement) };
    },
  },
  {
    engine: 'PostgreSQL',
    isThere: await databaseAnswers(),
    async open(): Promise<Opened> {
      const { control, connections } = await emptyPostgresStore();
      return { store: control, sql: (statement) => connections.query(statement) };
    },
  },
];

const now = Date.now();
const recent = testEvent({ at: now - 398 * DAY_MS });
const outdated = testEvent({ at: now - 400 * DAY_MS });
const refused = testEvent({ at: now, outcome: 'refused' });

describe.each(ENGINES.filter(({ isThere }) => isThere))('the record of security events in $engine', ({ open }) => {
  test.each([
    { name: 'a changed detail', statement: "update security_event set detail = 'other'", says: 'never changed' },
    { name: 'another account', statement: 'update security_event set account_id = null', says: 'never changed' },
    {
      name: 'deleting what was done',
      statement: "delete from security_event where outcome = 'done'",
      says: '400 days',
    },
  ])('refuses $name, and stays as it was written', async ({ statement, says }) => {
    const { store, sql } = await open();
    await store.addEvents([recent, refused]);
    await expect(sql(statement)).rejects.toThrow(says);
    expect(await store.events({ limit: 9 })).toEqual([refused, recent]);
  });

  /** Writes the one event, a refusal, again with another value in a column: changing it in place is refused. */
  async function rewritten(column: string, value: string): Promise<EventStore> {
    const { store, sql } = await open();
    await store.addEvents([refused]);
    const columns = ['id', 'at', 'kind', 'outcome', 'account_id', 'via', 'made_from', 'key_id', 'detail', 'crc'];
    const values = columns.map((name) => (name === column ? value : name));
    for (const statement of [
      'create table spare as select * from security_event',
      'delete from security_event',
      `insert into security_event (${columns.join()}) select ${values.join()} from spare`,
    ])
      await sql(statement);
    return store;
  }

  test.each([
    { column: 'at', value: 'at + 1' },
    { column: 'crc', value: 'crc + 1' },
    ...['id', 'kind', 'outcome', 'account_id', 'via', 'made_from', 'key_id', 'detail'].map((column) => ({
      column,
      value: "'another'",
    })),
  ])('is not read where $column is another one', async ({ column, value }) => {
    const store = await rewritten(column, value);
    await expect(store.events({ limit: 9 })).rejects.toMatchObject({
      fault: 'corrupt',
      message: expect.stringContaining('the security event'),
    });
  });

  test('is read without a checksum, as it was written before format 20', async () => {
    expect(await (await rewritten('crc', 'null')).events({ limit: 9 })).toEqual([refused]);
  });

  test('lets go of what is older than it is kept, and of refusals, which strangers can cause in any number', async () => {
    const { store, sql } = await open();
    await store.addEvents([recent, outdated, refused]);
    await sql(`delete from security_event where id in ('${outdated.id}', '${refused.id}')`);
    expect(await store.events({ limit: 9 })).toEqual([recent]);
  });
});

test.skipIf(!ENGINES[1]!.isThere)('PostgreSQL refuses to empty the record at once', async () => {
  const { store, sql } = await ENGINES[1]!.open();
  await store.addEvents([recent]);
  await expect(sql('truncate security_event')).rejects.toThrow('never changed');
  expect(await store.events({ limit: 9 })).toEqual([recent]);
});

test.skipIf(!ENGINES[1]!.isThere).each([{ first: false }, { first: true }])(
  'a store that was restored into PostgreSQL protects them too, in place of one that was there: $first',
  async ({ first }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-protected-'));
    const source = await openSqliteStore({ dataDir });
    onTestFinished(async () => {
      await source.close();
      rmSync(dataDir, { recursive: true });
    });
    await source.control.addEvents([recent]);
    const schema = freshSchema();
    const options = {
      connectionString: TEST_DATABASE_URL,
      schema,
      connectTimeoutMs: 20_000,
      statementTimeoutMs: 20_000,
    };
    if (first) {
      const before = await openPostgresStore(options);
      await before.control.addEvents([refused]);
      await before.close();
    }
    await restoreInto(options, source, { leadership: 'test', replace: true });
    const restored = await openPostgresStore(options);
    onTestFinished(async () => {
      await restored.connections.query(`drop schema if exists ${schema}_before_restore cascade`);
      await restored.close();
    });
    await expect(restored.connections.query("update security_event set detail = 'x'")).rejects.toThrow('never changed');
    expect(await restored.control.events({ limit: 9 })).toEqual([recent]);
  },
);
