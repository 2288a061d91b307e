import { printLine } from '../../../../tooling/testing/print-line.js';
import { openSqliteStore } from '../../src/sqlite/index.js';

/** Opens a store as its writer and keeps it until it is killed. A store that nothing refers to would lose its lock with the next collection of garbage. */
export async function run(dataDir: string): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  printLine('open');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
  await store.close();
}
