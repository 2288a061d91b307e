import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild } from '../../../../tooling/testing/child.js';
import { migrate } from '../../src/sqlite/connection/migrate.js';
import { openDatabase } from '../../src/sqlite/connection/open-database.js';
import { openSqliteStore } from '../../src/sqlite/sqlite-store.js';
import { writeOf } from './append-forever.js';
import { assertAcknowledged, assertWholePrefix } from './assert-whole-prefix.js';
import { STEPS } from './migrate-slowly.js';

/** How often to kill. `STORE_KILLS=100` is the long run. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 3);
const LONG = { timeout: 600_000 + KILLS * 20_000 };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// docs/faults.md: fault 1
test(`every acknowledged write outlives kill -9 in mid-write, whole and once (${KILLS} kills)`, LONG, async () => {
  let next = 0;
  for (let round = 0; round < KILLS; round++) {
    const child = startChild(new URL('append-forever.ts', import.meta.url), dataDir, String(next));
    await child.started();
    await pause(((round * 37) % 101) + 3);
    const acknowledged = await child.kill();

    const store = await openSqliteStore({ dataDir });
    const held = await assertWholePrefix(store);
    assertAcknowledged(acknowledged, next, held);
    // The crash may have fallen between the two writes of a number: finish it, as the next poll would.
    if (held.issued < held.batches) await store.vintages.append(writeOf(held.issued).vintage);
    await store.close();
    next = held.batches;
  }
});

// docs/faults.md: fault 30
test('backups made while another process writes are each a whole state of the store', async () => {
  const child = startChild(new URL('append-forever.ts', import.meta.url), dataDir, '0');
  await child.started();
  const control = await openSqliteStore({ dataDir }, { role: 'control' });
  const sizes: number[] = [];
  for (let i = 0; i < 5; i++) {
    const backup = join(dataDir, `backup-${i}.db`);
    await control.backup(backup);
    const copy = await openSqliteStore({ file: backup });
    sizes.push((await assertWholePrefix(copy)).batches);
    await copy.close();
  }
  await control.close();
  const acknowledged = await child.kill();
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(acknowledged.length).toBeGreaterThanOrEqual(2 * (sizes[4]! - 1));
});

test(`a migration killed at any point continues where it stopped (${KILLS} kills)`, LONG, async () => {
  for (let round = 0; round < KILLS; round++) {
    const file = join(dataDir, `migrating-${round}.db`);
    const child = startChild(new URL('migrate-slowly.ts', import.meta.url), file);
    await child.started();
    await pause((round * 29) % 83);
    await child.kill();

    const database = openDatabase(file, 1_000);
    migrate(database, file, STEPS);
    const steps: { steps: number }[] = database.prepare('select steps from counter order by 1').all();
    const rows: { n: number }[] = STEPS.map((_, i) => database.prepare(`select count(*) as n from t${i}`).get());
    database.close();
    expect(steps.map((row) => row.steps)).toEqual(STEPS.map((_, i) => i));
    expect(rows.every(({ n }) => n === 300)).toBe(true);
  }
});

// docs/faults.md: fault 29
test('a second writer gets the process that holds the store, the control plane gets in, and the lock dies with its holder', async () => {
  const holder = startChild(new URL('hold-store.ts', import.meta.url), dataDir);
  await holder.started();

  await expect(openSqliteStore({ dataDir })).rejects.toMatchObject({
    fault: 'in_use',
    message: expect.stringContaining(`process ${holder.pid}`),
  });
  const control = await openSqliteStore({ dataDir }, { role: 'control' });
  await control.meta.set('source', 'simulated');
  await control.close();

  await holder.kill();
  const store = await openSqliteStore({ dataDir });
  expect(await store.meta.get('source')).toBe('simulated');
  await store.close();
});
