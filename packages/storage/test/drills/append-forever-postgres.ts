import { openPostgresStore } from '../../src/postgres/index.js';
import { appendForever } from './append-forever.js';

/** Appends to the PostgreSQL store of a schema until it is killed. */
export async function run(connectionString: string, schema: string, from: string): Promise<void> {
  await appendForever(await openPostgresStore({ connectionString, schema }), Number(from));
}
