import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMutex } from '../mutex.js';
import { openDatabase } from './connection/open-database.js';
import { keptStatements } from './connection/statements.js';
import { laterSync } from './connection/synced-later.js';
import { sharedDatabase } from './control-sqlite.js';

function databaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'loadcast.db');
}

/** A database with an empty table of plans. */
function openPlans() {
  const path = databaseFile();
  const database = openDatabase(path, 1_000);
  database.exec('create table plan (id text primary key, hourly integer, secret blob) strict');
  const [mutex, later] = [createMutex(), laterSync(database)];
  const faultOf = (thrown: unknown): unknown => thrown;
  const db = sharedDatabase({ database, mutex, later, prepare: keptStatements(database), faultOf });
  onTestFinished(async () => {
    await later.close();
    database.close();
  });
  const add = (id: string, on: Pick<typeof db, 'run'> = db) =>
    on.run('insert into plan (id, hourly, secret) values (?, ?, ?)', [id, 25, Uint8Array.of(1, 255)]);
  const ids = async () => (await db.query<{ id: string }>('select id from plan order by id')).map(({ id }) => id);
  return { path, database, mutex, later, db, add, ids };
}

const synchronous = ({ database }: ReturnType<typeof openPlans>): unknown =>
  Object.values(database.prepare('pragma synchronous').get() as object)[0];
const [NORMAL, FULL] = [1, 2];

test('a row comes back as it was written, bytes included', async () => {
  const { db, add } = openPlans();
  await add('trial');
  const rows = await db.query<{ secret: Uint8Array }>('select * from plan');
  expect(rows.map((row) => ({ ...row, secret: [...row.secret] }))).toEqual([
    { id: 'trial', hourly: 25, secret: [1, 255] },
  ]);
});

test('a statement tells how many rows it changed', async () => {
  const { db, add } = openPlans();
  await add('a');
  await add('b');
  expect(await db.run('update plan set hourly = 0 where hourly = ?', [25])).toBe(2);
  expect(await db.run('delete from plan where id = ?', ['c'])).toBe(0);
});

test.each([
  { name: 'throws', end: () => Promise.reject(new Error('no')) },
  { name: 'gives something that is not to be kept', end: async () => false },
])('a transaction that $name leaves nothing', async ({ end }) => {
  const { db, add, ids } = openPlans();
  const work = db.transaction(
    async (trx) => {
      await add('a', trx);
      return end();
    },
    (isDone) => isDone,
  );
  expect(await work.catch(() => false)).toBe(false);
  expect(await ids()).toEqual([]);
});

test('nothing that holds the mutex runs inside a transaction', async () => {
  const { db, add, mutex, database } = openPlans();
  const seen: string[] = [];
  let reached: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const transaction = db.transaction(async (trx) => {
    await add('a', trx);
    reached();
    await new Promise((resolve) => setImmediate(resolve));
    await add('b', trx);
    seen.push('committed');
  });
  await begun;
  const other = mutex.run(() => seen.push(database.isTransaction ? 'inside' : 'after'));
  await Promise.all([transaction, other]);
  expect(seen).toEqual(['committed', 'after']);
});

test('a failed statement lets the next one through', async () => {
  const { add, ids } = openPlans();
  await add('a');
  await expect(add('a')).rejects.toThrow('UNIQUE');
  expect(await ids()).toEqual(['a']);
});

test('writes here leave the sync at the commit to another thread, those of the store do not', async () => {
  const opened = openPlans();
  const seen: unknown[] = [];
  await opened.db.transaction(async (trx) => {
    await opened.add('a', trx);
    seen.push(synchronous(opened));
  });
  await opened.mutex.run(() => void seen.push(synchronous(opened)));
  expect(seen).toEqual([NORMAL, FULL]);
  expect(await opened.ids()).toEqual(['a']);
});

test('a log that cannot be synced is a failure of the disk to SQLite’s words', async () => {
  const file = databaseFile();
  openDatabase(file, 1_000).close(); // which removes the log
  const later = laterSync({ location: () => file } as unknown as Parameters<typeof laterSync>[0]);
  await expect(later.synced()).rejects.toMatchObject({ sqliteExtendedCode: 1_034 });
});

test('a sync continues while something else has the connection: all writers end up with their rows', async () => {
  const opened = openPlans();
  await Promise.all(['a', 'b', 'c'].map((id) => opened.add(id)));
  expect(await opened.ids()).toEqual(['a', 'b', 'c']);
  expect(synchronous(opened)).toBe(FULL);
});

test.runIf(process.platform === 'linux')(
  'the log is synced through one open file, which a close of the store gives back',
  async () => {
    const { path, add, later } = openPlans();
    const logs = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === `${path}-wal`;
        } catch {
          return false; // the listing's own
        }
      }).length;
    const before = logs();
    for (const id of ['a', 'b', 'c']) await add(id);
    expect(logs() - before).toBe(1);
    await later.close();
    expect(logs() - before).toBe(0);
  },
);
