import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AreaId, Areas, areaById, HOUR_MS, PLANS, VINTAGE_HOURS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { roundMw } from '@loadcast/formats';
import { type EventLog, type ForecasterLedger, type LoggedEvent, openSqliteStore } from '@loadcast/storage/sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ercot, measuredUntil, NOW, runAt } from '../testing/hot-day.js';
import { EventDeriver } from './derive-events.js';
import { eventOf, passes } from './service-event.js';

const START = Date.parse('2026-11-21T12:00:00Z');
const AREAS = new Areas([areaById('pjm'), areaById('pge')]);

const actuals = () => memoryActualsStore();
let stores: {
  actuals: ReturnType<typeof actuals>;
  vintages: ReturnType<typeof memoryVintageStore>;
  forecasters: ForecasterLedger;
};
let log: EventLog;
let now: number;
beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-derive-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  log = store.eventLog;
  stores = { actuals: actuals(), vintages: memoryVintageStore(), forecasters: store.forecasters };
  now = START;
});

const deriver = (follows = false) =>
  new EventDeriver({ ...stores, log, follows, since: START, areas: () => AREAS, now: () => now });

async function load(areaId: AreaId, hour: number, values: readonly number[], at: number): Promise<void> {
  const start = new Date(START + hour * HOUR_MS).toISOString();
  const key = { series: areaById(areaId).series, measure: 'demand' } as const;
  await stores.actuals.append(buildBatch([buildBlock(start, values, { ...key, known: { kind: 'at', at } })]));
}

const publish = (areaId: AreaId, issuedAt: number, loadAt = (hour: number) => 100 + (hour % 24)) =>
  stores.vintages.append(
    buildVintage({
      areaId,
      issuedAt,
      availableAt: issuedAt + 1_000,
      start: Math.ceil(issuedAt / HOUR_MS) * HOUR_MS,
      valueMw: Float64Array.from({ length: VINTAGE_HOURS }, (_, i) =>
        roundMw(loadAt(Math.ceil(issuedAt / HOUR_MS) + i)),
      ),
    }),
  );

const kept = async () => (await log.after(0, 1_000)).map((each) => JSON.parse(eventOf(AREAS, each).json));
const types = async () => (await kept()).map(({ type, region }) => `${type} ${region}`);

test('on a store without events its past is no news', async () => {
  await load('pjm', -10, [1, 2, 3], START - HOUR_MS);
  await publish('pjm', START - HOUR_MS);
  expect(await deriver().derive()).toBe(0);
});

test('new load, a restatement and a run are reported once, under the region of surface A or the utility’s own', async () => {
  const events = deriver();
  await load('pjm', -10, [1, 2, 3], START - HOUR_MS);
  await events.derive();
  now += 60_000;
  await load('pjm', -7, [90], now);
  await load('pge', -7, [9], now);
  await load('pjm', -9, [2.5], now);
  await publish('pjm', now - 2_000);
  await events.derive();
  await events.derive();
  expect(await kept()).toMatchObject([
    {
      id: 'evt_1',
      type: 'actual.restated',
      region: 'PJM',
      at: '2026-11-21T12:01:00Z',
      data: { timestamp: '2026-11-21T03:00:00Z', value_mw: 2.5, old_value_mw: 2, learnt_at: '2026-11-21T12:01:00Z' },
    },
    { id: 'evt_2', type: 'actual.arrived', data: { timestamp: '2026-11-21T05:00:00Z', value_mw: 90 } },
    { id: 'evt_3', type: 'run.published', data: { issued_at: '2026-11-21T12:00:58Z', model: expect.any(String) } },
    { id: 'evt_4', type: 'actual.arrived', region: 'PGE' },
  ]);
});

test('old hours that are loaded are no news, and a value that is given again is no restatement', async () => {
  const events = deriver();
  await events.derive();
  await load('pjm', -5, [7], now);
  await events.derive();
  now += 60_000;
  await load('pjm', -100, [1, 2], now);
  await load('pjm', -5, [7], now);
  await events.derive();
  expect(await types()).toEqual(['actual.arrived PJM']);
});

test('what was stored when the process was killed is found by the next one', async () => {
  await deriver().derive();
  await load('pjm', -3, [1], START);
  await deriver().derive();
  await publish('pjm', START + 60_000);
  await publish('pge', START + 120_000);
  now += 6 * HOUR_MS;
  await deriver().derive();
  await deriver().derive();
  expect(await types()).toEqual(['actual.arrived PJM', 'run.published PJM', 'run.published PGE']);
});

test.each([
  { name: 'in another hour', loadAt: (hour: number) => 100 + ((hour + 5) % 24), changes: 1 },
  { name: 'higher by 2 %', loadAt: (hour: number) => (100 + (hour % 24)) * 1.02, changes: 1 },
  { name: 'higher by 0.5 %', loadAt: (hour: number) => (100 + (hour % 24)) * 1.005, changes: 0 },
])('a next run whose peak is $name changes it $changes times', async ({ loadAt, changes }) => {
  const events = deriver();
  await publish('pjm', START + 60_000);
  now += 2 * HOUR_MS;
  await publish('pjm', START + HOUR_MS, loadAt);
  await events.derive();
  while (events.hasOddsToDerive) await events.deriveOdds();
  const changed = (await kept()).filter(({ type }) => type === 'peak.changed');
  expect(changed).toHaveLength(changes);
  if (changes > 0) {
    expect(changed[0].data).toMatchObject({
      operating_day: '2026-11-22',
      issued_at: '2026-11-21T13:00:00Z',
      old_peak_mw: 123,
    });
  }
});

test.each([
  { follows: true, reported: ['source.late PJM'] },
  { follows: false, reported: [] },
])('load that stops to come is reported once where it is followed: $follows', async ({ follows, reported }) => {
  await load('pjm', -8, [1], START - 7 * HOUR_MS);
  const events = deriver(follows);
  await events.derive();
  now += HOUR_MS;
  await events.derive();
  expect(await types()).toEqual(reported);
  if (!follows) return;
  expect((await kept())[0].data).toEqual({ newest_actual: '2026-11-21T04:00:00Z', late_since: '2026-11-21T11:00:00Z' });
});

test('runs are reported before the peak and the odds that one of them has moved, which are reported once', async () => {
  now = NOW - 60_000;
  stores.actuals = await measuredUntil(NOW, 0);
  const events = new EventDeriver({
    ...stores,
    log,
    follows: false,
    since: now,
    areas: () => new Areas([ercot, ...AREAS.list]),
    now: () => now,
  });
  await stores.vintages.append(runAt(NOW - HOUR_MS, 0));
  await events.derive();
  now = NOW + 60_000;
  await stores.vintages.append(runAt(NOW, 6_000));
  await publish('pjm', NOW);
  await events.derive();
  expect(events.hasOddsToDerive).toBe(true);
  const reported = await kept();
  expect(reported.map(({ type }) => type)).toContain('run.published');
  expect(reported.filter(({ data }) => 'month_pct' in data)).toEqual([]);

  const odds = [];
  while (events.hasOddsToDerive) odds.push(await events.deriveOdds());
  expect(odds).toEqual([2, 0]);
  expect((await kept()).slice(reported.length)).toMatchObject([
    { type: 'peak.changed', region: 'ERCOT', data: { operating_day: '2023-08-10', peak_mw: expect.any(Number) } },
    { type: 'peak.changed', region: 'ERCOT', data: { operating_day: '2023-08-10', program: 'ercot_4cp' } },
  ]);
  await events.derive();
  expect([events.hasOddsToDerive, await events.deriveOdds()]).toEqual([false, 0]);
});

test('odds that could not be kept are derived again', async () => {
  now = NOW - 60_000;
  stores.actuals = await measuredUntil(NOW, 0);
  let isFull = false;
  const full = {
    ...log,
    append: (events: Parameters<EventLog['append']>[0]) => (isFull ? refuse() : log.append(events)),
  };
  const refuse = () => Promise.reject(new Error('the disk is full'));
  const events = new EventDeriver({
    ...stores,
    log: full,
    follows: false,
    since: now,
    areas: () => new Areas([ercot]),
    now: () => now,
  });
  await stores.vintages.append(runAt(NOW - HOUR_MS, 0));
  await events.derive();
  now = NOW + 60_000;
  await stores.vintages.append(runAt(NOW, 6_000));
  await events.derive();
  isFull = true;
  await expect(events.deriveOdds()).rejects.toThrow('the disk is full');
  isFull = false;
  expect([events.hasOddsToDerive, await events.deriveOdds(), events.hasOddsToDerive]).toEqual([true, 2, false]);
});

const addAnn = () =>
  stores.forecasters.keep({
    ...{ id: 'fct_ann', knownAt: START, accountId: 'acc_ann', name: 'ann', areas: 'pjm', gates: 'DAM' },
    ...{ isPublic: 0, retiredAt: null, blends: null },
  });

function handIn(startAt: number, withdraws: number | null, hours = 24) {
  const lines = Array.from({ length: hours }, (_, hour) => `${new Date(startAt + hour * HOUR_MS).toISOString()},110,,`);
  const about = { forecasterId: 'fct_ann', areaId: 'pjm', startAt, endAt: startAt + hours * HOUR_MS, requestKey: null };
  return stores.forecasters.submit(
    { ...about, withdraws, content: withdraws === null ? lines.join('\n') : '' },
    () => now,
  );
}

/** Every plan shows it to the account, and none to others. */
async function expectOnlyOf(owner: string, logged: LoggedEvent): Promise<void> {
  for (const plan of PLANS.filter(({ surface }) => surface === 'a')) {
    const seenBy = (accountId: string) => passes({}, { accountId, plan }, now, eventOf(AREAS, logged));
    expect([owner, 'acc_bob', ''].map(seenBy)).toEqual([true, false, false]);
  }
}

test('what a forecaster hands in is reported once, also by a process that comes later, and names its account to no one', async () => {
  await addAnn();
  const first = deriver();
  await first.derive();
  now += 60_000;
  const { sha256 } = await handIn(Date.parse('2026-11-22T05:00:00Z'), null);
  now += 2 * HOUR_MS;
  const late = await handIn(Date.parse('2026-11-22T05:00:00Z'), 1);
  await first.derive();
  await first.derive();
  await deriver().derive();
  const data = (await kept()).map((event) => [event.type, event.region, event.data]);
  expect(data).toEqual([
    [
      'forecaster.run.received',
      'PJM',
      {
        ...{ forecaster: 'fct_ann', position: 1, received_at: '2026-11-21T12:01:00.000Z', sha256 },
        ...{ start: '2026-11-22T05:00:00Z', end: '2026-11-23T05:00:00Z', withdraws: null, late_for: [] },
      },
    ],
    [
      'forecaster.run.received',
      'PJM',
      expect.objectContaining({ position: 2, withdraws: 1, late_for: ['DAM 2026-11-22'], sha256: late.sha256 }),
    ],
  ]);
  await expectOnlyOf('acc_ann', (await log.after(0, 1))[0]!);
});

test('a run is scored once when load of its last hour is known, and a withdrawn run is not', async () => {
  await addAnn();
  const events = deriver();
  await events.derive();
  const scored = async () => (await kept()).filter(({ type }) => type === 'forecaster.scored');
  await handIn(START, null, 3);
  await handIn(START, null, 3);
  await handIn(START, 2);
  await load('pjm', 0, [100, 100], START + 2 * HOUR_MS);
  now = START + 4 * HOUR_MS;
  await events.derive();
  expect(await scored()).toEqual([]);

  await load('pjm', 2, [125], now);
  await events.derive();
  await events.derive();
  await deriver().derive();
  const data = { forecaster: 'fct_ann', position: 1, start: '2026-11-21T12:00:00Z', end: '2026-11-21T15:00:00Z' };
  expect((await scored()).map((event) => event.data)).toEqual([
    { ...data, sample_hours: 3, mape_pct: 10.667, mae_mw: 11.67 },
  ]);
  await expectOnlyOf('acc_ann', (await log.after(0, 1_000)).find(({ type }) => type === 'forecaster.scored')!);
});

test('an own area’s load, restatements and runs are reported under its code to its account alone, and its late load to no one', async () => {
  const codes = { a: [], b: [], c: [], oasis: [] };
  const owner = { accountId: 'acc_ann', code: 'PLANT-7' };
  const own = { ...areaById('pge'), id: 'own-1', series: 'OWN-1', codes, owner };
  const everyArea = new Areas([...AREAS.list, own]);
  const events = new EventDeriver({
    ...{ ...stores, log, follows: true, since: START, areas: () => everyArea, now: () => now },
  });
  const keep = (hour: number, mw: number) => {
    const known = { kind: 'at', at: now } as const;
    const start = new Date(START + hour * HOUR_MS).toISOString();
    return stores.actuals.append(buildBatch([buildBlock(start, [mw], { series: 'OWN-1', measure: 'demand', known })]));
  };
  await events.derive();
  now += 60_000;
  await keep(-9, 5);
  await events.derive();
  now += 60_000;
  await keep(-9, 6);
  await publish('own-1', now - 2_000);
  await events.derive();
  const types = ['actual.arrived', 'actual.restated', 'run.published'];
  expect((await kept()).map(({ type, region }) => `${type} ${region}`)).toEqual(types.map((type) => `${type} PLANT-7`));
  for (const logged of await log.after(0, 1_000)) {
    await expectOnlyOf('acc_ann', logged);
    expect(eventOf(AREAS, logged).json).not.toMatch(/own-1|acc_ann/i);
  }
});

test('only an area with a newer run is asked for its runs, and again where the log refused their events', async () => {
  const asked: AreaId[] = [];
  const headers: typeof stores.vintages.headers = (areaId, window) => {
    asked.push(areaId);
    return stores.vintages.headers(areaId, window);
  };
  let refuses = false;
  const append: EventLog['append'] = async (events) => {
    if (refuses) throw new Error('away');
    return log.append(events);
  };
  const events = new EventDeriver({
    ...{ ...stores, follows: false, since: START, areas: () => AREAS, now: () => now },
    ...{ vintages: { ...stores.vintages, headers }, log: { ...log, append } },
  });
  for (const areaId of ['pjm', 'pge']) await publish(areaId, START - HOUR_MS);
  await events.derive();
  expect(asked).toEqual(['pjm', 'pge']);

  now += 60_000;
  await publish('pge', now - 2_000);
  refuses = true;
  await expect(events.derive()).rejects.toThrow('away');
  refuses = false;
  await events.derive();
  await events.derive();
  expect(asked).toEqual(['pjm', 'pge', 'pge', 'pge']);
  expect(await types()).toEqual(['run.published PGE']);
});
