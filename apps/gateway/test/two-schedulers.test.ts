import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AREAS, CONTRACT_AREAS, DAY_MS, type EpochMs, HOUR_MS, ingestActuals } from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { openForecastRunner } from '@loadcast/service';
import { describe, expect, test } from 'vitest';
import { createService } from '../../../packages/service/src/schedule/service.js';
import { openPostgres, openSqlite, type Store } from '../../../packages/service/src/wiring/store.js';
import { databaseAnswers, dropSchema, freshDatabaseUrl } from './test-database.js';

const NOW = Date.UTC(2026, 6, 1, 10);

async function fill({ actuals }: Store): Promise<void> {
  const series = AREAS.map(({ series: name }) => ({
    key: { series: name, measure: 'demand' as const },
    start: NOW - 40 * DAY_MS,
    valuesMw: Float64Array.from({ length: 40 * 24 - 2 }, (_, hour) => 1_000 + (hour % 24)),
  }));
  await ingestActuals(actuals, { source: 'test', provenance: {}, series }, { ingestedAt: NOW, arrival: 'history' });
}

/** A scheduler over a store. */
async function scheduler(store: Store, now: () => EpochMs) {
  const state = { leads: false };
  const service = createService({
    areas: () => CONTRACT_AREAS,
    clock: { now },
    actuals: store.actuals,
    vintages: store.vintages,
    runner: await openForecastRunner(sameHourLastWeek, store.actuals, AREAS),
    source: undefined,
    log: { info() {}, warn() {}, error() {} },
    withLeadership: store.withLeadership,
    observer: {
      polled() {},
      issued() {},
      leading(leads) {
        state.leads = leads;
      },
    },
  });
  return { service, state };
}

const ENGINES = {
  async sqlite() {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-schedulers-'));
    const store = await openSqlite(dataDir, 'writer');
    // A second process is refused: two schedulers on SQLite can only be in one.
    await expect(openSqlite(dataDir, 'writer')).rejects.toMatchObject({ fault: 'in_use' });
    return { stores: [store, store], remove: async () => rmSync(dataDir, { recursive: true }) };
  },
  async postgres() {
    const url = freshDatabaseUrl();
    const stores = [await openPostgres(url, 'writer'), await openPostgres(url, 'writer')];
    return { stores, remove: () => dropSchema(url) };
  },
};

describe.each([
  { engine: 'SQLite', open: ENGINES.sqlite, answers: true },
  { engine: 'PostgreSQL', open: ENGINES.postgres, answers: await databaseAnswers() },
])('fault 26: two schedulers on $engine', ({ open, answers }) => {
  test.skipIf(!answers)(
    'one wins, and every forecast is published once, also when both are told to issue',
    async () => {
      const { stores, remove } = await open();
      let now = NOW;
      await fill(stores[0]!);
      const both = await Promise.all(stores.map((store) => scheduler(store, () => now)));
      try {
        await Promise.all(both.map(({ service }) => service.start()));
        expect(both.filter(({ state }) => state.leads)).toHaveLength(1);
        for (const { id } of AREAS) expect(await stores[1]!.vintages.count(id, now)).toBe(1);

        now += 7 * HOUR_MS;
        await Promise.all(both.map(({ service }) => service.issue()));
        for (const { id } of AREAS) {
          const issues = await stores[0]!.vintages.headers(id, { start: NOW, end: now + 1 });
          expect(issues.map(({ issuedAt }) => issuedAt)).toEqual([NOW, now]);
        }
      } finally {
        await Promise.all(both.map(({ service }) => service.stop()));
        for (const store of new Set(stores)) await store.close();
        await remove();
      }
    },
  );
});
