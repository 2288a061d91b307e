import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { backtestArea } from '../backtest/backtest-area.js';
import { gateDays } from '../backtest/gate-days.js';
import { scorePaired, scorePoints } from '../backtest/score-points.js';
import { slicePoints } from '../backtest/slice-points.js';
import { scoreDays } from '../backtest/worst-days.js';
import { sameHourLastWeek } from '../forecast/baselines/same-hour-last-week.js';
import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import type { SeriesKey } from '../ports/actuals-store.js';
import { cachedActualsStore } from '../reads/cached/cached-actuals-store.js';
import { buildBatch, buildBlock } from '../testing/builders.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';
import { COMPARED, type ComparedName, SCORES_BY, type ScoresBy, scoreGroups } from './score-groups.js';
import { type ScoredQuery, storedPoints } from './stored-points.js';

const PJM = areaById('pjm');
const ZONE = PJM.marketTimezone;
const FIRST = Date.UTC(2026, 0, 1);
const DAYS = 130;
const [FROM, TO] = ['2026-03-01', '2026-04-30']; // the spring change lies in them
const LATE = Date.UTC(2026, 4, 11);
const GATE = { daysBefore: 1, timeOfDayMs: 9 * HOUR_MS };

const loadMw = (hour: number) =>
  Math.round(80_000 + 9_000 * Math.sin((hour * Math.PI) / 12) + ((hour * 7_919) % 1_013));

/** Load with gaps and restatements, the operator's forecast of it, and a run at each gate. */
async function openWorld() {
  const actuals = cachedActualsStore(memoryActualsStore());
  const vintages = memoryVintageStore();
  const load = Array.from({ length: DAYS * 24 }, (_, hour) => (hour % 501 === 0 ? Number.NaN : loadMw(hour)));
  const operator = load.map((mw, hour) => (hour % 97 === 0 ? Number.NaN : Math.round(mw * 1.02)));
  const start = new Date(FIRST).toISOString();
  const ahead = { series: 'PJM', measure: 'day_ahead_forecast', known: { kind: 'lag', lagMs: -30 * HOUR_MS } } as const;
  await actuals.append(buildBatch([buildBlock(start, load, { series: 'PJM' }), buildBlock(start, operator, ahead)]));
  const restated = { series: 'PJM', known: { kind: 'at', at: Date.UTC(2026, 3, 5) } } as const;
  await actuals.append(buildBatch([buildBlock('2026-03-20T10:00Z', [90_000, 91_000, 92_000], restated)]));
  const known = await actuals.read({ series: 'PJM', measure: 'demand' });
  const data = { load: () => known, operatorForecast: () => undefined, weather: () => undefined };
  const forecaster = sameHourLastWeek.forArea(PJM, data);
  const plan = { from: FROM, to: TO, runs: ['DAM', '2DA'] as const, gateTimeOfDayMs: GATE.timeOfDayMs };
  for (const { issuedAt } of gateDays(PJM, plan)) {
    const { quantiles, contributions, excludedInputs, ...issued } = await forecaster.issue(issuedAt);
    await vintages.append({ areaId: 'pjm', issuedAt, availableAt: issuedAt, ...issued });
  }
  const window = { start: operatingDayWindow(ZONE, FROM).start, end: operatingDayWindow(ZONE, TO).end };
  const query: ScoredQuery = { area: PJM, choice: { kind: 'gate', ...GATE }, window, asOf: LATE, actuals: 'latest' };
  const truth = await actuals.read({ series: 'PJM', measure: 'demand' });
  const subject = {
    area: PJM,
    forecaster: sameHourLastWeek,
    data,
    truth,
    operator: await actuals.read({ series: 'PJM', measure: 'day_ahead_forecast' }),
  };
  return { actuals, vintages, query, replay: () => backtestArea(subject, plan) };
}

test.each([
  { run: 'DAM', daysBefore: 1 },
  { run: '2DA', daysBefore: 2 },
] as const)(
  'the scores of the stored runs of $run are those of a backtest of the same gate',
  async ({ run, daysBefore }) => {
    const { replay, query, ...stores } = await openWorld();
    const points = await storedPoints(stores, { ...query, choice: { kind: 'gate', ...GATE, daysBefore } });
    const replayed = (await replay()).runs.find((each) => each.run === run)!.points;
    expect(points.start).toEqual(replayed.start);
    for (const column of [
      'actualMw',
      'valueMw',
      'p10Mw',
      'naive24Mw',
      'naive168Mw',
      'operatorMw',
      'issuedAt',
    ] as const) {
      expect([column, points[column]]).toEqual([column, replayed[column]]);
    }
    const [all] = scoreGroups(points, ZONE, 'all');
    expect(all!.ours).toEqual(scorePoints(replayed));
    expect(all!.ours.hours).toBeGreaterThan(1_400);
    for (const { name, scores, ours } of all!.pairs) {
      const { model, baseline } = scorePaired(replayed, COMPARED[name as ComparedName]);
      expect([name, ours, scores]).toEqual([name, model, baseline]);
    }
    for (const by of ['hour', 'weekday', 'month', 'lead'] as const) {
      const cuts = [...slicePoints(replayed, ZONE, by)].map(([key, scores]) => [String(key), scores]);
      expect(scoreGroups(points, ZONE, by).map(({ key, ours }) => [key, ours])).toEqual(cuts);
    }
    const days = scoreDays(replayed, ZONE).map(({ operatingDay, scores }) => [operatingDay, scores]);
    expect(scoreGroups(points, ZONE, 'day').map(({ key, ours }) => [key, ours])).toEqual(days);
  },
);

test('first counts what was published first, latest what stands; before the restatement they are the same', async () => {
  const { query, ...stores } = await openWorld();
  const at = (Date.parse('2026-03-20T10:00Z') - query.window.start) / HOUR_MS;
  const actual = async (actuals: 'first' | 'latest', asOf: number) =>
    (await storedPoints(stores, { ...query, actuals, asOf })).actualMw[at];
  const original = loadMw((Date.parse('2026-03-20T10:00Z') - FIRST) / HOUR_MS);
  expect([await actual('latest', LATE), await actual('first', LATE)]).toEqual([90_000, original]);
  const before = Date.UTC(2026, 3, 4);
  expect([await actual('latest', before), await actual('first', before)]).toEqual([original, original]);
});

test('a past score comes out again whatever is known since; the kept points are those that are made anew', async () => {
  const { query, actuals, vintages } = await openWorld();
  const groups = async (asOf: number, by: ScoresBy, stores = { actuals, vintages }) =>
    scoreGroups(await storedPoints(stores, { ...query, asOf }), ZONE, by);
  const instants = Array.from({ length: 20 }, (_, i) => LATE - i * 3.3 * DAY_MS);
  const before = new Map<number, unknown>();
  for (const asOf of instants) before.set(asOf, await groups(asOf, 'day'));
  await actuals.append(
    buildBatch([
      buildBlock(
        '2026-03-02T00:00Z',
        Array.from({ length: 600 }, () => 70_000),
        { series: 'PJM', known: { kind: 'at', at: LATE + 1 } },
      ),
    ]),
  );
  for (const asOf of [...instants].reverse()) {
    expect(await groups(asOf, 'day')).toEqual(before.get(asOf));
    expect(await groups(asOf, 'day', { actuals, vintages: { ...vintages } })).toEqual(before.get(asOf));
  }
  expect(await groups(LATE + 1, 'day')).not.toEqual(before.get(LATE));
});

test.each([
  { name: 'after the gate', lagHours: -12, isLate: true },
  { name: 'before the gate', lagHours: -60, isLate: false },
])('an operator that publishes $name: every compared hour says so', async ({ lagHours, isLate }) => {
  const { query, actuals, vintages } = await openWorld();
  const values = Array.from({ length: DAYS * 24 }, (_, hour) => loadMw(hour) + 300);
  const known = { kind: 'lag', lagMs: lagHours * HOUR_MS } as const;
  const start = new Date(FIRST).toISOString();
  await actuals.append(
    buildBatch([buildBlock(start, values, { series: 'MISO', measure: 'day_ahead_forecast', known })]),
  );
  const others = {
    ...actuals,
    read: ({ series, measure }: SeriesKey) =>
      actuals.read({ series: measure === 'day_ahead_forecast' ? 'MISO' : series, measure }),
  };
  const [all] = scoreGroups(await storedPoints({ actuals: others, vintages }, query), ZONE, 'all');
  const [operator, naive] = all!.pairs;
  expect([operator!.name, operator!.lateHours, naive!.lateHours]).toEqual([
    'operator',
    isLate ? operator!.scores.hours : 0,
    0,
  ]);
});

test('a run that is added to the past of a gate is scored at once', async () => {
  const { query, ...stores } = await openWorld();
  const choice = { kind: 'gate', ...GATE, timeOfDayMs: 10 * HOUR_MS } as const;
  const bias = async () => scoreGroups(await storedPoints(stores, { ...query, choice }), ZONE, 'all')[0]!.ours.biasMw;
  const before = await bias();
  const newest = (await stores.vintages.newest('pjm', Date.UTC(2026, 3, 10)))!;
  const later = newest.issuedAt + 1;
  const valueMw = newest.valueMw.map((mw) => mw + 5_000);
  await stores.vintages.append({
    ...newest,
    issuedAt: later,
    availableAt: later,
    valueMw,
    p10Mw: valueMw,
    p90Mw: valueMw,
  });
  expect(await bias()).not.toBe(before);
});

test('points and their cuts are made once while nothing changes', async () => {
  const { query, ...stores } = await openWorld();
  const points = await storedPoints(stores, query);
  expect(await storedPoints(stores, { ...query, asOf: LATE - 60_000 })).toBe(points);
  for (const by of SCORES_BY) expect(scoreGroups(points, ZONE, by)).toBe(scoreGroups(points, ZONE, by));
});

test('skill is that of the mean absolute errors, its interval holds it, and is absent below two weeks', async () => {
  const { query, ...stores } = await openWorld();
  const pairsOf = async (days: number) => {
    const start = query.window.end - days * DAY_MS;
    return scoreGroups(await storedPoints(stores, { ...query, window: { ...query.window, start } }), ZONE, 'all')[0]!
      .pairs;
  };
  const find = (pairs: Awaited<ReturnType<typeof pairsOf>>, name: ComparedName) =>
    pairs.find((pair) => pair.name === name)!;
  const { skillPct, skillLowPct, skillHighPct, scores, ours } = find(await pairsOf(50), 'naive_24h');
  expect(skillPct).toBeCloseTo(100 * (1 - ours.maeMw / scores.maeMw), 9);
  expect(skillLowPct).toBeLessThanOrEqual(skillPct);
  expect(skillHighPct).toBeGreaterThanOrEqual(skillPct);
  expect(find(await pairsOf(13), 'naive_24h').skillLowPct).toBeNaN();
});

test('a forecaster is scored on the hours that both have, with its bounds, and no other caller gets its points', async () => {
  const { query, ...stores } = await openWorld();
  const points = await storedPoints(stores, query);
  const shared = scoreGroups(points, ZONE, 'all');
  const valueMw = points.valueMw.map((mw, hour) => (hour % 3 === 0 ? Number.NaN : mw + 250));
  const submitted = {
    name: 'fct_1',
    valueMw,
    p10Mw: valueMw.map((mw) => mw - 900),
    p90Mw: valueMw.map((mw) => mw + 900),
  };
  const [all] = scoreGroups({ ...points, submitted: [submitted] }, ZONE, 'all');
  const pair = all!.pairs.at(-1)!;
  const paired = [...valueMw.keys()].filter((hour) => !Number.isNaN(valueMw[hour]! + points.actualMw[hour]!));
  const mean = (value: (hour: number) => number) => paired.reduce((sum, hour) => sum + value(hour), 0) / paired.length;
  expect([pair.name, pair.scores.hours, pair.ours.hours]).toEqual(['fct_1', paired.length, paired.length]);
  expect(pair.scores.maeMw).toBeCloseTo(
    mean((hour) => Math.abs(valueMw[hour]! - points.actualMw[hour]!)),
    6,
  );
  expect(pair.ours.maeMw).toBeCloseTo(
    mean((hour) => Math.abs(points.valueMw[hour]! - points.actualMw[hour]!)),
    6,
  );
  const inside = (hour: number) => Number(Math.abs(valueMw[hour]! - points.actualMw[hour]!) <= 900);
  expect(pair.scores.coveragePct).toBeCloseTo(100 * mean(inside), 9);
  expect(pair.scores.pinballMw).toBeGreaterThan(0);
  expect(all!.pairs.slice(0, 3)).toEqual(shared[0]!.pairs);
  expect(scoreGroups(points, ZONE, 'all')).toBe(shared);
});
