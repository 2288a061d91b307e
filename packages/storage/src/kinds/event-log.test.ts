import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../postgres/postgres-store.js';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';
import { verifyStore } from '../verify-store.js';
import { EVENTS_KEPT_MS, type NewEvent } from './event-log.js';

const NOW = Date.UTC(2026, 10, 21);
const event = (name: string, minutes = 0): NewEvent => ({
  name,
  at: NOW + minutes * 60_000,
  type: 'run.published',
  areaId: 'pjm',
  body: `{"n":"${name}"}`,
});

const hasPostgres = await databaseAnswers();

describe.each([
  { engine: 'SQLite', openStore: async () => emptySqliteStore(), runs: true },
  { engine: 'PostgreSQL', openStore: async () => emptyPostgresStore(), runs: hasPostgres },
])('events in $engine', ({ openStore, runs }) => {
  const open = async () => (await openStore()).eventLog;
  test.skipIf(!runs)('are numbered from 1 without a gap, and kept once', async () => {
    const log = await open();
    expect(await log.newest()).toBe(0);
    await log.append([event('a'), event('b')]);
    await log.append([event('b', 5), event('c', 5)]);
    expect(await log.after(0, 10)).toEqual([
      { seq: 1, ...event('a') },
      { seq: 2, ...event('b') },
      { seq: 3, ...event('c', 5) },
    ]);
    expect((await log.after(1, 1)).map(({ seq }) => seq)).toEqual([2]);
    expect(await log.at(3)).toEqual({ seq: 3, ...event('c', 5) });
    expect(await log.at(4)).toBeUndefined();
    expect([await log.newest(), await log.placeBefore(NOW + 1), await log.placeBefore(NOW)]).toEqual([3, 2, 0]);
  });

  test.skipIf(!runs).each(['name', 'type', 'area_id', 'body'])(
    'are not read where the %s is another one, and hold up none after them',
    async (column) => {
      const { eventLog, contents } = await openStore();
      await eventLog.append([event('a'), event('b'), event('c')]);
      await contents.execute([{ sql: `update event_log set ${column} = 'another' where seq = 2`, values: [] }]);
      expect((await eventLog.after(0, 10)).map(({ seq }) => seq)).toEqual([1, 3]);
      expect(await eventLog.at(2)).toBeUndefined();
      await expect(verifyStore({ contents })).rejects.toMatchObject({
        fault: 'corrupt',
        message: expect.stringContaining('event 2'),
      });
    },
  );

  test.skipIf(!runs)('go when they are old, but the newest keeps the count', async () => {
    const log = await open();
    await log.append([event('a'), event('b'), event('c')]);
    await log.sweep(NOW + EVENTS_KEPT_MS + 1);
    expect((await log.after(0, 10)).map(({ seq }) => seq)).toEqual([3]);
    await log.append([event('d')]);
    expect(await log.newest()).toBe(4);
  });
});

test.skipIf(!hasPostgres)('of two processes only the one that leads appends, and no place is given twice', async () => {
  const schema = freshSchema();
  const open = () => openPostgresStore({ connectionString: TEST_DATABASE_URL, schema, poolSize: 2 });
  const [one, two] = [await open(), await open()];
  onTestFinished(async () => {
    await one.close();
    await two.close();
  });
  await one.withLeadership('x', async () => {
    await one.eventLog.append([event('by one')]);
    // As if `one` had lost the lock without noticing: another takes the next token.
    await two.connections.query("update leadership set token = token + 1 where name = 'x'");
    await expect(one.eventLog.append([event('too late')])).rejects.toThrow('another process leads');
  });
  const writes = Array.from({ length: 20 }, (_, n) =>
    (n % 2 ? one : two).eventLog.append([event(`n ${n}`)]).then(
      () => 1,
      () => 0,
    ),
  );
  const kept = (await Promise.all(writes)).reduce<number>((sum, each) => sum + each, 0);
  const places = (await two.eventLog.after(0, 100)).map(({ seq }) => seq);
  expect(places).toEqual(Array.from({ length: kept + 1 }, (_, n) => n + 1));
  expect(kept).toBeGreaterThan(0);
});
