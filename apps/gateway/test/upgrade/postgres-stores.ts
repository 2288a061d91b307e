import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../../../packages/service/src/wiring/store.js';
import { MIGRATIONS } from '../../../../packages/storage/src/migrations/migrations.data.js';
import { type Connections, openConnections } from '../../../../packages/storage/src/postgres/connections.js';
import { migrate } from '../../../../packages/storage/src/postgres/migrate.js';
import { addMonths } from '../../../../packages/storage/src/postgres/run-months.js';
import { dropSchema, freshDatabaseUrl, TEST_DATABASE_URL } from '../test-database.js';
import type { UpgradableStores } from './upgradable-stores.js';

/** The table that says which migrations a store has been through. */
const FORMAT_TABLE = 'loadcast_format';

/** Stores of one database, each a schema. */
export function postgresStores(): UpgradableStores {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-upgrade-postgres-'));
  const urls = new Map<string, string>();
  const urlOf = (name: string): string => {
    const url = urls.get(name) ?? freshDatabaseUrl();
    urls.set(name, url);
    return url;
  };
  const schemaOf = (name: string): string => new URL(urlOf(name)).searchParams.get('schema')!;
  const inSchema = async <T>(name: string, work: (connections: Connections) => Promise<T>): Promise<T> => {
    const connections = openConnections({ connectionString: TEST_DATABASE_URL, poolSize: 1, schema: schemaOf(name) });
    try {
      return await work(connections);
    } finally {
      await connections.end();
    }
  };
  return {
    envOf: (name) => ({ LOADCAST_DATA_DIR: dataDir, DATABASE_URL: urlOf(name) }),
    open: (name) => openPostgres(urlOf(name), 'writer'),
    makeOlder: (from, to, format) =>
      inSchema(to, async (connections) => {
        await migrate(connections, MIGRATIONS.slice(0, format));
        const partitioned = await connections.query(IS_PARTITIONED);
        if (partitioned.length > 0) await addMonths(connections, await issueTimesIn(connections, schemaOf(from)));
        await copyTables(connections, schemaOf(from), schemaOf(to));
      }),
    countsIn: (name) =>
      inSchema(name, async (connections) => {
        const counts: Record<string, number> = {};
        for (const table of await tablesOf(connections, schemaOf(name)))
          counts[table] = (await connections.query<{ n: number }>(`select count(*) as n from ${table}`))[0]!.n;
        return counts;
      }),
    formatOf: (name) =>
      inSchema(name, async (connections) => {
        const rows = await connections.query<{ version: number }>(
          `select max(version) as version from ${FORMAT_TABLE}`,
        );
        return rows[0]!.version;
      }),
    async remove() {
      for (const url of urls.values()) await dropSchema(url);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const IS_PARTITIONED = "select 1 from pg_partitioned_table where partrelid = 'vintage'::regclass";

async function issueTimesIn(connections: Connections, schema: string): Promise<number[]> {
  const rows = await connections.query<{ at: number }>(`select distinct issued_at as at from ${schema}.vintage`);
  return rows.map(({ at }) => at);
}

/** Copies what fits into the tables of `to`, without looking at their order of reference. */
async function copyTables(connections: Connections, from: string, to: string): Promise<void> {
  const tables = (await tablesOf(connections, to)).filter((table) => table !== FORMAT_TABLE);
  const ofToday = new Set(await tablesOf(connections, from));
  await connections.transaction(async (client) => {
    await client.query('set local session_replication_role = replica');
    for (const table of tables.filter((name) => ofToday.has(name))) {
      const { rows } = await client.query<{ name: string; identity: boolean }>(COLUMNS_OF_BOTH, [table, from, to]);
      const columns = rows.map(({ name }) => `"${name}"`);
      await client.query(`delete from ${to}.${table}`);
      await client.query(
        `insert into ${to}.${table} (${columns}) overriding system value select ${columns} from ${from}.${table}`,
      );
      for (const { name } of rows.filter(({ identity }) => identity))
        await client.query(
          `select setval(pg_get_serial_sequence('${to}.${table}', '${name}'), (select coalesce(max(${name}), 1) from ${to}.${table}))`,
        );
    }
  });
}

const COLUMNS_OF_BOTH = `
  select column_name as name, is_identity = 'YES' as identity
  from information_schema.columns as older
  where table_name = $1 and table_schema = $3 and exists (
    select 1 from information_schema.columns as today
    where today.table_name = $1 and today.table_schema = $2 and today.column_name = older.column_name)`;

/** The tables of a schema; months of runs are part of theirs. */
async function tablesOf(connections: Connections, schema: string): Promise<string[]> {
  const rows = await connections.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
