import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { MIGRATIONS } from '../../../../packages/storage/src/migrations/migrations.data.js';
import { migrate } from '../../../../packages/storage/src/sqlite/connection/migrate.js';

type Database = InstanceType<typeof DatabaseSync>;

const FILE = 'loadcast.db';

/**
 * Makes a store as a program of an older format left it: its schema is that of the first migrations, and what it holds is
 * what of a store of today fits into that.
 *
 * @param from folder of a store of today that nothing has open
 * @param to folder that is made
 * @param format how many migrations it has been through
 */
export function makeOlderStore(from: string, to: string, format: number): void {
  rmSync(to, { recursive: true, force: true });
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

/** Tables that hold something; which rows an older format has no place for is what the upgrade cannot keep. */
export function countsIn(folder: string): Readonly<Record<string, number>> {
  const database = new DatabaseSync(join(folder, FILE), { readOnly: true });
  const counts = tablesOf(database, 'main').map((table) => {
    const row = database.prepare(`select count(*) as n from ${table}`).get() as { n: number };
    return [table, Number(row.n)] as const;
  });
  database.close();
  return Object.fromEntries(counts);
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
