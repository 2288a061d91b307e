import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, DAY_MS } from '@loadcast/core';
import { newestHour } from '@loadcast/core/series';
import { afterAll, expect, test } from 'vitest';
import { actualsOf } from '../wiring/actuals-source.js';
import { openSqlite } from '../wiring/store.js';
import { openReplayStore } from './replay-store.js';

const JULY = Date.UTC(2018, 6, 18, 18);
const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-replayed-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('a replay of the record shows July 2018 hour by hour, and writes nothing but accounts into the store', async () => {
  const kept = await openSqlite(dataDir, 'writer');
  const { store, settings } = await openReplayStore(kept, { LOADCAST_DATA_DIR: dataDir }, JULY);
  for (const { series } of AREAS) {
    const load = await store.actuals.read({ series, measure: 'demand' });
    for (const now of [JULY, JULY + 10 * DAY_MS]) {
      const age = now - (newestHour(load, now) ?? 0);
      expect(age, series).toBeGreaterThanOrEqual(3_600_000);
      expect(age, series).toBeLessThan(DAY_MS);
    }
  }
  expect([await actualsOf(store.meta), await actualsOf(kept.meta)]).toEqual(['recorded', undefined]);
  expect(await kept.actuals.keys()).toEqual([]);
  expect(store.control).toBe(kept.control);
  expect(settings.LOADCAST_DATA_DIR).not.toBe(dataDir);
  await store.close();
  expect(existsSync(settings.LOADCAST_DATA_DIR)).toBe(false);
});

test('a replay of a store shows the load of that store', async () => {
  const kept = await openSqlite(dataDir, 'writer');
  const { store, settings } = await openReplayStore(kept, { LOADCAST_DATA_DIR: dataDir }, undefined);
  expect([store.actuals, settings.LOADCAST_DATA_DIR]).toEqual([kept.actuals, dataDir]);
  expect(store.eventLog).not.toBe(kept.eventLog);
  await store.close();
});
