import { describe, expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { MARKET_RUNS, type MarketRun } from '../horizons/horizon.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { buildVintage } from '../testing/builders.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, operatingDayWindow } from '../time/operating-day.js';
import { gateInstant } from '../vintages/market-run.js';
import { VINTAGE_HOURS } from '../vintages/vintage.js';
import { readRealTimeRun } from './report-series.js';
import { issuesIn, issueWindow, operatingDaysOf } from './runs-issues.js';
import { readMarketRun } from './runs-market.js';

const LATER = Date.parse('2030-01-01T00:00Z');
const caiso = areaById('caiso');

/** A store of vintages whose every value is the number of the vintage. */
async function storeOf(vintages: readonly { issued: EpochMs; available?: EpochMs; number: number }[], area = caiso) {
  const store = memoryVintageStore();
  for (const { issued, available = issued, number } of vintages) {
    const valueMw = new Float64Array(VINTAGE_HOURS).fill(number);
    const start = Math.ceil(issued / HOUR_MS) * HOUR_MS;
    await store.append(buildVintage({ areaId: area.id, issuedAt: issued, availableAt: available, start, valueMw }));
  }
  return store;
}

async function hoursOfRun(
  store: VintageStore,
  run: MarketRun,
  day: string,
  options: { asOf?: EpochMs; version?: number } = {},
) {
  const window = operatingDayWindow(caiso.marketTimezone, day);
  const { asOf = LATER, ...rest } = options;
  return readMarketRun({ vintages: store }, run, { area: caiso, window, asOf, ...rest });
}

describe('a market run is the last vintage available at its gate', () => {
  const day = '2026-07-20';

  test.each(MARKET_RUNS.map((run) => ({ run })))(
    '$run: a millisecond before, at and after the gate',
    async ({ run }) => {
      const gate = gateInstant(caiso, run, day);
      const store = await storeOf([
        { issued: gate - 2 * HOUR_MS, number: 1 },
        { issued: gate - HOUR_MS, available: gate, number: 2 },
        { issued: gate - 1, available: gate + 1, number: 3 },
      ]);
      const { valueMw } = await hoursOfRun(store, run, day);
      expect([...new Set(valueMw)]).toEqual([2]);
      expect(valueMw).toHaveLength(24);
    },
  );

  test('a vintage that comes later changes nothing', async () => {
    const gate = gateInstant(caiso, 'DAM', day);
    const store = await storeOf([{ issued: gate - HOUR_MS, number: 1 }]);
    const before = await hoursOfRun(store, 'DAM', day);
    await store.append(
      buildVintage({ areaId: 'caiso', issuedAt: gate + HOUR_MS, valueMw: new Float64Array(VINTAGE_HOURS).fill(9) }),
    );
    expect(await hoursOfRun(store, 'DAM', day)).toEqual(before);
  });

  test('before its gate a day has no run, with it the run is there', async () => {
    const gate = gateInstant(caiso, 'DAM', day);
    const store = await storeOf([{ issued: gate - HOUR_MS, number: 1 }]);
    expect((await hoursOfRun(store, 'DAM', day, { asOf: gate - 1 })).newest).toBeUndefined();
    expect((await hoursOfRun(store, 'DAM', day, { asOf: gate })).newest?.issuedAt).toBe(gate - HOUR_MS);
  });

  test('a day before the first vintage has no run', async () => {
    const store = await storeOf([{ issued: gateInstant(caiso, 'DAM', day), number: 1 }]);
    expect([...(await hoursOfRun(store, 'DAM', addDays(day, -1))).valueMw]).toEqual(new Array(24).fill(Number.NaN));
  });

  test('each of several days has its own vintage', async () => {
    const days = Array.from({ length: 20 }, (_, i) => addDays(day, i));
    const store = await storeOf(days.map((each, i) => ({ issued: gateInstant(caiso, 'DAM', each), number: i + 1 })));
    let pauses = 0;
    const pause = async () => void pauses++;
    const window = {
      start: operatingDayWindow(caiso.marketTimezone, days[0]!).start + HOUR_MS,
      end: operatingDayWindow(caiso.marketTimezone, days[19]!).end - HOUR_MS,
    };
    const { valueMw, start } = await readMarketRun({ vintages: store, pause }, 'DAM', {
      area: caiso,
      window,
      asOf: LATER,
    });
    expect(start).toBe(window.start);
    expect([...valueMw]).toEqual(days.flatMap((_, i) => new Array(i === 0 || i === 19 ? 23 : 24).fill(i + 1)));
    expect(pauses).toBeGreaterThan(0);
  });
});

describe('versions of a market run', () => {
  const day = '2026-07-20';
  const gate = gateInstant(caiso, 'DAM', day);
  const vintages = [
    { issued: gate - DAY_MS, number: 1 },
    { issued: gate - DAY_MS + 1, number: 2 },
    { issued: gate - 3 * HOUR_MS, number: 3 },
    { issued: gate, number: 4 },
    { issued: gate + 1, number: 5 },
  ];

  test.each([
    { version: 1, number: 2 },
    { version: 2, number: 3 },
    { version: 3, number: 4 },
    { version: undefined, number: 4 },
  ])('version $version of the day is vintage $number', async ({ version, number }) => {
    const store = await storeOf(vintages);
    const { valueMw } = await hoursOfRun(store, 'DAM', day, version === undefined ? {} : { version });
    expect([...new Set(valueMw)]).toEqual([number]);
  });

  test('there is no version beyond the last, and none before the gate', async () => {
    const store = await storeOf(vintages);
    expect((await hoursOfRun(store, 'DAM', day, { version: 4 })).newest).toBeUndefined();
    expect((await hoursOfRun(store, 'DAM', day, { version: 1, asOf: gate - 1 })).newest).toBeUndefined();
  });

  test('a day without an issue of its own has the standing vintage as version 1', async () => {
    const store = await storeOf([{ issued: gate - 3 * DAY_MS, number: 7 }]);
    const { valueMw } = await hoursOfRun(store, 'DAM', day, { version: 1 });
    expect([...new Set(valueMw)]).toEqual([7]);
  });

  test('a vintage that was overtaken before it became available is no issue', async () => {
    const store = await storeOf([
      { issued: gate - 5 * HOUR_MS, available: gate - HOUR_MS, number: 1 },
      { issued: gate - 4 * HOUR_MS, available: gate - 3 * HOUR_MS, number: 2 },
    ]);
    expect(await issuesIn({ vintages: store }, caiso, issueWindow(caiso, 'DAM', day), LATER)).toEqual([
      gate - 3 * HOUR_MS,
    ]);
  });
});

describe('the real-time run', () => {
  const { start, end } = operatingDayWindow(caiso.marketTimezone, '2026-07-20');
  const vintages = [
    { issued: start - 2 * HOUR_MS, number: 1 },
    { issued: start + 5 * HOUR_MS - 1, number: 2 },
    { issued: start + 10 * HOUR_MS, number: 3 },
  ];
  const day = { area: caiso, window: { start, end } };

  test('each hour is the newest vintage available before it began', async () => {
    const store = await storeOf(vintages);
    const { valueMw } = await readRealTimeRun({ vintages: store }, { ...day, asOf: LATER });
    expect([...valueMw]).toEqual([...new Array(5).fill(1), ...new Array(6).fill(2), ...new Array(13).fill(3)]);
  });

  test('hours to come are the newest vintage there is', async () => {
    const store = await storeOf(vintages);
    const { valueMw } = await readRealTimeRun({ vintages: store }, { ...day, asOf: start + 7 * HOUR_MS });
    expect([...valueMw]).toEqual([...new Array(5).fill(1), ...new Array(19).fill(2)]);
  });

  test.each([
    { version: 1, hours: [...new Array(24).fill(1)] },
    { version: 2, hours: [...new Array(5).fill(Number.NaN), ...new Array(19).fill(2)] },
    { version: 3, hours: [...new Array(11).fill(Number.NaN), ...new Array(13).fill(3)] },
    { version: 4, hours: new Array(24).fill(Number.NaN) },
  ])('version $version is one issue, from the first hour after it', async ({ version, hours }) => {
    const store = await storeOf(vintages);
    const { valueMw } = await readRealTimeRun({ vintages: store }, { ...day, asOf: LATER, version });
    expect([...valueMw]).toEqual(hours);
  });
});

test.each([
  { zone: 'pacific spring', area: 'caiso', from: '2026-03-08T08:00Z', days: ['2026-03-08'], hours: 23 },
  { zone: 'pacific autumn', area: 'caiso', from: '2026-11-01T07:00Z', days: ['2026-11-01'], hours: 25 },
  {
    zone: 'fixed EST in autumn',
    area: 'miso',
    from: '2026-11-01T05:00Z',
    days: ['2026-11-01', '2026-11-02'],
    hours: 24,
  },
  { zone: 'year end', area: 'pjm', from: '2027-01-01T04:00Z', days: ['2026-12-31', '2027-01-01'], hours: 24 },
  { zone: 'leap day', area: 'ercot', from: '2028-02-29T06:00Z', days: ['2028-02-29', '2028-03-01'], hours: 24 },
] as const)('operating days of 25 hours from a $zone', ({ area, from, days, hours }) => {
  const start = Date.parse(from);
  const found = operatingDaysOf(areaById(area), { start, end: start + 25 * HOUR_MS });
  expect(found.map(({ day }) => day).slice(0, days.length)).toEqual(days);
  expect((found[0]!.hours.end - found[0]!.hours.start) / HOUR_MS).toBe(hours);
});
