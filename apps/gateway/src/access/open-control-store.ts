import type { ControlStore } from '@loadcast/core';
import { controlSqlite, openSqliteStore } from '@loadcast/storage/sqlite';
import { readConfig } from '../config.js';

/** The store that the environment names, opened for accounts and keys, beside a gateway that may be serving from it. */
export async function openControlStore({
  env,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<{ readonly store: ControlStore; close(): Promise<void> }> {
  const config = readConfig(env);
  const opened = await openSqliteStore({ dataDir: config.LOADCAST_DATA_DIR }, { role: 'control' });
  return { store: controlSqlite(opened), close: () => opened.close() };
}
