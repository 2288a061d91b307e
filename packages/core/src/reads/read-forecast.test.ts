import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import { findPlan } from '../plans/find-plan.js';
import { buildVintage } from '../testing/builders.js';
import { HOUR_MS } from '../time/instant.js';
import { type ForecastQuery, forecastRows, readForecast } from './read-forecast.js';

const ISSUED = Date.parse('2026-03-07T12:10Z'); // the night before the spring change
const START = Date.parse('2026-03-07T13:00Z');
const HOURS = 384;

const vintages = memoryVintageStore();
const valueMw = Float64Array.from({ length: HOURS }, (_, i) => 1000 + i);
const p10Mw = valueMw.map((value, i) => (i < 100 ? value - 50 : Number.NaN));
const p90Mw = valueMw.map((value, i) => (i < 100 ? value + 50 : Number.NaN));
await vintages.append(buildVintage({ areaId: 'pjm', issuedAt: ISSUED, start: START, valueMw, p10Mw, p90Mw }));

const at = (now: number, options: Partial<ForecastQuery> = {}) =>
  readForecast(
    { vintages },
    {
      area: areaById('pjm'),
      horizon: '1d',
      resolution: '1h',
      plan: findPlan('a', 'team')!,
      asOf: now,
      ...options,
    },
  );

test.each([
  { name: 'inside an hour', now: '2026-03-07T13:00:00.001Z', start: '2026-03-07T14:00Z' },
  { name: 'at its start', now: '2026-03-07T14:00:00.000Z', start: '2026-03-07T14:00Z' },
  { name: 'in its last millisecond', now: '2026-03-07T14:59:59.999Z', start: '2026-03-07T15:00Z' },
  { name: 'before the hour that the spring change skips', now: '2026-03-08T06:30Z', start: '2026-03-08T07:00Z' },
])('$name the first row is the first full hour', async ({ now, start }) => {
  const view = await at(Date.parse(now));
  expect(view.start).toBe(Date.parse(start));
  expect(forecastRows(view).valueMw[0]).toBe(1000 + (Date.parse(start) - START) / HOUR_MS);
});

test.each([
  { horizon: '1d', lastHours: 24 },
  { horizon: '2d', lastHours: 48 },
  { horizon: '7d', lastHours: 168 },
  { horizon: '15d', lastHours: 360 },
] as const)(
  '$horizon is told while the vintage covers all of it, and not an hour longer',
  async ({ horizon, lastHours }) => {
    const lastStart = START + (HOURS - lastHours) * HOUR_MS;
    const view = await at(lastStart, { horizon });
    expect(forecastRows(view).valueMw).toHaveLength(lastHours);
    expect(forecastRows(view).valueMw.at(-1)).toBe(1000 + HOURS - 1);
    await expect(at(lastStart + 1, { horizon })).rejects.toMatchObject({
      code: 'no_data',
      details: { reason: 'not_covered' },
    });
  },
);

test.each([
  { name: 'before the first vintage was available', asOf: ISSUED + 59_999, reason: 'not_issued' },
  { name: 'of an area without any', asOf: undefined, area: areaById('spp'), reason: 'not_issued' },
])('no_data $name: $reason', async ({ asOf, area, reason }) => {
  const query = { ...(asOf === undefined ? {} : { asOf }), ...(area ? { area } : {}) };
  await expect(at(START, query)).rejects.toMatchObject({ code: 'no_data', details: { reason } });
});

test('quarters are the same whenever they are asked for', async () => {
  const early = forecastRows(await at(START, { resolution: '15min' }));
  const late = forecastRows(await at(START + HOUR_MS, { resolution: '15min' }));
  expect([...late.valueMw.slice(0, 88)]).toEqual([...early.valueMw.slice(4, 92)]);
});

test('bounds are absent on a plan without them, and NaN on rows without them', async () => {
  expect(forecastRows(await at(START, { plan: findPlan('a', 'free')! })).bounds).toBeUndefined();
  const { bounds } = forecastRows(await at(START, { horizon: '7d', resolution: '15min' }));
  expect(bounds?.p10Mw[99 * 4]).not.toBeNaN();
  expect(bounds?.p10Mw[100 * 4]).toBeNaN();
});
