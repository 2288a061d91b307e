import { printLine } from '../../../../tooling/testing/print-line.js';
import { openPostgresStore } from '../../src/postgres/index.js';

/** Leads in the PostgreSQL store of a schema until it is killed. */
export async function run(connectionString: string, schema: string): Promise<void> {
  const store = await openPostgresStore({ connectionString, schema });
  await store.withLeadership('forecast', async () => {
    printLine('leading');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
}
