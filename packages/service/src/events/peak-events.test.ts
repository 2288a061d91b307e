import { type ActualsStore, CONTRACT_AREAS, HOUR_MS, PLANS, type Vintage } from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { beforeAll, expect, test } from 'vitest';
import { ercot, measuredUntil, NOW, runAt } from '../testing/hot-day.js';
import { peakChanges } from './peak-events.js';
import { eventOf, passes } from './service-event.js';

let cool: ActualsStore;
beforeAll(async () => {
  cool = await measuredUntil(NOW, 0);
});

async function crossing(before: Vintage, run: Vintage, actuals = cool) {
  const vintages = memoryVintageStore();
  for (const each of [before, run]) await vintages.append(each);
  return (await peakChanges({ actuals, vintages }, ercot, run, before, run.availableAt)).crossing;
}

test('a run that makes tomorrow the likely peak of the month crosses a threshold, of the 4CP too', async () => {
  const found = await crossing(runAt(NOW - HOUR_MS, 0), runAt(NOW, 6_000));
  expect(found).toMatchObject({ day: '2023-08-10', now: { program: 'ercot_4cp' } });
  expect(found!.now.month_pct).toBeGreaterThan(90);
  expect(found!.now.program_pct).toBe(found!.now.month_pct);
  expect(found!.before.month_pct).toBeLessThan(25);
});

test('an evening run crosses by what was measured: the hours of the peak are in no run any more', async () => {
  const evening = Date.parse('2023-08-11T01:00Z');
  const found = await crossing(runAt(NOW, 0), runAt(evening, 0), await measuredUntil(evening, 6_000));
  expect(found).toMatchObject({ day: '2023-08-10' });
  expect([found!.before.month_pct! < 15, found!.now.month_pct! > 15]).toEqual([true, true]);
});

test.each([
  { name: 'the next run says the same', before: 6_000, now: 6_000, hasOdds: true },
  { name: 'the run before had no dependence', before: 0, now: 6_000, hasOdds: false },
])('nothing is reported where $name', async ({ before, now, hasOdds }) => {
  expect(await crossing(runAt(NOW - HOUR_MS, before, hasOdds), runAt(NOW, now))).toBeUndefined();
});

test('odds are computed in slices: other work runs meanwhile', async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await crossing(runAt(NOW - HOUR_MS, 100), runAt(NOW, 6_100))).toBeDefined();
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});

test('an event with odds reaches plans with p10 and p90 alone', () => {
  const logged = (data: object) =>
    eventOf(CONTRACT_AREAS, {
      seq: 1,
      name: 'x',
      at: NOW,
      type: 'peak.changed',
      areaId: 'ercot',
      body: JSON.stringify(data),
    });
  const reached = (data: object) =>
    PLANS.filter(({ surface }) => surface === 'a').map((plan) => [
      plan.quantiles,
      passes({}, { accountId: 'acc', plan }, NOW, logged(data)),
    ]);
  expect(reached({ month_pct: 30 }).every(([hasBounds, passed]) => hasBounds === passed)).toBe(true);
  expect(reached({ peak_mw: 30 }).every(([, passed]) => passed)).toBe(true);
});
