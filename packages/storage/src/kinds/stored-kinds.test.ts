import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { insertion, type Table } from '../codec/record-table.js';
import { copyStore } from '../copy-store.js';
import { MIGRATIONS } from '../migrations/migrations.data.js';
import { backupOf } from '../sqlite/backup/backup-of.js';
import { restoreBackup } from '../sqlite/backup/restore.js';
import { openSqliteStore, type SqliteStore } from '../sqlite/sqlite-store.js';
import type { TableReader } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import { STORE_FORMAT, type StoreFormat } from '../store-format.js';
import { databaseAnswers, emptyPostgresStore } from '../testing/test-database.js';
import { verifyStore } from '../verify-store.js';
import { countRows } from './count-rows.js';
import { STORED_KINDS } from './stored-kinds.data.js';
import { recordKind } from './table-kind.js';
import { createTable, readType } from './testing/create-table.js';

/** A kind that no release has: how late an upstream's hours came. */
interface LatenessRow {
  readonly upstream: string;
  readonly hourAt: number;
  readonly lateMinutes: number | null;
  readonly share: number;
  readonly reply: Uint8Array;
}

const LATENESS_TABLE: Table<LatenessRow> = {
  table: 'lateness',
  columns: { upstream: 'text', hour_at: 'integer', late_minutes: 'integer?', share: 'real', reply: 'bytes' },
  key: ['upstream', 'hour_at'],
};

/** Its rows come with a rule, so that a damaged one is refused. */
const LATENESS = recordKind(LATENESS_TABLE, ({ reply, hourAt }) => {
  if (reply[0] !== hourAt % 256) throw new StoreError('corrupt', `lateness of ${hourAt} is damaged`);
});

const FORMAT: StoreFormat = {
  kinds: { ...STORED_KINDS, lateness: LATENESS },
  migrations: [...MIGRATIONS, { version: MIGRATIONS.length + 1, name: 'lateness', ...createTable(LATENESS_TABLE) }],
};

const ROWS: LatenessRow[] = Array.from({ length: 450 }, (_, i) => ({
  upstream: i % 2 ? 'eia' : 'Ähnlich',
  hourAt: i,
  lateMinutes: i % 7 ? i : null,
  share: i / 3,
  reply: Uint8Array.of(i % 256, 0, 255),
}));

const isUp = await databaseAnswers();

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadcast-kinds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function sqliteStore(format?: StoreFormat, dataDir = tempFolder()): Promise<SqliteStore> {
  const store = await openSqliteStore({ dataDir }, format ? { format } : {});
  onTestFinished(() => store.close());
  return store;
}

async function latenessIn(source: TableReader): Promise<LatenessRow[]> {
  const rows: LatenessRow[] = [];
  for await (const row of LATENESS.read(source)) rows.push({ ...row, reply: Uint8Array.from(row.reply) });
  return rows.sort((a, b) => a.hourAt - b.hourAt);
}

describe.each([
  { engine: 'SQLite', open: () => sqliteStore(FORMAT), answers: true },
  { engine: 'PostgreSQL', open: () => emptyPostgresStore({ format: FORMAT }), answers: isUp },
])('a kind added with a row of the table and a migration, on $engine', ({ open, answers }) => {
  test.skipIf(!answers)('is counted, verified, copied, backed up and restored', async () => {
    const store = await open();
    await store.actuals.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1])]));
    await store.contents.execute([
      insertion(LATENESS_TABLE, ROWS.slice(0, 300)),
      insertion(LATENESS_TABLE, ROWS.slice(300)),
    ]);
    expect(await countRows(store.contents, FORMAT.kinds)).toMatchObject({ batches: 1, lateness: 450 });
    const report = await verifyStore(store, undefined, FORMAT.kinds);

    for (const copy of [await sqliteStore(FORMAT), ...(isUp ? [await emptyPostgresStore({ format: FORMAT })] : [])]) {
      expect(await copyStore(store, copy, undefined, FORMAT.kinds)).toEqual(report);
      expect(await latenessIn(copy.contents)).toEqual(ROWS);
    }

    const folder = tempFolder();
    await backupOf(store, join(folder, 'copy.db'), undefined, FORMAT);
    await restoreBackup(join(folder, 'copy.db'), { dataDir: join(folder, 'restored') }, { format: FORMAT });
    const restored = await sqliteStore(FORMAT, join(folder, 'restored'));
    expect(await latenessIn(restored.contents)).toEqual(ROWS);
    expect(await verifyStore(restored, undefined, FORMAT.kinds)).toEqual(report);
  });

  test.skipIf(!answers)('makes a store that is not empty, and a damaged row is found', async () => {
    const store = await open();
    await store.contents.execute([insertion(LATENESS_TABLE, ROWS.slice(0, 1))]);
    const empty = await sqliteStore(FORMAT);
    await expect(copyStore(empty, store, undefined, FORMAT.kinds)).rejects.toMatchObject({ fault: 'exists' });
    await store.contents.execute([{ sql: 'update lateness set reply = ?', values: [Uint8Array.of(9)] }]);
    await expect(verifyStore(store, undefined, FORMAT.kinds)).rejects.toMatchObject({ fault: 'corrupt' });
  });

  test.skipIf(!answers)('is written whole or not at all', async () => {
    const store = await open();
    const broken = { sql: 'insert into lateness (upstream) values (?)', values: ['eia'] };
    await expect(store.contents.execute([insertion(LATENESS_TABLE, ROWS.slice(0, 9)), broken])).rejects.toThrow();
    expect(await latenessIn(store.contents)).toEqual([]);
  });
});

test('a store of the format before opens with the added kind, and the release refuses the newer one', async () => {
  const dataDir = tempFolder();
  const before = await openSqliteStore({ dataDir });
  await before.meta.set('source', 'simulated');
  await before.close();
  const after = await openSqliteStore({ dataDir }, { format: FORMAT });
  expect([await after.meta.get('source'), await latenessIn(after.contents)]).toEqual(['simulated', []]);
  await after.close();
  await expect(openSqliteStore({ dataDir })).rejects.toMatchObject({ fault: 'newer_format' });
});

/** Descriptors of the kinds that are one table. */
const TABLES = Object.values(STORE_FORMAT.kinds).flatMap((kind) => ('columns' in kind ? [kind] : []));

/** The columns that an engine numbers rows with. */
const NUMBERS = ['vintage.id'];

test.each(TABLES)(
  'migrations leave $table with the columns and the key of its descriptor, in SQLite',
  async ({ table, columns, key }) => {
    const store = await sqliteStore();
    const info: { name: string; type: string; notnull: number; pk: number }[] = store.database
      .prepare(`pragma table_info(${table})`)
      .all();
    const own = info.filter(({ name }) => !NUMBERS.includes(`${table}.${name}`));
    expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(columns).sort());
    for (const { name, type, notnull, pk } of own) {
      const column = readType(Object.entries(columns).find(([each]) => each === name)![1]);
      expect([name, type.toLowerCase()]).toEqual([name, column.type === 'bytes' ? 'blob' : column.type]);
      if (column.isNullable) expect([name, notnull + pk]).toEqual([name, 0]);
    }
    if (table !== 'vintage')
      expect(
        own
          .filter(({ pk }) => pk > 0)
          .sort((a, b) => a.pk - b.pk)
          .map(({ name }) => name),
      ).toEqual(key);
  },
);

test.skipIf(!isUp)('migrations leave every table with the columns of its descriptor, in PostgreSQL', async () => {
  const store = await emptyPostgresStore();
  for (const { table, columns } of TABLES) {
    const found = await store.connections.query<{ column_name: string; is_nullable: string }>(
      'select column_name, is_nullable from information_schema.columns where table_schema = current_schema and table_name = $1',
      [table],
    );
    const own = found.filter(({ column_name }) => !NUMBERS.includes(`${table}.${column_name}`));
    const expected = Object.entries(columns).map(([name, column]) => [
      name,
      readType(column).isNullable ? 'YES' : 'NO',
    ]);
    expect(own.map((column) => [column.column_name, column.is_nullable]).sort()).toEqual(expected.sort());
  }
});
