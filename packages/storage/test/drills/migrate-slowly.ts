import { printLine } from '../../../../tooling/testing/print-line.js';
import type { Migration } from '../../src/migrations/migration.js';
import { migrate } from '../../src/sqlite/connection/migrate.js';
import { openDatabase } from '../../src/sqlite/connection/open-database.js';

/** Each step makes a table, fills it, and adds one to a counter: running one twice or half would show. */
export const STEPS: readonly Migration[] = Array.from({ length: 40 }, (_, i) => ({
  version: i + 1,
  name: `step ${i + 1}`,
  sqlite: `
    create table if not exists counter (steps integer);
    create table t${i} (n integer, filler blob);
    insert into t${i} with recursive c(n) as (select 1 union all select n + 1 from c where n < 300)
      select n, zeroblob(1000) from c;
    insert into counter values (${i});`,
  postgres: '',
}));

/** Migrates a file through all steps; says when it starts. */
export async function run(file: string): Promise<void> {
  const database = openDatabase(file, 1_000);
  printLine('open');
  migrate(database, file, STEPS);
  database.close();
}
