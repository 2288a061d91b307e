import { mkdtempSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite, openStore } from './store.js';
import { noteStoreElsewhere } from './store-elsewhere.js';

const folder = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-elsewhere-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
};

test.each(['writer', 'control'] as const)(
  'a %s makes no store where the service has one in PostgreSQL',
  async (role) => {
    const dataDir = folder();
    noteStoreElsewhere(dataDir);
    await expect(openStore({ LOADCAST_DATA_DIR: dataDir }, { role })).rejects.toThrow('DATABASE_URL is not set');
    unlinkSync(join(dataDir, 'store-is-in-postgres'));
    await (await openStore({ LOADCAST_DATA_DIR: dataDir }, { role })).close();
  },
);

test('a folder that has a store is opened: it may have been copied back', async () => {
  const dataDir = folder();
  await (await openSqlite(dataDir, 'writer')).close();
  noteStoreElsewhere(dataDir);
  await (await openStore({ LOADCAST_DATA_DIR: dataDir })).close();
});
