import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeControlStore, testAccount, testKey } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { openSqliteStore } from './sqlite-store.js';

async function openControl(dataDir: string, role: 'writer' | 'control') {
  const opened = await openSqliteStore({ dataDir }, { role });
  return { store: opened.control, close: () => opened.close() };
}

describeControlStore('SQLite', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-control-'));
  const opened = await openControl(dataDir, 'writer');
  return {
    store: opened.store,
    async close() {
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
});

test('a change made by another process is seen through the version at once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-control-'));
  const gateway = await openControl(dataDir, 'writer');
  const command = await openControl(dataDir, 'control');
  const account = testAccount();
  const key = testKey(account.id);
  await command.store.createAccount(account, null);
  await command.store.createKey(key, null);
  const before = await gateway.store.version();
  await command.store.revokeKey(account.id, key.id, 5);
  expect(await gateway.store.version()).toBe(before + 1);
  expect((await gateway.store.changesSince(before)).keys).toEqual([{ ...key, revokedAt: 5 }]);
  await command.close();
  await gateway.close();
  rmSync(dataDir, { recursive: true, force: true });
});
