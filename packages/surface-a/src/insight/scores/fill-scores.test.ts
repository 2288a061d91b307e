import {
  AREAS,
  Areas,
  areaById,
  CONTRACT_AREAS,
  cachedActualsStore,
  cachedVintageStore,
  HOUR_MS,
  MINUTE_MS,
} from '@loadcast/core';
import { type ScoreDeps, storedPoints } from '@loadcast/core/insight';
import { buildBatch, buildBlock, fillReportWorld, reportWorld } from '@loadcast/core/testing';
import { handlerAsk } from '@loadcast/formats/testing';
import { expect, test } from 'vitest';
import { createSurfaceA } from '../../surface-a.js';
import { fillScores } from './fill-scores.js';
import { DAM, scoredDays } from './scored-days.js';

const PJM = areaById('pjm');
const REGIONS = 'PJM,CAISO';
/** Ten seconds before the operating day of PJM ends. */
const NOW = Date.parse('2026-07-03T03:59:50Z');

/** Stores as a gateway has them, with a count of the runs that were read, and requests to their surface and to one without a memory. */
async function openWorld() {
  const options = { areas: ['pjm', 'caiso'] as const, until: NOW };
  const beneath = await reportWorld('2026-04-20', '2026-07-03', options);
  const counted = { runs: 0 };
  const vintages = cachedVintageStore({
    ...beneath.vintages,
    newest: (...asked) => {
      counted.runs++;
      return beneath.vintages.newest(...asked);
    },
  });
  const stores = { actuals: cachedActualsStore(beneath.actuals), vintages };
  let now = NOW;
  const ask = (deps: Parameters<typeof createSurfaceA>[0], by: string, days: number) =>
    handlerAsk([{ prefix: '/v1', surface: createSurfaceA(deps) }], () => now)(
      `/v1/demand/scores?region=${REGIONS}&window=${days}&by=${by}&format=csv`,
      'enterprise',
    );
  return {
    beneath,
    counted,
    stores,
    kept: (by: string, days: number) => ask(stores, by, days),
    anew: (by: string, days: number) => ask({ actuals: beneath.actuals, vintages: { ...beneath.vintages } }, by, days),
    setNow: (next: number) => {
      now = next;
    },
  };
}

const CASES = [28, 364].flatMap((days) => ['all', 'hour', 'weekday', 'month', 'lead'].map((by) => ({ by, days })));

test.each([
  { name: 'at once', laterMs: 0 },
  { name: 'when the next operating day has begun', laterMs: 30_000 },
])('who asks $name reads no run, and gets what a surface without a memory gives', async ({ laterMs }) => {
  const { stores, counted, kept, anew, setNow } = await openWorld();
  await fillScores(stores, CONTRACT_AREAS, NOW);
  setNow(NOW + laterMs);
  const before = counted.runs;
  const answers = [];
  for (const { by, days } of CASES) answers.push((await kept(by, days)).text);
  expect(counted.runs).toBe(before);
  for (const [index, { by, days }] of CASES.entries()) expect(answers[index]).toBe((await anew(by, days)).text);
});

test('points of the day that begins are those that were made before it began', async () => {
  const { stores, counted } = await openWorld();
  await fillScores(stores, CONTRACT_AREAS, NOW);
  const before = counted.runs;
  const query = { area: PJM, choice: DAM, window: scoredDays(PJM, NOW + MINUTE_MS, 364), actuals: 'latest' } as const;
  expect(query.window.end).toBe(Date.parse('2026-07-03T04:00Z'));
  const made = await storedPoints(stores, { ...query, asOf: NOW + MINUTE_MS });
  expect(await storedPoints(stores, { ...query, asOf: NOW + 30_000 })).toBe(made);
  expect(counted.runs).toBe(before);
});

test.each([
  {
    name: 'a restatement',
    write: ({ stores }: Awaited<ReturnType<typeof openWorld>>) => {
      const known = { kind: 'at', at: NOW + MINUTE_MS } as const;
      return stores.actuals.append(buildBatch([buildBlock('2026-06-20T12:00Z', [99_000], { series: 'PJM', known })]));
    },
  },
  {
    name: 'runs of the past of a gate',
    write: ({ stores }: Awaited<ReturnType<typeof openWorld>>) =>
      fillReportWorld(stores, '2026-06-20', '2026-06-22', { areas: ['pjm'], runsPerDay: 1, until: NOW - 20 * HOUR_MS }),
  },
])('after $name the next fill is of what is known then', async ({ write }) => {
  const world = await openWorld();
  await fillScores(world.stores, CONTRACT_AREAS, NOW);
  await write(world);
  const later = NOW + 2 * MINUTE_MS;
  await fillScores(world.stores, CONTRACT_AREAS, later);
  world.setNow(later);
  const before = world.counted.runs;
  const answers = [];
  for (const { by, days } of CASES) answers.push((await world.kept(by, days)).text);
  expect(world.counted.runs).toBe(before);
  for (const [index, { by, days }] of CASES.entries()) expect(answers[index]).toBe((await world.anew(by, days)).text);
});

test('nothing is made again where nothing changed, and a pause that rejects ends it', async () => {
  const { stores, counted } = await openWorld();
  let pauses = 0;
  const counting: ScoreDeps = { ...stores, pause: async () => void pauses++ };
  await fillScores(counting, CONTRACT_AREAS, NOW);
  const [first, runs] = [pauses, counted.runs];
  await fillScores(counting, CONTRACT_AREAS, NOW + 1_000);
  expect([counted.runs, pauses]).toEqual([runs, first]);
  expect(first).toBeGreaterThan(1_000);
  const stopped = { ...stores, vintages: { ...stores.vintages }, pause: () => Promise.reject(new Error('stop')) };
  await expect(fillScores(stopped, CONTRACT_AREAS, NOW)).rejects.toThrow('stop');
});

test('of more areas than scores are kept of, the first are scored ahead', async () => {
  const { stores } = await openWorld();
  const added = Array.from({ length: 20 }, (_, row) => {
    const codes = { a: [{ code: `MORE${row}` }], b: [], c: [], oasis: [] };
    return { ...PJM, id: `more-${row}`, series: `MORE-${row}`, codes, addedAt: NOW };
  });
  const asked = new Set<string>();
  const count: typeof stores.vintages.count = (areaId, asOf) => {
    asked.add(areaId);
    return stores.vintages.count(areaId, asOf);
  };
  const deps = { ...stores, vintages: { ...stores.vintages, count }, pause: async () => undefined };
  await fillScores(deps, new Areas([...AREAS, ...added]), NOW);
  expect([...asked].toSorted()).toEqual(CONTRACT_AREAS.listed.map(({ area }) => area.id).toSorted());
});
