import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@loadcast/observe';

/** A file in the data folder of a service whose store is in PostgreSQL. */
const NOTE = 'store-is-in-postgres';

/** Leaves a note for commands that are started without DATABASE_URL. A folder that cannot be written takes no other store either. */
export function noteStoreElsewhere(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, NOTE), 'DATABASE_URL names the store of this service.\n');
  } catch {}
}

/** @throws {ConfigError} the folder has no store, and its service keeps one in PostgreSQL */
export function refuseSecondStore(dataDir: string): void {
  const note = join(dataDir, NOTE);
  if (existsSync(join(dataDir, 'loadcast.db')) || !existsSync(note)) return;
  throw new ConfigError(
    `DATABASE_URL is not set, and the service of ${dataDir} keeps its store in PostgreSQL: run loadcast --env-file FILE ... with the ` +
      `service's settings. To begin a store in the folder instead, remove ${note}`,
  );
}
