import { describeControlStore } from '@loadcast/core/testing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, test } from 'vitest';
import { MIGRATIONS } from '../migrations.data.js';
import { sqlControlStore } from './control-store.js';
import type { ControlTables } from './control-tables.js';

const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

if (await reachable()) {
  describeControlStore('PostgreSQL', async () => {
    const schema = `control_${process.pid}_${Date.now()}`;
    const pool = new pg.Pool({ connectionString: url, max: 4, options: `-c search_path=${schema}` });
    await pool.query(`create schema ${schema}`);
    for (const { postgres } of MIGRATIONS) await pool.query(postgres);
    const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
    return {
      store: sqlControlStore(db),
      async close() {
        await pool.query(`drop schema ${schema} cascade`);
        await db.destroy();
      },
    };
  });
} else {
  describe.skip(`control store: PostgreSQL (none at ${new URL(url).host})`, () => {
    test('skipped', () => {});
  });
}

async function reachable(): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (cause) {
    if (process.env['LOADCAST_REQUIRE_SERVICES'] === '1') throw new Error(`no PostgreSQL at ${url}`, { cause });
    return false;
  }
}
