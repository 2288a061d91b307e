import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../src/sqlite/migrate.js';
import { openDatabase } from '../src/sqlite/open-database.js';
import { openSqliteStore } from '../src/sqlite/sqlite-store.js';
import { FIRST, SERIES, writeOf } from './append-forever.js';
import { startChild } from './child.js';
import { STEPS } from './migrate-slowly.js';

/** How often to kill. `STORE_KILLS=100` is the long run. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 5);
const HOUR_MS = 3_600_000;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test(`every acknowledged write outlives kill -9 in mid-write, whole and once (${KILLS} kills)`, async () => {
  let next = 0;
  for (let round = 0; round < KILLS; round++) {
    const child = startChild('append-forever.ts', dataDir, String(next));
    await child.started();
    await pause(((round * 37) % 101) + 3);
    const acknowledged = await child.kill();

    const store = await openSqliteStore({ dataDir });
    const series = await Promise.all(SERIES.map((name) => store.actuals.read({ series: name, measure: 'demand' })));
    const headers = await store.vintages.headers('caiso', { start: 0, end: Number.MAX_SAFE_INTEGER });
    const newest = await store.vintages.newest('caiso', Infinity);
    await store.close();

    const batches = series[0]!.valuesMw.length;
    for (const { valuesMw, replaced } of series) {
      expect([...valuesMw]).toEqual(Array.from({ length: batches }, (_, n) => n));
      expect(replaced.size).toBe(0);
    }
    expect(headers.map(({ issuedAt }) => (issuedAt - FIRST) / HOUR_MS)).toEqual(headers.map((_, n) => n));
    expect(newest).toEqual(headers.length > 0 ? writeOf(headers.length - 1).vintage : undefined);

    const last = (kind: string): number =>
      Number(acknowledged.findLast((line) => line.startsWith(kind))?.split(' ')[1] ?? next - 1);
    expect(batches).toBeGreaterThanOrEqual(last('batch') + 1);
    expect(batches).toBeLessThanOrEqual(last('batch') + 2);
    expect(headers.length).toBeGreaterThanOrEqual(last('vintage') + 1);
    expect(headers.length).toBeLessThanOrEqual(last('vintage') + 2);

    // The crash may have fallen between the two writes of a number: finish it, as the next poll would.
    if (headers.length < batches) await complete(headers.length);
    next = batches;
  }
});

async function complete(n: number): Promise<void> {
  const store = await openSqliteStore({ dataDir });
  await store.vintages.append(writeOf(n).vintage);
  await store.close();
}

test(`a migration killed at any point goes on where it stopped (${KILLS} kills)`, async () => {
  for (let round = 0; round < KILLS; round++) {
    const file = join(dataDir, `migrating-${round}.db`);
    const child = startChild('migrate-slowly.ts', file);
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

test('a second writer is told who holds the store, the control plane gets in, and the lock dies with its holder', async () => {
  const holder = startChild('hold-store.ts', dataDir);
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
