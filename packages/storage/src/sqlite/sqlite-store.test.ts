import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeActualsStore, describeVintageStore, describeWeatherStore } from '@loadcast/core/testing';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore } from './sqlite-store.js';

async function emptyStore(): Promise<SqliteStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-store-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  return store;
}

describeActualsStore('SQLite', async () => (await emptyStore()).actuals);
describeVintageStore('SQLite', async () => (await emptyStore()).vintages);
describeWeatherStore('SQLite', async () => (await emptyStore()).weather);
