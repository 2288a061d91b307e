import { describe, expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
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
const issue = (load: KnownSeries | undefined, at = ISSUED_AT) =>
  sameHourLastWeek
    .forArea(PJM, { load: () => load, operatorForecast: () => undefined, weather: () => undefined })
    .issue(at);
/** An issue from load whose remainder by 168 equals its hour. */
const issueAt = (at: number) => {
  const start = Math.floor(at / HOUR_MS) * HOUR_MS - 120 * 24 * HOUR_MS;
  const values = Float64Array.from({ length: 24 * 121 }, (_, hour) => {
    const level = 550 + Math.floor(hour / 168);
    return 168 * level + ((start / HOUR_MS + hour) % 168);
  });
  return issue(foldBlocks([{ start, values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } }]), at);
};
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
    { name: 'no series', load: undefined, message: 'no load in the last week' },
    { name: 'no load for eight days', load: loadOf(undefined, 24 * 112), message: 'no load in the last week' },
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

  test('load that became known after the issue is not read', async () => {
    const changed = loadOf((hour, mw) => (hour >= 24 * 120 - 2 ? 3 * mw : mw));
    expect(await issue(changed)).toEqual(await issue(loadOf()));
  });

  test('load that became known at the issue is', async () => {
    const changed = loadOf((hour, mw) => (hour === 24 * 120 - 3 ? 1.01 * mw : mw));
    expect((await issue(changed)).valueMw[165]).toBe(cents(1.01 * loadMw(24 * 120 - 3)));
  });

  test.each([
    { name: 'the hour before the spring change', at: Date.UTC(2024, 2, 10, 6) },
    { name: 'the hour after the spring change', at: Date.UTC(2024, 2, 10, 7) },
    { name: 'the first of the two hours of the autumn change', at: Date.UTC(2024, 10, 3, 5) },
    { name: 'the second of them', at: Date.UTC(2024, 10, 3, 6) },
    { name: 'a leap day', at: Date.UTC(2024, 1, 29, 12) },
    { name: 'a minute after midnight, the last day of a year', at: Date.UTC(2024, 11, 31, 5, 1) },
  ])('$name: 384 hours from the next full one, each a whole number of weeks after its load', async ({ at }) => {
    const { start, valueMw, p10Mw, p90Mw } = await issueAt(at);
    expect(start).toBe(Math.ceil(at / HOUR_MS) * HOUR_MS);
    expect(valueMw).toHaveLength(384);
    for (const [i, mw] of valueMw.entries()) {
      expect(Math.round(mw) % 168).toBe((start / HOUR_MS + i) % 168);
      expect(p10Mw[i]).toBeLessThanOrEqual(mw);
      expect(p90Mw[i]).toBeGreaterThanOrEqual(mw);
    }
  });

  test('where every week is lower than the last the upper bound is the value', async () => {
    const falling = loadOf((hour, mw) => mw * 0.97 ** Math.floor(hour / 168));
    const { valueMw, p10Mw, p90Mw } = await issue(falling);
    expect(p90Mw).toEqual(valueMw);
    for (const [i, mw] of valueMw.entries()) expect(p10Mw[i]! / mw).toBeCloseTo(1.01 * 0.97, 5);
  });

  test('it declares its one series, and reads no other input', () => {
    expect(sameHourLastWeek.inputs).toEqual(['own']);
    expect(sameHourLastWeek.series(PJM)).toEqual([{ series: 'PJM', measure: 'demand' }]);
  });
});
