import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openForAccounts } from './configured-store.js';

test('a command that writes accounts says once that it made the store', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-made-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const said: string[] = [];
  const io = { env: { LOADCAST_DATA_DIR: dataDir }, err: (line: string) => void said.push(line) };
  for (let opened = 0; opened < 2; opened += 1) await (await openForAccounts(io)).close();
  expect(said).toEqual([`created a new store: ${join(dataDir, 'loadcast.db')}`]);
});
