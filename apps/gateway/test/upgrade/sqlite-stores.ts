import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { openSqlite } from '../../../../packages/service/src/wiring/store.js';
import { MIGRATIONS } from '../../../../packages/storage/src/migrations/migrations.data.js';
import { formatVersion, migrate } from '../../../../packages/storage/src/sqlite/connection/migrate.js';
import type { UpgradableStores } from './upgradable-stores.js';

type Database = InstanceType<typeof DatabaseSync>;

const FILE = 'loadcast.db';

/** Embedded stores, each in a folder of its own below a temporary one. */
export function sqliteStores(): UpgradableStores {
  const parent = mkdtempSync(join(tmpdir(), 'loadcast-upgrade-'));
  const folder = (name: string) => join(parent, name);
  const reading = <T>(name: string, read: (database: Database) => T): T => {
    const database = new DatabaseSync(join(folder(name), FILE), { readOnly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  };
  return {
    envOf: (name) => ({ LOADCAST_DATA_DIR: folder(name) }),
    open: (name) => openSqlite(folder(name), 'writer'),
    makeOlder: async (from, to, format) => makeOlder(folder(from), folder(to), format),
    countsIn: async (name) =>
      reading(name, (database) =>
        Object.fromEntries(tablesOf(database, 'main').map((table) => [table, countOf(database, table)])),
      ),
    formatOf: async (name) => reading(name, formatVersion),
    remove: async () => rmSync(parent, { recursive: true, force: true }),
  };
}

function makeOlder(from: string, to: string, format: number): void {
  mkdirSync(to, { recursive: true });
  cpSync(join(from, FILE), join(to, 'today.db'));
  const older = new DatabaseSync(join(to, FILE));
  older.exec('pragma journal_mode = wal');
  migrate(older, FILE, MIGRATIONS.slice(0, format));
  older.exec(`attach '${join(to, 'today.db').replaceAll("'", "''")}' as today`);
  older.exec('pragma foreign_keys = off');
  for (const table of tablesOf(older, 'main')) {
    const known = columnsOf(older, 'today', table);
    const columns = columnsOf(older, 'main', table).filter((name) => known.includes(name));
    if (columns.length === 0) continue;
    older.exec(
      `delete from main.${table}; insert into main.${table} (${columns}) select ${columns} from today.${table}`,
    );
  }
  older.exec('detach today');
  older.close();
  rmSync(join(to, 'today.db'));
}

function countOf(database: Database, table: string): number {
  return Number((database.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n);
}

function tablesOf(database: Database, schema: string): string[] {
  const rows = database
    .prepare(`select name from ${schema}.sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`)
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

function columnsOf(database: Database, schema: string, table: string): string[] {
  const rows = database.prepare(`select name from pragma_table_info(?, ?)`).all(table, schema) as { name: string }[];
  return rows.map(({ name }) => name);
}
