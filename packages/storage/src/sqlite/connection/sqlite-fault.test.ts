import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteFault } from './sqlite-fault.js';

const PAGE_BYTES = 4096;
let folder: string;
let database: DatabaseSyncInstance;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadcast-damaged-'));
  const file = join(folder, 'any.db');
  const written = new DatabaseSync(file);
  written.exec(`pragma page_size = ${PAGE_BYTES}; create table hour (at integer primary key, text text)`);
  const insert = written.prepare('insert into hour values (?, ?)');
  for (let at = 0; at < 500; at++) insert.run(at, 'x'.repeat(50));
  written.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('garbage', 2 * PAGE_BYTES));
  database = new DatabaseSync(file);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test.each([
  { how: 'exec', read: () => database.exec('update hour set text = 1') },
  { how: 'run', read: () => database.prepare('update hour set text = 1').run() },
  { how: 'get', read: () => database.prepare('select * from hour where at = 400').get() },
  { how: 'all', read: () => database.prepare('select * from hour').all() },
  { how: 'iterate', read: () => [...database.prepare('select * from hour').iterate()] },
])('the fault that `$how` finds in a damaged file is one of the store, in the words of an operator', ({ read }) => {
  expect(read).toThrow('malformed');
  const fault = (() => {
    try {
      return read();
    } catch (thrown) {
      return sqliteFault('any.db', thrown);
    }
  })();
  expect(fault).toMatchObject({ fault: 'corrupt', message: 'any.db: it is damaged; restore a backup' });
});
