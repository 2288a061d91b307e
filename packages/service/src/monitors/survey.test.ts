import {
  AREAS,
  type AreaId,
  areaById,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  ingestActuals,
  MINUTE_MS,
} from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildVintage } from '@loadcast/core/testing';
import { expect, test, vi } from 'vitest';
import { openForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import { REMEDIES } from './finding.js';
import { createMonitor } from './monitor.js';
import { survey } from './survey.js';

const NOW = Date.UTC(2026, 6, 1, 20);
const GATE_ISSUE = Date.UTC(2026, 6, 1, 12, 58);

interface Runtime {
  /** Load of NYISO by hour; default a daily wave until two hours ago. */
  readonly loadMw?: (start: EpochMs) => number;
  /** When NYISO's forecasts were issued. */
  readonly issues?: readonly EpochMs[];
}

const wave = (start: EpochMs) => {
  const hour = start / HOUR_MS;
  return 10_000 + 2_000 * Math.sin((hour * Math.PI) / 12) + 700 * Math.sin((hour * Math.PI) / 84);
};
const published = (start: EpochMs) => (start + 3 * HOUR_MS <= NOW ? wave(start) : Number.NaN);

/** A runtime in which only NYISO has a fault. */
async function runtime({ loadMw = published, issues = [GATE_ISSUE, NOW - HOUR_MS] }: Runtime) {
  const actuals = memoryActualsStore();
  const vintages = memoryVintageStore();
  const start = NOW - 60 * DAY_MS;
  const run = (value: (at: EpochMs) => number) =>
    Float64Array.from({ length: 60 * 24 }, (_, hour) => value(start + hour * HOUR_MS));
  const series = AREAS.flatMap(({ id, series: name, kind }) => [
    { key: { series: name, measure: 'demand' as const }, start, valuesMw: run(id === 'nyiso' ? loadMw : published) },
    ...(kind === 'grid'
      ? [
          {
            key: { series: name, measure: 'day_ahead_forecast' as const },
            start,
            valuesMw: run((at) => 1.02 * wave(at)),
          },
        ]
      : []),
  ]);
  await ingestActuals(actuals, { source: 'test', provenance: {}, series }, { ingestedAt: NOW, arrival: 'history' });
  const runner = await openForecastRunner(sameHourLastWeek, actuals, AREAS);
  const issue = async (areaId: AreaId, at: EpochMs) =>
    publish(vintages, areaId, at, at, await runner.issue(areaId, at));
  const gates = [Date.UTC(2026, 6, 1, 12, 58), Date.UTC(2026, 6, 1, 13, 58), Date.UTC(2026, 6, 1, 15, 58)];
  for (const { id } of AREAS) {
    for (const at of id === 'nyiso' ? issues : [NOW - 2 * DAY_MS, ...gates, NOW - HOUR_MS]) await issue(id, at);
  }
  return { areas: () => CONTRACT_AREAS, actuals, vintages, backfillsGates: false, follows: true, issue };
}

test.each<Runtime & { name: string; monitor: string | undefined }>([
  { name: 'all is well', monitor: undefined },
  {
    name: 'load that ends seven hours ago',
    loadMw: (start) => (start + 8 * HOUR_MS <= NOW ? wave(start) : Number.NaN),
    monitor: 'data_lag',
  },
  {
    name: 'a feed that repeats itself for a day',
    loadMw: (start) => (start >= NOW - DAY_MS && start + 3 * HOUR_MS <= NOW ? 11_111 : published(start)),
    monitor: 'frozen_feed',
  },
  {
    name: 'load that comes an hour late against the operator’s forecast',
    loadMw: (start) => (Number.isNaN(published(start)) ? Number.NaN : wave(start - HOUR_MS)),
    monitor: 'clock_lag',
  },
  { name: 'a gate without a forecast', issues: [NOW - 2 * DAY_MS, NOW - HOUR_MS], monitor: 'missed_gate' },
  { name: 'a service that began after the gate', issues: [NOW - HOUR_MS], monitor: undefined },
  {
    name: 'a forecast that grows old',
    issues: [GATE_ISSUE - DAY_MS, GATE_ISSUE - 10 * MINUTE_MS],
    monitor: 'forecast',
  },
  { name: 'no forecast', issues: [], monitor: 'forecast' },
])('survey: $name', async ({ monitor, ...given }) => {
  const { findings } = await survey(await runtime(given), NOW);
  expect(findings.map((finding) => `${finding.monitor} ${finding.areaId}`)).toEqual(
    monitor === undefined ? [] : [`${monitor} nyiso`],
  );
  for (const { message } of findings) expect(message).toMatch(/NYISO/); // the code that callers use
});

test.each<{ name: string; areaId: AreaId; lateHours: number; since: number; finds: boolean }>([
  { name: 'a utility’s load that comes an hour late', areaId: 'pge', lateHours: 1, since: 46, finds: true },
  { name: 'the smallest utility’s two hours early', areaId: 'vea', lateHours: -2, since: 46, finds: true },
  { name: 'a grid’s an hour early', areaId: 'miso', lateHours: -1, since: 46, finds: true },
  { name: 'load on time', areaId: 'pge', lateHours: 0, since: 46, finds: false },
  { name: 'late load in the first weeks of a service', areaId: 'pge', lateHours: 1, since: 20, finds: false },
])('clock_lag, by our own forecasts: $name', async ({ areaId, lateHours, since, finds }) => {
  const actuals = memoryActualsStore();
  const vintages = memoryVintageStore();
  const area = areaById(areaId);
  const start = NOW - 60 * DAY_MS;
  const valuesMw = Float64Array.from({ length: 60 * 24 - 3 }, (_, hour) => wave(start + (hour - lateHours) * HOUR_MS));
  const series = [{ key: { series: area.series, measure: 'demand' as const }, start, valuesMw }];
  await ingestActuals(actuals, { source: 'test', provenance: {}, series }, { ingestedAt: NOW, arrival: 'history' });
  for (let day = since; day >= 0; day--) {
    const issuedAt = GATE_ISSUE - day * DAY_MS;
    const first = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
    const values = (factor: number) =>
      Float64Array.from({ length: 384 }, (_, hour) => Math.round(factor * wave(first + hour * HOUR_MS)));
    await vintages.append(
      buildVintage({ areaId, issuedAt, start: first, valueMw: values(1.03), p10Mw: values(0.97), p90Mw: values(1.1) }),
    );
  }
  const { areas, findings } = await survey(
    { areas: () => CONTRACT_AREAS, actuals, vintages, backfillsGates: true, follows: true },
    NOW,
  );
  const found = findings.filter(({ monitor }) => monitor === 'clock_lag');
  expect(found.map((finding) => finding.areaId)).toEqual(finds ? [areaId] : []);
  const side = lateHours > 0 ? 'behind' : 'ahead of';
  for (const { message } of found)
    expect(message).toMatch(new RegExp(` is ${Math.abs(lateHours)} h ${side} our forecasts`));
  expect(areas.find((state) => state.areaId === areaId)!.clockLagHours).toBe(since < 30 ? undefined : lateHours);
});

test('every monitor says how to remedy what it finds', () => {
  for (const remedy of Object.values(REMEDIES)) expect(remedy.length).toBeGreaterThan(40);
});

test('a finding is logged when it comes and when it goes, and not in between', async () => {
  const lines: string[] = [];
  const log = {
    warn: (_: unknown, text: string) => lines.push(text),
    info: (_: unknown, text: string) => lines.push(text),
  };
  let failure: Error | undefined;
  const deps = {
    ...(await runtime({})),
    now: () => NOW,
    log: log as never,
    inStepAt: () => NOW,
    followsWeather: false,
  };
  const monitor = createMonitor({ ...deps, storeFailure: () => failure });
  await monitor.look();
  expect(lines).toEqual([]);
  failure = new Error('the disk is full');
  await monitor.look();
  await monitor.look();
  expect(monitor.findings()).toEqual([{ monitor: 'store', message: 'the disk is full' }]);
  failure = undefined;
  await monitor.look();
  expect(lines).toEqual(['the disk is full', 'finding is over']);
});

test('a store that cannot be read is a finding, and what was measured before stays', async () => {
  const deps = await runtime({});
  let isAway = false;
  const read: typeof deps.actuals.read = (key) =>
    isAway ? Promise.reject(new Error('no connection')) : deps.actuals.read(key);
  const log = { warn() {}, info() {} } as never;
  const monitor = createMonitor({
    ...deps,
    actuals: { read },
    now: () => NOW,
    log,
    inStepAt: () => NOW,
    followsWeather: false,
    storeFailure: () => undefined,
  });
  await monitor.look();
  isAway = true;
  await monitor.look();
  expect(monitor.findings()).toEqual([{ monitor: 'store', message: 'no connection' }]);
  expect(monitor.latest()?.areas).toHaveLength(AREAS.length);
});

/** The stores of a runtime, and how often runs were asked for. */
function counted(deps: Awaited<ReturnType<typeof runtime>>) {
  const headers = vi.fn(deps.vintages.headers);
  const count = vi.fn(deps.vintages.count);
  const asked = (): number => {
    const { length } = [...headers.mock.calls, ...count.mock.calls];
    headers.mockClear();
    count.mockClear();
    return length;
  };
  return { ...deps, vintages: { newest: deps.vintages.newest, headers, count }, asked };
}

test('earlier runs are read again only of areas with another gate', async () => {
  const deps = counted(await runtime({}));
  const first = await survey(deps, NOW);
  const all = deps.asked();
  expect(all).toBeGreaterThan(2 * AREAS.length);
  await deps.issue('nyiso', NOW + MINUTE_MS);
  const second = await survey(deps, NOW + 2 * MINUTE_MS, first);
  expect(deps.asked()).toBe(0);
  const facts = ({ areas }: typeof first) => areas.map(({ coveragePct, missedGate }) => ({ coveragePct, missedGate }));
  expect(facts(second)).toEqual(facts(first));
  expect(second.areas.find(({ areaId }) => areaId === 'nyiso')!.forecastAgeMs).toBe(MINUTE_MS);

  const nextGate = GATE_ISSUE + DAY_MS + 3 * MINUTE_MS;
  const { findings } = await survey(deps, nextGate, second);
  expect(findings.filter(({ monitor }) => monitor === 'missed_gate').map(({ areaId }) => areaId)).toContain('nyiso');
});

test('of gateways that share a store the leader measures, and the others show that until there is no leader', async () => {
  let now = NOW;
  const texts: string[] = [];
  const read = vi.fn(async () => texts.map((text) => JSON.parse(text)).at(-1));
  const shared = { read, write: async (measured: object) => void texts.push(JSON.stringify(measured)) };
  const deps = counted(await runtime({ issues: [] }));
  const open = () =>
    createMonitor({
      ...{ ...deps, shared, now: () => now, log: { warn() {}, info() {} } as never, inStepAt: () => now },
      ...{ followsWeather: false, storeFailure: () => undefined },
    });
  const [leader, other] = [open(), open()];
  await other.look();
  expect(other.latest()).toBeUndefined();
  leader.observer.leading(true);
  await leader.look();
  expect(deps.asked()).toBeGreaterThan(AREAS.length);
  read.mockClear();
  await other.look();
  expect([read.mock.calls.length, deps.asked()]).toEqual([1, 0]);
  expect(other.findings()).toEqual(leader.findings());
  expect(other.findings()).toMatchObject([{ monitor: 'forecast', areaId: 'nyiso' }]);
  expect(JSON.stringify(other.latest())).toBe(JSON.stringify(leader.latest()));

  now += 14 * MINUTE_MS;
  await other.look();
  expect(other.latest()?.at).toBe(NOW);
  now += MINUTE_MS;
  await other.look();
  expect(other.latest()?.at).toBe(now);
});

test('weather that does not come for six hours is a finding of the process that leads, until it comes again', async () => {
  let now = NOW;
  const log = { warn() {}, info() {} } as never;
  const deps = { ...(await runtime({})), now: () => now, log, inStepAt: () => now, storeFailure: () => undefined };
  const found = (monitor: ReturnType<typeof createMonitor>) =>
    monitor.findings().filter((finding) => finding.monitor === 'weather');
  const [leader, other, without] = [
    createMonitor({ ...deps, followsWeather: true }),
    createMonitor({ ...deps, followsWeather: true }),
    createMonitor({ ...deps, followsWeather: false }),
  ];
  leader.observer.leading(true);
  without.observer.leading(true);
  now += 6 * HOUR_MS;
  expect(found(leader)).toEqual([]);
  now += MINUTE_MS;
  leader.weatherPolled('failed');
  expect(found(leader)).toHaveLength(1);
  expect([...found(other), ...found(without)]).toEqual([]);
  leader.weatherPolled('ok');
  expect(found(leader)).toEqual([]);
});

test('scheduled backups that fail are a finding of the process that leads', async () => {
  const log = { warn() {}, info() {} } as never;
  const backups = { everyMs: 24 * HOUR_MS, state: () => ({ newestAt: NOW, failure: 'the disk is full' }) };
  const deps = { ...(await runtime({})), now: () => NOW, log, inStepAt: () => NOW, storeFailure: () => undefined };
  const [leader, other] = [
    createMonitor({ ...deps, followsWeather: false, backups }),
    createMonitor({ ...deps, followsWeather: false, backups }),
  ];
  leader.observer.leading(true);
  expect(leader.findings()).toEqual([{ monitor: 'backup', message: 'the last backup failed: the disk is full' }]);
  expect(other.findings()).toEqual([]);
});
