import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { gateLeadDays, MARKET_RUNS } from '../horizons/horizon.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import { requireEntitlement } from '../plans/entitlement.js';
import { findPlan } from '../plans/find-plan.js';
import { buildVintage } from '../testing/builders.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, operatingDayWindow } from '../time/operating-day.js';
import { GATE_TIME_OF_DAY_MS, gateInstant } from '../vintages/market-run.js';
import { VINTAGE_HOURS } from '../vintages/vintage.js';
import { forecastWindowSight, type RunChoice, readForecastWindow } from './forecast-window.js';
import { readMarketRun } from './runs-market.js';

const LATER = Date.parse('2030-01-01T00:00Z');
const caiso = areaById('caiso');
const everything = { area: caiso };

/** A vintage every six hours, available three minutes later, whose every value is its number. */
async function sixHourly(from: string, count: number) {
  const store = memoryVintageStore();
  for (let number = 0; number < count; number += 1) {
    const issuedAt = Date.parse(from) + number * 6 * HOUR_MS;
    const valueMw = new Float64Array(VINTAGE_HOURS).fill(number);
    const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
    await store.append(buildVintage({ areaId: 'caiso', issuedAt, availableAt: issuedAt + 180_000, start, valueMw }));
  }
  return store;
}

const hour = (text: string): EpochMs => Date.parse(text);

test.each([
  { name: 'the spring day of 23 hours', day: '2026-03-08', hours: 23 },
  { name: 'the autumn day of 25 hours', day: '2026-11-01', hours: 25 },
  { name: 'a leap day', day: '2028-02-29', hours: 24 },
  { name: 'the first day of a year', day: '2027-01-01', hours: 24 },
])('a gate at 09:00 is the market run, hour by hour: $name', async ({ day, hours }) => {
  const from = new Date(operatingDayWindow(caiso.marketTimezone, addDays(day, -18)).start).toISOString();
  const store = await sixHourly(from, 100);
  const window = operatingDayWindow(caiso.marketTimezone, day);
  for (const run of MARKET_RUNS) {
    const choice = { kind: 'gate', daysBefore: gateLeadDays(run), timeOfDayMs: GATE_TIME_OF_DAY_MS } as const;
    const query = { ...everything, window, asOf: LATER };
    const chosen = await readForecastWindow({ vintages: store }, { ...query, choice });
    const market = await readMarketRun({ vintages: store }, run, query);
    expect(chosen.valueMw).toHaveLength(hours);
    expect([...chosen.valueMw]).toEqual([...market.valueMw]);
    expect(chosen.vintages.at(-1)?.issuedAt).toBe(market.newest?.issuedAt);
  }
});

test('a gate of one’s own: 10:00 of the day before sees what 09:00 does not', async () => {
  const store = memoryVintageStore();
  const day = '2026-07-20';
  const gate = gateInstant(caiso, 'DAM', day);
  const valueMw = new Float64Array(VINTAGE_HOURS).fill(7);
  await store.append(buildVintage({ areaId: 'caiso', issuedAt: gate + HOUR_MS, availableAt: gate + HOUR_MS, valueMw }));
  const window = operatingDayWindow(caiso.marketTimezone, day);
  const at = async (timeOfDayMs: number) => {
    const choice = { kind: 'gate', daysBefore: 1, timeOfDayMs } as const;
    return (await readForecastWindow({ vintages: store }, { ...everything, window, asOf: LATER, choice })).valueMw[0];
  };
  expect(await at(9 * HOUR_MS)).toBeNaN();
  expect(await at(10 * HOUR_MS)).toBe(7);
});

const LEADS: readonly { name: string; leadHours: number; asOf?: string; values: readonly number[] }[] = [
  // Issued at 00:00, 06:00, 12:00 of the 20th as numbers 0, 1, 2; available three minutes later.
  { name: 'an hour before', leadHours: 1, values: [0, 0, 1, 1] },
  { name: 'six hours before', leadHours: 6, values: [Number.NaN, 0, 0, 0] },
  {
    name: 'what lies less than the lead ahead of as_of is there',
    leadHours: 1,
    asOf: '2026-07-20T06:30Z',
    values: [0, 0, Number.NaN, Number.NaN],
  },
];

test.each(LEADS)('a lead: $name', async ({ leadHours, asOf, values }) => {
  const store = await sixHourly('2026-07-20T00:00Z', 3);
  const window = { start: hour('2026-07-20T06:00Z'), end: hour('2026-07-20T10:00Z') };
  const choice: RunChoice = { kind: 'lead', leadMs: leadHours * HOUR_MS };
  const query = { ...everything, window, asOf: asOf ? hour(asOf) : LATER, choice };
  expect([...(await readForecastWindow({ vintages: store }, query)).valueMw]).toEqual(values);
});

test('the newest run covers every hour that it reaches, and later runs change nothing as of then', async () => {
  const window = { start: hour('2026-07-20T12:00Z'), end: hour('2026-07-20T15:00Z') };
  const asOf = hour('2026-07-20T06:30Z');
  const query = { ...everything, window, asOf, choice: { kind: 'newest' } } as const;
  const early = await readForecastWindow({ vintages: await sixHourly('2026-07-20T00:00Z', 2) }, query);
  const late = await readForecastWindow({ vintages: await sixHourly('2026-07-20T00:00Z', 30) }, query);
  expect([...early.valueMw]).toEqual([1, 1, 1]);
  expect(late.valueMw).toEqual(early.valueMw);
});

test('hours before the first run have no value and no run', async () => {
  const window = { start: hour('2026-07-19T00:00Z'), end: hour('2026-07-19T02:00Z') };
  const query = { ...everything, window, asOf: LATER, choice: { kind: 'newest' } } as const;
  const read = await readForecastWindow({ vintages: await sixHourly('2026-07-20T00:00Z', 1) }, query);
  expect([...read.valueMw, ...read.p10Mw]).toEqual(new Array(4).fill(Number.NaN));
  expect(read.vintages).toEqual([undefined, undefined]);
});

const now = hour('2026-07-20T12:30Z');
const HOURS = (from: number, to: number) => ({
  start: now - 1_800_000 + from * HOUR_MS,
  end: now - 1_800_000 + to * HOUR_MS,
});
const WALLS: readonly {
  name: string;
  plan: string;
  window: { start: EpochMs; end: EpochMs };
  choice: RunChoice;
  limit?: RegExp;
}[] = [
  { name: 'the next day', plan: 'free', window: HOURS(1, 24), choice: { kind: 'newest' } },
  {
    name: 'the next 15 days',
    plan: 'developer',
    window: HOURS(1, 360),
    choice: { kind: 'newest' },
    limit: /Horizon 15d/,
  },
  { name: 'the next three days', plan: 'free', window: HOURS(1, 72), choice: { kind: 'newest' }, limit: /Horizon 7d/ },
  { name: 'the next 15 days', plan: 'team', window: HOURS(1, 360), choice: { kind: 'newest' } },
  { name: 'the last day', plan: 'free', window: HOURS(-24, 0), choice: { kind: 'lead', leadMs: HOUR_MS } },
  {
    name: 'the last 25 hours',
    plan: 'free',
    window: HOURS(-25, 0),
    choice: { kind: 'lead', leadMs: HOUR_MS },
    limit: /History older/,
  },
  {
    name: 'a lead of 49 hours',
    plan: 'free',
    window: HOURS(-24, 0),
    choice: { kind: 'lead', leadMs: 49 * HOUR_MS },
    limit: /Horizon 7d/,
  },
  {
    name: 'a gate of the day before',
    plan: 'free',
    window: HOURS(-24, 0),
    choice: { kind: 'gate', daysBefore: 1, timeOfDayMs: 0 },
  },
  {
    name: 'a gate of seven days before',
    plan: 'free',
    window: HOURS(-24, 0),
    choice: { kind: 'gate', daysBefore: 7, timeOfDayMs: 0 },
    limit: /Horizon 7d/,
  },
];

test.each(WALLS)('the plan $plan and $name', ({ plan, window, choice, limit }) => {
  const near = { window: HOURS(1, 2), asOf: now, choice: { kind: 'newest' } } as const;
  const judged = () =>
    requireEntitlement(findPlan('a', plan)!, forecastWindowSight([near, { window, asOf: now, choice }, near]), now);
  if (limit) expect(judged).toThrow(limit);
  else expect(judged).not.toThrow();
});
