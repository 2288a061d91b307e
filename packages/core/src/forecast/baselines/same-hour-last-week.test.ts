import { describe, expect, test } from 'vitest';
import { areaById } from '../../areas/find-area.js';
import { foldBlocks, type KnownSeries } from '../../series/known-series.js';
import { HOUR_MS } from '../../time/instant.js';
import { sameHourLastWeek } from './same-hour-last-week.js';

const PJM = areaById('pjm');
const START = Date.UTC(2023, 0, 1);
const ISSUED_AT = START + 120 * 24 * HOUR_MS;

/** Every week one percent above the last. */
const loadMw = (hour: number): number =>
  (90_000 + 100 * (hour % 168) + 10_000 * Math.sin((2 * Math.PI * hour) / 24)) * 1.01 ** Math.floor(hour / 168);
const loadOf = (change: (hour: number, mw: number) => number = (_, mw) => mw, hours = 24 * 121): KnownSeries =>
  foldBlocks([
    {
      start: START,
      values: Float64Array.from({ length: hours }, (_, hour) => change(hour, loadMw(hour))),
      known: { kind: 'lag', lagMs: 2 * HOUR_MS },
    },
  ]);
const issue = (load: KnownSeries | undefined) =>
  sameHourLastWeek
    .forArea(PJM, { load: () => load, operatorForecast: () => undefined, weather: () => undefined })
    .issue(ISSUED_AT);
const cents = (mw: number): number => Math.round(mw * 100) / 100;

describe('same hour last week', () => {
  test('repeats the newest known week, and older ones where it is not known', async () => {
    const { start, valueMw, dataCutoff } = await issue(loadOf());
    const now = 24 * 120;
    expect(start).toBe(ISSUED_AT);
    expect(dataCutoff).toBe(ISSUED_AT - 3 * HOUR_MS);
    expect(valueMw).toHaveLength(384);
    expect(valueMw[0]).toBe(cents(loadMw(now - 168)));
    expect(valueMw[167 - 3]).toBe(cents(loadMw(now - 4)));
    expect(valueMw[167 - 1]).toBe(cents(loadMw(now - 2 - 168)));
    expect(valueMw[383]).toBe(cents(loadMw(now + 383 - 3 * 168)));
  });

  test('the bounds hold what a week usually changes, around the value', async () => {
    const { valueMw, p10Mw, p90Mw } = await issue(loadOf());
    expect(p90Mw[0]! / valueMw[0]!).toBeCloseTo(1.01, 6);
    expect(p10Mw[0]).toBe(valueMw[0]);
  });

  test('a flagged hour is passed over for the week before it', async () => {
    const spike = 24 * 120 - 168 + 5;
    const { valueMw } = await issue(loadOf((hour, mw) => (hour === spike ? 2_147_480_000 : mw)));
    expect(valueMw[5]).toBe(cents(loadMw(spike - 168)));
  });

  test.each([
    { name: 'no series', load: undefined, message: 'no load of the last week' },
    { name: 'no load for eight days', load: loadOf(undefined, 24 * 112), message: 'no load of the last week' },
    { name: 'two weeks', load: loadOf((hour, mw) => (hour < 24 * 107 ? Number.NaN : mw)), message: 'three weeks' },
    {
      name: 'one hour of the week missing for ever',
      load: loadOf((hour, mw) => (hour % 168 === 9 ? 0 : mw)),
      message: 'five weeks',
    },
  ])('$name is no_data: $message', async ({ load, message }) => {
    await expect(issue(load)).rejects.toThrow(message);
    await expect(issue(load)).rejects.toThrow(expect.objectContaining({ code: 'no_data' }));
  });
});
