import { writeSync } from 'node:fs';
import { openPostgresStore } from '../../src/postgres/index.js';

/** Leads in the PostgreSQL store of a schema until it is killed. */
export async function run(connectionString: string, schema: string): Promise<void> {
  const store = await openPostgresStore({ connectionString, schema });
  await store.withLeadership('forecast', async () => {
    writeSync(1, 'leading\n');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
}
