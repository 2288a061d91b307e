import { expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { memoryActualsStore } from '../../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../../memory/memory-vintage-store.js';
import { buildBatch, buildBlock, buildVintage } from '../../testing/builders.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { operatingDayWindow } from '../../time/operating-day.js';
import { gateInstant } from '../../vintages/market-run.js';
import type { KnownForecaster, Submitted, SubmittedQuery } from '../submitted-hours.js';
import { openBlends } from './open-blends.js';

const PJM = areaById('pjm');
const ZONE = PJM.marketTimezone;
const FIRST = Date.UTC(2026, 0, 1, 5);
const DAYS = 90;
const EXPERTS = ['loadcast', 'operator', 'fct_own', 'fct_public', 'fct_private'];
const dayAt = (index: number) => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10);
const TARGET = dayAt(DAYS - 10);
/** A minute before the gate of the target. */
const AS_OF = gateInstant(PJM, 'DAM', TARGET) - 60_000;

const loadMw = (hour: number) =>
  Math.round(80_000 + 9_000 * Math.sin((hour * Math.PI) / 12) + ((hour * 7_919) % 1_013));
const errorOf = (day: number, scale: number) => 1 + scale * Math.sin(day * day);
const forecaster = (id: string, accountId: string, isPublic: number): KnownForecaster => ({
  ...{ id, accountId, name: id, gates: 'DAM', isPublic },
});
const FORECASTERS = [
  forecaster('fct_own', 'ann', 0),
  forecaster('fct_public', 'bob', 1),
  forecaster('fct_private', 'bob', 0),
];

/** Ninety days; with `later` other values of all that became known after the instant. */
async function open(later: boolean) {
  const factor = (knownAt: number) => (later && knownAt > AS_OF ? 1.2 : 1);
  const actuals = memoryActualsStore();
  const vintages = memoryVintageStore();
  const hours = Array.from({ length: DAYS * 24 }, (_, hour) => hour);
  const start = new Date(FIRST).toISOString();
  const load = hours.map((hour) => loadMw(hour) * factor(FIRST + (hour + 3) * HOUR_MS));
  const operator = hours.map(
    (hour) => loadMw(hour) * errorOf(Math.floor(hour / 24), 0.02) * 1.05 * factor(FIRST + (hour - 29) * HOUR_MS),
  );
  const ahead = { measure: 'day_ahead_forecast', known: { kind: 'lag', lagMs: -30 * HOUR_MS } } as const;
  await actuals.append(
    buildBatch([buildBlock(start, load, { series: 'PJM' }), buildBlock(start, operator, { series: 'PJM', ...ahead })]),
  );
  const submitted: Submitted[] = [];
  for (let day = 2; day < DAYS; day++) {
    const window = operatingDayWindow(ZONE, dayAt(day));
    const gate = gateInstant(PJM, 'DAM', dayAt(day)) - 90_000;
    const first = Math.round((window.start - FIRST) / HOUR_MS);
    const mw = Array.from({ length: 24 }, (_, hour) => loadMw(first + hour) * errorOf(day + 3, 0.01) * factor(gate));
    const own = { start: window.start, issuedAt: gate, availableAt: gate, dataCutoff: gate - HOUR_MS };
    await vintages.append(
      buildVintage({
        areaId: 'pjm',
        ...own,
        valueMw: Float64Array.from(mw, (each) => Math.round(each * errorOf(day, 0.03))),
      }),
    );
    const rows = mw.map((valueMw, hour) => ({ start: window.start + hour * HOUR_MS, valueMw }));
    const [p10Mw, p90Mw] = [Number.NaN, Number.NaN];
    submitted.push({
      ...{ position: day, receivedAt: gate, withdraws: null },
      hours: rows.map((row) => ({ ...row, p10Mw, p90Mw })),
    });
  }
  // What arrives before the gate, but after the instant, is not for this blend.
  if (later)
    submitted.push({
      ...submitted.find(({ receivedAt }) => receivedAt > AS_OF - DAY_MS)!,
      position: 999,
      receivedAt: AS_OF + 1,
    });
  const known = async ({ window, asOf, before, most }: SubmittedQuery) =>
    submitted
      .filter(({ position, receivedAt }) => receivedAt <= asOf && position < before)
      .filter(({ hours: [hour] }) => hour!.start >= window.start - DAY_MS && hour!.start < window.end)
      .sort((a, b) => b.position - a.position)
      .slice(0, most);
  const forecasters = { known, find: async (id: string) => FORECASTERS.find((each) => each.id === id) };
  const blend = await openBlends({ actuals, vintages, forecasters }, { area: PJM, run: 'DAM', asOf: AS_OF });
  return { blend, target: operatingDayWindow(ZONE, TARGET), first: (at: number) => Math.round((at - FIRST) / HOUR_MS) };
}

test('a blend of the next day is near load, weighs those who were accurate, and sees no private forecaster of another', async () => {
  const { blend, target, first } = await open(false);
  const { hours, weights } = await blend(EXPERTS, 'ann');
  expect(hours.map(({ start }) => start)).toEqual(
    Array.from({ length: 24 }, (_, hour) => target.start + hour * HOUR_MS),
  );
  for (const { start, valueMw } of hours) expect(Math.abs(valueMw / loadMw(first(start)) - 1)).toBeLessThan(0.015);
  const blocks = weights.split('; ');
  expect(blocks.map((block) => block.split(':')[0])).toEqual(['DAM 0-5', 'DAM 6-11', 'DAM 12-17', 'DAM 18-23']);
  for (const block of blocks) {
    const shares = block
      .split(': ')[1]!
      .split(', ')
      .map((share) => Number(share.split(' ')[1]));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
    expect(shares.at(-1)).toBe(0);
    expect(shares[2]! + shares[3]!).toBeGreaterThan(shares[0]!);
  }
});

test('a blend depends on nothing that became known after its instant', async () => {
  const [before, after] = await Promise.all([open(false), open(true)]);
  expect(await after.blend(EXPERTS, 'ann')).toEqual(await before.blend(EXPERTS, 'ann'));
});

test('experts that nobody has give no hours', async () => {
  const { blend } = await open(false);
  expect((await blend(['fct_private', 'fct_none'], 'ann')).hours).toEqual([]);
});
