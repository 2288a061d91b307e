import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMutex, type Mutex } from '../../mutex.js';
import { sqliteDialect } from './kysely-dialect.js';
import { openDatabase } from './open-database.js';
import { laterSync } from './synced-later.js';

interface Tables {
  plan: { id: string; hourly: number; active: number; secret: Uint8Array | null };
}

let db: Kysely<Tables>;
let mutex: Mutex;
let database: InstanceType<typeof DatabaseSync>;

beforeEach(async () => {
  mutex = createMutex();
  database = new DatabaseSync(':memory:');
  db = new Kysely<Tables>({ dialect: sqliteDialect({ database, mutex, later: laterSync(database) }) });
  await sql`create table plan (id text primary key, hourly integer, active integer, secret blob) strict`.execute(db);
});

const row = (id: string, hourly: number) => ({ id, hourly, active: 1, secret: Uint8Array.of(1, 255) });

test('a row comes back as it was written, bytes included', async () => {
  await db.insertInto('plan').values(row('trial', 25)).execute();
  const read = await db.selectFrom('plan').selectAll().executeTakeFirstOrThrow();
  expect({ ...read, secret: [...read.secret!] }).toEqual({ ...row('trial', 25), secret: [1, 255] });
});

test('insert, upsert, returning and counts of changed rows work', async () => {
  await db
    .insertInto('plan')
    .values([row('a', 1), row('b', 2)])
    .execute();
  const upserted = await db
    .insertInto('plan')
    .values(row('a', 9))
    .onConflict((on) => on.column('id').doUpdateSet((eb) => ({ hourly: eb.ref('excluded.hourly') })))
    .returning('hourly')
    .executeTakeFirstOrThrow();
  const updated = await db.updateTable('plan').set({ active: 0 }).where('hourly', '<', 5).executeTakeFirstOrThrow();
  expect([upserted.hourly, updated.numUpdatedRows]).toEqual([9, 1n]);
});

test('a transaction that throws leaves nothing', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('plan').values(row('a', 1)).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await db.selectFrom('plan').selectAll().execute()).toEqual([]);
});

test('nothing that holds the mutex runs inside a transaction of kysely', async () => {
  const seen: string[] = [];
  const transaction = db.transaction().execute(async (trx) => {
    await trx.insertInto('plan').values(row('a', 1)).execute();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await trx.insertInto('plan').values(row('b', 1)).execute();
    seen.push('committed');
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  const other = mutex.run(() => seen.push(database.isTransaction ? 'inside' : 'after'));
  await Promise.all([transaction, other]);
  expect(seen).toEqual(['committed', 'after']);
});

test('a failed statement outside a transaction lets the next one through', async () => {
  await db.insertInto('plan').values(row('a', 1)).execute();
  await expect(db.insertInto('plan').values(row('a', 1)).execute()).rejects.toThrow('UNIQUE');
  expect(await db.selectFrom('plan').select('id').execute()).toEqual([{ id: 'a' }]);
});

test('streaming yields every row', async () => {
  await db
    .insertInto('plan')
    .values([row('a', 1), row('b', 2)])
    .execute();
  const ids: string[] = [];
  for await (const plan of db.selectFrom('plan').select('id').stream()) ids.push(plan.id);
  expect(ids).toEqual(['a', 'b']);
});

test('destroy leaves the connection to its owner', async () => {
  await db.destroy();
  expect(database.isOpen).toBe(true);
});

function databaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-dialect-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'loadcast.db');
}

const synchronous = (of: typeof database): unknown =>
  Object.values(of.prepare('pragma synchronous').get() as object)[0];
const [NORMAL, FULL] = [1, 2];

test('writes of kysely leave the sync at the commit to another thread, those of the store do not', async () => {
  const file = openDatabase(databaseFile(), 1_000);
  const later = laterSync(file);
  const seen: unknown[] = [];
  file.exec('create table plan (id text primary key)');
  const overFile = new Kysely<Tables>({ dialect: sqliteDialect({ database: file, mutex, later }) });
  await overFile.transaction().execute(async (trx) => {
    await trx
      .insertInto('plan')
      .values({ id: 'a' } as never)
      .execute();
    seen.push(synchronous(file));
  });
  await mutex.run(() => void seen.push(synchronous(file)));
  expect(seen).toEqual([NORMAL, FULL]);
  expect(await overFile.selectFrom('plan').select('id').execute()).toEqual([{ id: 'a' }]);
  await later.close();
  file.close();
});

test('a log that cannot be synced is a failure of the disk to SQLite’s words', async () => {
  const file = databaseFile();
  const opened = openDatabase(file, 1_000);
  opened.close(); // which removes the log
  const later = laterSync({ location: () => file } as unknown as typeof database);
  await expect(later.synced()).rejects.toMatchObject({ sqliteExtendedCode: 1_034 });
});

test('a sync continues while something else has the connection: two writers end up with both rows', async () => {
  const file = openDatabase(databaseFile(), 1_000);
  const later = laterSync(file);
  file.exec('create table plan (id text primary key)');
  const overFile = new Kysely<Tables>({ dialect: sqliteDialect({ database: file, mutex, later }) });
  await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      overFile
        .insertInto('plan')
        .values({ id } as never)
        .execute(),
    ),
  );
  expect(await overFile.selectFrom('plan').select('id').orderBy('id').execute()).toHaveLength(3);
  expect(synchronous(file)).toBe(FULL);
  await later.close();
  file.close();
});

test.runIf(process.platform === 'linux')(
  'the log is synced through one open file, which a close of the store gives back',
  async () => {
    const path = databaseFile();
    const file = openDatabase(path, 1_000);
    const later = laterSync(file);
    file.exec('create table plan (id text primary key)');
    const overFile = new Kysely<Tables>({ dialect: sqliteDialect({ database: file, mutex, later }) });
    const logs = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === `${path}-wal`;
        } catch {
          return false; // the listing's own
        }
      }).length;
    const before = logs();
    for (const id of ['a', 'b', 'c']) {
      await overFile
        .insertInto('plan')
        .values({ id } as never)
        .execute();
    }
    expect(logs() - before).toBe(1);
    await later.close();
    expect(logs() - before).toBe(0);
    file.close();
  },
);
