import { setTimeout as sleep } from 'node:timers/promises';
import {
  AREAS,
  type AreaId,
  areaById,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  engine,
  HOUR_MS,
  ingestActuals,
  type LoadSource,
  MINUTE_MS,
  type Observations,
  type VintageStore,
} from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { beforeEach, expect, test } from 'vitest';
import { type ForecastRunner, openForecastRunner } from '../forecasting/forecast-runner.js';
import { createService, type ServiceDeps } from './service.js';
import type { Issued } from './service-observer.js';

/** A quarter of an hour before the PJM gate's forecast is made. */
const BEFORE_GATE = Date.UTC(2026, 6, 1, 12, 43);
const GATE_ISSUE = Date.UTC(2026, 6, 1, 12, 58);

let now: EpochMs;
let issued: Issued[];
let vintages: VintageStore;
let runner: ForecastRunner;
let actuals: ReturnType<typeof memoryActualsStore>;

/** Load of every area until `end`, as one poll would return it. */
function loadUntil(end: EpochMs): Observations {
  const start = end - 40 * DAY_MS;
  const series = AREAS.map(({ series: name }) => ({
    key: { series: name, measure: 'demand' as const },
    start,
    valuesMw: Float64Array.from({ length: (end - start) / HOUR_MS }, (_, hour) => 1_000 + (hour % 24)),
  }));
  return { source: 'test', provenance: {}, series };
}

function service(overrides: Partial<ServiceDeps> = {}) {
  return createService({
    areas: () => CONTRACT_AREAS,
    clock: { now: () => now },
    actuals,
    vintages,
    runner,
    source: undefined,
    log: { info() {}, warn() {}, error() {} },
    withLeadership: (_name, work) => work(new AbortController().signal),
    observer: { polled() {}, issued: (row) => issued.push(row), leading() {} },
    ...overrides,
  });
}

const kept = (areaId: AreaId) =>
  issued.filter((row) => row.areaId === areaId && row.outcome === 'kept').map(({ reason }) => reason);

beforeEach(async () => {
  now = BEFORE_GATE;
  issued = [];
  actuals = memoryActualsStore();
  vintages = memoryVintageStore();
  const end = Date.UTC(2026, 6, 1, 11);
  await ingestActuals(actuals, loadUntil(end), { ingestedAt: now, arrival: 'history' });
  runner = await openForecastRunner(sameHourLastWeek, actuals, AREAS);
});

test('a source that never answers delays no forecast: the gate is kept while the poll hangs', async () => {
  const hanging: LoadSource = { name: 'hanging', fetch: () => new Promise(() => {}) };
  const { poll, issue } = service({ source: hanging });
  void poll();
  await issue();
  now = GATE_ISSUE;
  void poll();
  await issue();
  expect(kept('pjm')).toEqual(['first', 'gate']);
  expect((await vintages.newest('pjm', now))?.availableAt).toBe(GATE_ISSUE);
});

test('weather that never comes keeps no new load from the gate’s forecast', async () => {
  const end = Date.UTC(2026, 6, 1, 11);
  const source: LoadSource = { name: 'prompt', fetch: async () => loadUntil(end + HOUR_MS) };
  const { poll, issue } = service({ source, pollWeather: () => new Promise(() => {}) });
  let refreshed = () => {};
  const isRefreshed = new Promise<void>((resolve) => {
    refreshed = resolve;
  });
  const refresh = runner.refresh;
  runner.refresh = async () => {
    await refresh();
    refreshed();
  };
  void poll();
  await isRefreshed;
  now = GATE_ISSUE;
  await issue();
  expect((await vintages.newest('pjm', now))!.dataCutoff).toBe(end);
});

test('load that came by no poll is forecast at the next check, not at the next hour', async () => {
  let version = 0;
  const { issue } = service({ loadVersion: () => version });
  await issue();
  const end = Date.UTC(2026, 6, 1, 12);
  await ingestActuals(actuals, loadUntil(end), { ingestedAt: now, arrival: 'live' });
  version++;
  now += MINUTE_MS;
  await issue();
  expect(kept('pjm')).toEqual(['first', 'new_actuals']);
  expect((await vintages.newest('pjm', now))!.dataCutoff).toBe(end - HOUR_MS);
});

test('there is never more than one poll at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const slow: LoadSource = {
    name: 'slow',
    async fetch() {
      atOnce++;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce--;
      return { source: 'slow', provenance: {}, series: [] };
    },
  };
  const { poll } = service({ source: slow });
  for (let i = 0; i < 5; i++) {
    void poll();
    now += 10 * MINUTE_MS;
  }
  await poll();
  expect(most).toBe(1);
});

test('every poll reads the last week and the two days to come, one a day then the 53 days before', async () => {
  const days: number[] = [];
  const source: LoadSource = {
    name: 'counting',
    async fetch({ start, end }) {
      days.push(Math.round((end - start) / DAY_MS));
      return { source: 'counting', provenance: {}, series: [] };
    },
  };
  const { poll } = service({ source });
  for (const end = now + 49 * HOUR_MS; now < end; now += 12 * HOUR_MS) await poll();
  expect(days).toEqual([9, 53, 9, 9, 53, 9, 9, 53]);
});

test('an area whose model fails keeps its newest forecast, the failure is told, and the others go on', async () => {
  const { issue } = service();
  await issue();
  const before = await vintages.newest('pjm', now);
  const failing: ForecastRunner = {
    ...runner,
    issue: (areaId, at) => (areaId === 'pjm' ? Promise.reject(new Error('no convergence')) : runner.issue(areaId, at)),
  };
  now = GATE_ISSUE;
  await service({ runner: failing }).issue();
  expect(await vintages.newest('pjm', now)).toEqual(before);
  expect(issued.filter(({ outcome }) => outcome === 'failed').map(({ areaId }) => areaId)).toEqual(['pjm']);
  expect(kept('nyiso')).toEqual(['first', 'gate']);
});

test('a forecast with a missing value is refused, and the newest one stays', async () => {
  const broken: ForecastRunner = {
    ...runner,
    async issue(areaId, at) {
      const forecast = await runner.issue(areaId, at);
      return { ...forecast, valueMw: forecast.valueMw.map((mw, hour) => (hour === 200 ? Number.NaN : mw)) };
    },
  };
  await service({ runner: broken }).issue();
  expect(issued.map(({ outcome }) => outcome)).toEqual(AREAS.map(() => 'failed'));
  expect(await vintages.newest('pjm', now)).toBeUndefined();
});

test('after a failure the model is left in peace for two minutes, but not at the gate', async () => {
  let calls = 0;
  const failing: ForecastRunner = {
    ...runner,
    issue: () => {
      calls++;
      return Promise.reject(new Error('no'));
    },
  };
  const { issue } = service({ runner: failing });
  await issue();
  now += MINUTE_MS;
  await issue();
  expect(calls).toBe(AREAS.length);
  now += MINUTE_MS;
  await issue();
  expect(calls).toBe(2 * AREAS.length);
});

test('what another process issued while a forecast was made is not issued again', async () => {
  const area = areaById('pjm');
  const racing: ForecastRunner = {
    ...runner,
    async issue(areaId, at) {
      const forecast = await runner.issue(areaId, at);
      if (areaId === area.id) await service().issue();
      return forecast;
    },
  };
  now += 1;
  await service({ runner: racing }).issue();
  expect(await vintages.count('pjm', now)).toBe(1);
  expect(kept('pjm')).toEqual(['first']);
});

test('a lead that is lost publishes nothing more, and stopping ends at once', async () => {
  let lose: () => void = () => {};
  let begun: () => void = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let finish: () => void = () => {};
  const slow: ForecastRunner = {
    ...runner,
    async issue(areaId, at) {
      const forecast = await runner.issue(areaId, at);
      begun();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return forecast;
    },
  };
  let leads = 0;
  const running = service({
    runner: slow,
    withLeadership: async (_name, work) => {
      leads++;
      if (leads > 1) return undefined;
      const lost = new AbortController();
      lose = () => lost.abort();
      return work(lost.signal);
    },
  });
  void running.start();
  await isBegun;
  lose();
  finish();
  await running.stop();
  expect(await vintages.newest('pjm', now)).toBeUndefined();
});

test.each([
  { name: 'the history reaches into the month before', today: Date.UTC(2026, 6, 5, 12, 10) },
  { name: 'it lies in one month', today: Date.UTC(2026, 6, 28, 12, 10) },
])(
  'a store that begins empty issues once 14 whole days have come, while the weeks before are still read: $name',
  async ({ today }) => {
    now = today;
    actuals = memoryActualsStore();
    runner = await openForecastRunner(engine, actuals, AREAS);
    const lines: string[] = [];
    const days = 16; // 14 whole ones before yesterday
    let pieces = 0;
    const daily: LoadSource = {
      name: 'daily',
      pieceMs: DAY_MS,
      async fetch({ start, end }, _askedAt, signal) {
        if (start <= now && ++pieces > days + 1) {
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        }
        const known = Math.max(start, Math.min(end, now - 2 * HOUR_MS));
        const series = AREAS.map(({ series: name }) => ({
          key: { series: name, measure: 'demand' as const },
          start,
          valuesMw: Float64Array.from(
            { length: Math.floor((known - start) / HOUR_MS) },
            (_, i) => 1_000 + 100 * Math.sin((start / HOUR_MS + i) * 0.26) + (((start / HOUR_MS + i) * 7_919) % 97),
          ),
        }));
        return { source: 'daily', provenance: {}, series };
      },
    };
    const log = { info() {}, error() {}, warn: (fields: { reason?: string }) => void lines.push(fields.reason ?? '') };
    const running = service({ source: daily, log: log as never });
    await running.start();
    while (issued.filter(({ outcome }) => outcome === 'kept').length < AREAS.length) await sleep(5);
    await running.stop();
    expect(pieces).toBe(days + 2);
    expect(lines).toContainEqual(
      expect.stringMatching(/: 1?\d complete days of load before yesterday are known; a first forecast needs 14$/),
    );
  },
);
