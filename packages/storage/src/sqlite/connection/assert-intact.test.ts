import { HOUR_MS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addToTotals, crcOfTotals } from '../../codec/area-totals.js';
import { emptySqliteStore } from '../../testing/test-sqlite.js';
import { assertIntact } from './assert-intact.js';
import { openDatabase } from './open-database.js';

const COLUMNS = 'data_cutoff, model, model_version, start_at, header_crc, left_out, crc, payload';

/** A store with a vintage, a connection that looks it over, and one of a writer. */
async function world() {
  const store = await emptySqliteStore();
  const vintage = buildVintage();
  await store.vintages.append(vintage);
  const database = openDatabase(store.file, 0);
  const writer = new DatabaseSync(store.file);
  onTestFinished(() => {
    database.close();
    writer.close();
  });

  /** Writes another vintage of the area and counts it, as the store does; the next statement commits or takes it back. */
  function writeAnother(): void {
    const { areaId, issuedAt, availableAt } = vintage;
    writer.exec('begin immediate');
    writer
      .prepare(
        `insert into vintage (area_id, issued_at, available_at, ${COLUMNS})
         select area_id, issued_at + ${HOUR_MS}, available_at + ${HOUR_MS}, ${COLUMNS} from vintage`,
      )
      .run();
    const one = writer.prepare('select vintages, issued_sum, delay_sum from area').get();
    const both = addToTotals(one, { ...vintage, issuedAt: issuedAt + HOUR_MS, availableAt: availableAt + HOUR_MS });
    writer
      .prepare('insert or replace into area values (?, ?, ?, ?, ?)')
      .run(areaId, both.vintages, both.issued_sum, both.delay_sum, crcOfTotals(areaId, both));
  }
  return { database, writer, writeAnother, look: () => assertIntact(database, 'loadcast.db') };
}

test('a store is intact before and after another program has written a vintage', async () => {
  const { writer, writeAnother, look } = await world();
  look();
  writeAnother();
  writer.exec('commit');
  look();
});

test.each(['from vintage', 'from area'])(
  'a vintage that another program writes before `%s` is read is no damage',
  async (read) => {
    const { database, writer, writeAnother, look } = await world();
    writeAnother();
    const prepare = database.prepare.bind(database);
    vi.spyOn(database, 'prepare').mockImplementation((sql) => {
      if (sql.includes(read) && writer.isTransaction) writer.exec('commit');
      return prepare(sql);
    });
    look();
    expect(writer.isTransaction).toBe(false);
  },
);

test.each([
  { name: 'is gone', sql: 'delete from vintage' },
  { name: 'was issued an hour later', sql: `update vintage set issued_at = issued_at + ${HOUR_MS}` },
  { name: 'was available an hour later', sql: `update vintage set available_at = available_at + ${HOUR_MS}` },
])('a store whose vintage $name is damaged', async ({ sql }) => {
  const { writer, look } = await world();
  writer.exec(sql);
  expect(look).toThrow('loadcast.db is damaged (the vintages of caiso are not those written); restore a backup');
});

test('the connection is in no transaction afterwards, whether the store is intact or not', async () => {
  const { database, writer, look } = await world();
  look();
  writer.exec('delete from vintage');
  expect(look).toThrow();
  expect(database.isTransaction).toBe(false);
});
