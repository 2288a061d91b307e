import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/sqlite/index.js';

/** Opens a store as its writer and keeps it until it is killed. */
export async function run(dataDir: string): Promise<void> {
  await openSqliteStore({ dataDir });
  writeSync(1, 'open\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}
