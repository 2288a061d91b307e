import {
  AREAS,
  addDays,
  CONTRACT_AREAS,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  ingestActuals,
  localDay,
  readAsOf,
} from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { instantOnDay, operatingDayWindow } from '@loadcast/core/time';
import { expect, test } from 'vitest';
import { recordedSource } from './recorded-source.js';

const NOW = Date.UTC(2026, 10, 25, 18);
const source = recordedSource(CONTRACT_AREAS);
const { signal } = new AbortController();
const fetchAt = (start: EpochMs, end: EpochMs, now = NOW) => source.fetch({ start, end }, now, signal);

test('every area has recorded load, and every grid its operator’s forecasts', async () => {
  const { series } = await fetchAt(NOW - DAY_MS, NOW);
  const grids = AREAS.filter(({ kind }) => kind === 'grid');
  expect(series.map(({ key }) => `${key.series} ${key.measure}`).sort()).toEqual(
    [
      ...AREAS.map(({ series: name }) => `${name} demand`),
      ...grids.map(({ series: name }) => `${name} day_ahead_forecast`),
    ].sort(),
  );
});

// The EIA's files name an hour by its end; California's load from June 2022 on is labeled one hour late there.
test.each([
  { series: 'PJM', shown: '2018-07-18T23:00Z', mw: 118_119 },
  { series: 'PJM', shown: '2026-07-15T23:00Z', mw: 118_119 },
  { series: 'CISO-PGAE', shown: '2018-07-16T22:00Z', mw: 16_666 },
])('$series shows $mw MW at $shown', async ({ series, shown, mw }) => {
  const at = Date.parse(shown);
  const batch = await fetchAt(at, at + HOUR_MS, at + DAY_MS);
  const load = batch.series.find(({ key }) => key.series === series && key.measure === 'demand')!;
  expect([...load.valuesMw]).toEqual([mw]);
});

test.each(['2018-07-18T12:00Z', '2026-07-18T12:00Z', '2026-11-25T18:00Z', '2027-06-29T12:00Z', '2028-02-29T12:00Z'])(
  'at %s every area has nearly all of its last month',
  async (text) => {
    const now = Date.parse(text);
    const { series } = await fetchAt(now - 30 * DAY_MS, now - 3 * HOUR_MS, now);
    for (const { key, valuesMw } of series) {
      const known = valuesMw.filter((mw) => mw > 0).length;
      expect(known / valuesMw.length, `${key.series} ${key.measure}`).toBeGreaterThan(0.9);
    }
  },
);

test('load of every grid and its operator’s forecasts are of one size in each month of four years: neither is a part of it', async () => {
  const strange: string[] = [];
  for (let month = 0; month < 48; month++) {
    const [start, end] = [Date.UTC(2026, 6 + month, 3), Date.UTC(2026, 7 + month, 3)];
    const { series } = await fetchAt(start, end, end + DAY_MS);
    const of = (measure: string, name: string) =>
      series.find(({ key }) => key.series === name && key.measure === measure)!.valuesMw;
    for (const { series: name } of AREAS.filter(({ kind }) => kind === 'grid')) {
      const forecastMw = of('day_ahead_forecast', name);
      const ratios = of('demand', name).map((mw, hour) => mw / forecastMw[hour]!);
      const known = ratios.filter((ratio) => ratio > 0).sort();
      const middle = known[known.length >> 1]!;
      if (known.length > 0 && Math.abs(middle - 1) > 0.06) {
        strange.push(`${name} ${new Date(start).toISOString().slice(0, 7)} ${middle.toFixed(3)}`);
      }
    }
  }
  expect(strange).toEqual([]);
});

test('of load nothing is told until two hours after its hour', async () => {
  const { series } = await fetchAt(NOW - DAY_MS, NOW + DAY_MS);
  for (const { key, start, valuesMw } of series.filter(({ key: { measure } }) => measure === 'demand')) {
    const newest = valuesMw.findLastIndex((mw) => !Number.isNaN(mw));
    expect(start + (newest + 1) * HOUR_MS, key.series).toBe(NOW - 2 * HOUR_MS);
  }
});

test.each([
  { time: '07:59 on its market’s clock', timeOfDayMs: 8 * HOUR_MS - 60_000, isKnown: false },
  { time: '08:00, before the gate', timeOfDayMs: 8 * HOUR_MS, isKnown: true },
])('the operator’s forecast of tomorrow is known at $time: $isKnown', async ({ timeOfDayMs, isKnown }) => {
  const { series } = await fetchAt(NOW - 400 * DAY_MS, NOW + 2 * DAY_MS);
  const actuals = memoryActualsStore();
  await ingestActuals(actuals, { source: 'recorded', provenance: {}, series }, { ingestedAt: NOW, arrival: 'history' });
  for (const { id, series: name, marketTimezone } of AREAS.filter(({ kind }) => kind === 'grid')) {
    const known = await actuals.read({ series: name, measure: 'day_ahead_forecast' });
    for (let back = 1; back < 395; back++) {
      const day = addDays(localDay(marketTimezone, NOW), -back);
      const hours = operatingDayWindow(marketTimezone, addDays(day, 1));
      const ofDay = readAsOf(known, hours, Number.POSITIVE_INFINITY).valuesMw;
      const then = readAsOf(known, hours, instantOnDay(marketTimezone, day, timeOfDayMs)).valuesMw;
      expect(then, `${id} ${day}`).toEqual(isKnown ? ofDay : ofDay.map(() => Number.NaN));
    }
  }
});
