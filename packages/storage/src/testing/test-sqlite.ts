import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../sqlite/sqlite-store.js';

/** A new embedded store, which is closed and removed when the test ends. */
export async function emptySqliteStore(): Promise<SqliteStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-store-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  return store;
}
