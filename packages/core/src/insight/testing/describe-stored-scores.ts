import { describe, expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { mulberry32 } from '../../peaks/normals.js';
import type { ActualsStore } from '../../ports/actuals-store.js';
import type { VintageStore } from '../../ports/vintage-store.js';
import { cachedActualsStore } from '../../reads/cached/cached-actuals-store.js';
import { cachedVintageStore } from '../../reads/cached/cached-vintage-store.js';
import { buildBatch, buildBlock, buildVintage } from '../../testing/builders.js';
import { DAY_MS, floorToHour, HOUR_MS, MINUTE_MS } from '../../time/instant.js';
import { SCORES_BY, scoreGroups } from '../score-groups.js';
import { type ScoreDeps, type ScoredQuery, storedPoints } from '../stored-points.js';

const PJM = areaById('pjm');
const FIRST = Date.UTC(2026, 0, 1);

/** Random whole numbers, the same for a seed. */
function drawing(seed: number) {
  const random = mulberry32(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return { below, among: <T>(values: readonly T[]): T => values[below(values.length)]! };
}

/** Stores beneath what a gateway caches: empty ones, one pair a test. */
export type OpenScoredStores = () =>
  | { readonly actuals: ActualsStore; readonly vintages: VintageStore }
  | Promise<{ readonly actuals: ActualsStore; readonly vintages: VintageStore }>;

/** Stores as a gateway has them, those beneath, to which other processes write, and an instant that moves on. */
async function openWorld(open: OpenScoredStores, seed: number) {
  const draw = drawing(seed);
  const beneath = await open();
  const stores = { actuals: cachedActualsStore(beneath.actuals), vintages: cachedVintageStore(beneath.vintages) };
  return { draw, beneath, stores, now: FIRST + 120 * DAY_MS };
}

type World = Awaited<ReturnType<typeof openWorld>>;

const loadMw = (hour: number, scale: number): number =>
  Math.round(scale * (80_000 + 9_000 * Math.sin((hour * Math.PI) / 12) + ((hour * 7_919) % 1_013)));

async function writeLoad({ draw, now }: World, { actuals }: World['beneath'], start: number, hours: number) {
  const measure = draw.among(['demand', 'demand', 'day_ahead_forecast'] as const);
  const scale = 0.9 + draw.below(20) / 100;
  const values = Array.from({ length: hours }, (_, hour) =>
    draw.below(50) === 0 ? Number.NaN : loadMw((start - FIRST) / HOUR_MS + hour, scale),
  );
  const known = { kind: 'at', at: now - draw.below(3) * DAY_MS } as const;
  const block = buildBlock(new Date(start).toISOString(), values, { series: 'PJM', measure, known });
  await actuals.append(buildBatch([block]));
}

async function writeRun({ draw }: World, { vintages }: World['beneath'], issuedAt: number) {
  const scale = 0.9 + draw.below(20) / 100;
  const start = floorToHour(issuedAt) + HOUR_MS;
  const valueMw = Float64Array.from({ length: 384 }, (_, hour) => loadMw((start - FIRST) / HOUR_MS + hour, scale));
  const availableAt = issuedAt + draw.below(120) * MINUTE_MS;
  await vintages.append(
    buildVintage({
      areaId: 'pjm',
      issuedAt,
      availableAt,
      start,
      valueMw,
      p10Mw: valueMw.map((mw) => mw - 900),
      p90Mw: valueMw.map((mw) => mw + 900),
    }),
  );
}

async function fill(world: World): Promise<void> {
  const { beneath, now } = world;
  const values = Array.from({ length: (now - FIRST) / HOUR_MS }, (_, hour) => loadMw(hour, 1));
  const ahead = { measure: 'day_ahead_forecast', known: { kind: 'lag', lagMs: -30 * HOUR_MS } } as const;
  const start = new Date(FIRST).toISOString();
  await beneath.actuals.append(
    buildBatch([buildBlock(start, values, { series: 'PJM' }), buildBlock(start, values, { series: 'PJM', ...ahead })]),
  );
  for (let at = now - 30 * DAY_MS; at < now; at += 7 * HOUR_MS) await writeRun(world, beneath, at);
}

/** A write: here, or by another process whose notification arrives before or after the next question. */
async function change(world: World, ask: () => Promise<unknown>): Promise<void> {
  const { draw, beneath, stores } = world;
  const isForeign = draw.below(2) === 0;
  const to = isForeign ? beneath : stores;
  const back = draw.below(35 * 24) * HOUR_MS;
  if (draw.below(2) === 0) await writeRun(world, to, world.now - back + draw.below(60) * MINUTE_MS + 1);
  else await writeLoad(world, to, floorToHour(world.now) - back, 1 + draw.below(30));
  if (!isForeign) return;
  if (draw.below(2) === 0) await ask();
  stores.vintages.forget('pjm');
  await stores.actuals.follow();
}

function drawQuery({ draw, now }: World): ScoredQuery {
  const asOf = draw.below(3) === 0 ? now - draw.below(20 * 24) * HOUR_MS : now;
  const end = floorToHour(now) - draw.below(12) * 24 * HOUR_MS + draw.below(3) * DAY_MS;
  const choice = draw.among<ScoredQuery['choice']>([
    { kind: 'gate', daysBefore: 1, timeOfDayMs: 9 * HOUR_MS },
    { kind: 'gate', daysBefore: 2, timeOfDayMs: 9 * HOUR_MS },
    { kind: 'lead', leadMs: 24 * HOUR_MS },
  ]);
  const window = { start: end - draw.among([3, 16, 25]) * DAY_MS, end };
  return { area: PJM, choice, window, asOf, actuals: draw.among(['latest', 'first'] as const) };
}

/** The same, from what the stores beneath hold, with nothing kept. */
async function madeAnew({ beneath }: World, query: ScoredQuery) {
  const { actuals, vintages } = beneath;
  const deps: ScoreDeps = { actuals: { read: (key) => actuals.read(key) }, vintages: { ...vintages } };
  return storedPoints(deps, query);
}

/** How much is drawn: histories, and questions in each. */
export interface ScoredHistories {
  readonly worlds: number;
  readonly steps: number;
}

/**
 * Contract of scores over any stores: they match the stores' content, independent of caches.
 *
 * @param open returns empty stores, once per test; may register its clean-up with vitest's `onTestFinished`
 * @example
 * // describeStoredScores('memory', () => ({ actuals: memoryActualsStore(), vintages: memoryVintageStore() }), { worlds: 3, steps: 30 });
 */
export function describeStoredScores(name: string, open: OpenScoredStores, { worlds, steps }: ScoredHistories): void {
  describe(`${name} gives scores`, () => {
    test.each(Array.from({ length: worlds }, (_, seed) => ({ seed: seed + 1 })))(
      'scores are those that are made anew, whatever is written and asked in between (world $seed)',
      { timeout: 300_000 },
      async ({ seed }) => {
        const world = await openWorld(open, seed);
        await fill(world);
        for (let step = 0; step < steps; step++) {
          if (world.draw.below(3) === 0) world.now += world.draw.below(30) * HOUR_MS + 1;
          const query = drawQuery(world);
          if (world.draw.below(2) === 0) await change(world, () => storedPoints(world.stores, query));
          const points = await storedPoints(world.stores, query);
          const anew = await madeAnew(world, query);
          expect([step, points]).toEqual([step, anew]);
          const by = world.draw.among(SCORES_BY);
          expect(scoreGroups(points, PJM.marketTimezone, by)).toEqual(scoreGroups(anew, PJM.marketTimezone, by));
        }
      },
    );

    /*
     * A gateway has counted the runs at yesterday's gate, another process adds a run that was available then, and
     * before the notification arrives a caller requests today's gate too, whose count is new.
     */
    test('a run of another process is not taken for one that is among the kept ones', async () => {
      const world = await openWorld(open, 99);
      await fill(world);
      const { beneath, stores, now } = world;
      const choice = { kind: 'gate', daysBefore: 1, timeOfDayMs: 9 * HOUR_MS } as const;
      const end = floorToHour(now) - 3 * DAY_MS + 4 * HOUR_MS; // midnight of PJM
      const query: ScoredQuery = {
        area: PJM,
        choice,
        window: { start: end - 20 * DAY_MS, end },
        asOf: now,
        actuals: 'latest',
      };
      await storedPoints(stores, query);
      const issuedAt = end - 10 * DAY_MS + 9 * HOUR_MS - MINUTE_MS;
      const valueMw = new Float64Array(384).fill(1_000);
      await beneath.vintages.append(
        buildVintage({ areaId: 'pjm', issuedAt, availableAt: issuedAt, start: floorToHour(issuedAt), valueMw }),
      );
      const longer = { ...query, window: { ...query.window, end: end + DAY_MS } };
      await storedPoints(stores, longer);
      stores.vintages.forget('pjm');
      expect(await storedPoints(stores, longer)).toEqual(await madeAnew(world, longer));
      expect((await storedPoints(stores, longer)).valueMw).toContain(1_000);
    });
  });
}
