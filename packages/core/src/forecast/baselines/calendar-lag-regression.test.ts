import { describe, expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import type { KnownSeries } from '../../series/known-series.js';
import { SyntheticData, syntheticSeries } from '../../testing/synthetic-data.js';
import { HOUR_MS } from '../../time/instant.js';
import { calendarLagRegression } from './calendar-lag-regression.js';

const NYISO = areaById('nyiso');
const START = Date.UTC(2015, 9, 1);
const ISSUED_AT = Date.UTC(2016, 2, 15, 14, 20);
const DATA = new SyntheticData('NYIS', { start: START, days: 220 });
const LOAD = DATA.loads.get('NYIS')!;
const issue = (data = DATA, at = ISSUED_AT) => calendarLagRegression.forArea(NYISO, data).issue(at);

/** The same load of the hours, counted from the start, that are kept. */
function withLoad(isKept: (hour: number) => boolean): SyntheticData {
  const data = new SyntheticData('NYIS', { start: START, days: 1 });
  const values = LOAD.values.map((mw, hour) => (isKept(hour) ? mw : Number.NaN));
  const series: KnownSeries = syntheticSeries(START, values, (at) => at + 3 * HOUR_MS);
  data.loads.set('NYIS', series);
  return data;
}
const NOW = Math.floor((ISSUED_AT - START) / HOUR_MS);

test('384 hours from the next full one, ordered bounds, near the truth', async () => {
  const { start, valueMw, p10Mw, p90Mw, dataCutoff, model } = await issue();
  expect([start, dataCutoff]).toEqual([Date.UTC(2016, 2, 15, 15), Date.UTC(2016, 2, 15, 11)]);
  expect([valueMw.length, model.name]).toEqual([384, 'calendar-lag-regression']);
  const truth = LOAD.values.subarray((start - START) / HOUR_MS);
  for (let i = 0; i < 384; i++) {
    expect(p10Mw[i]).toBeLessThanOrEqual(valueMw[i]!);
    expect(p90Mw[i]).toBeGreaterThanOrEqual(valueMw[i]!);
    expect(Math.abs(valueMw[i]! / truth[i]! - 1)).toBeLessThan(0.25);
  }
});

describe('a value is not read', () => {
  test('that became known after the issue', async () => {
    expect(await issue(DATA.changedAfter(ISSUED_AT))).toEqual(await issue());
  });

  test('of the issue day, but for the bounds', async () => {
    // 15 March began at 04:00 UTC in New York.
    const midnight = NOW - 10;
    const higher = new SyntheticData('NYIS', { start: START, days: 220 });
    higher.loads.set('NYIS', { ...LOAD, values: LOAD.values.map((mw, hour) => (hour >= midnight ? mw * 1.02 : mw)) });
    expect((await issue(higher)).valueMw).toEqual((await issue()).valueMw);
  });
});

test.each([
  { name: 'a minute before', at: ISSUED_AT - 60_000 },
  { name: 'in the month before', at: Date.UTC(2016, 1, 20, 14) },
])('a forecaster that has issued $name issues what a fresh one does', async ({ at }) => {
  const forecaster = calendarLagRegression.forArea(NYISO, DATA);
  await forecaster.issue(at);
  expect(await forecaster.issue(ISSUED_AT)).toEqual(await issue());
});

test.each([
  { name: 'the evening before the autumn change', at: Date.UTC(2015, 10, 1, 2) },
  { name: 'a leap day', at: Date.UTC(2016, 1, 29, 14) },
  { name: 'the last minute of the year', at: Date.UTC(2016, 0, 1, 4, 59) },
  { name: 'between midnight and the spring change', at: Date.UTC(2016, 2, 13, 5, 30) },
])('$name: all hours from the next full one', async ({ at }) => {
  const { start, valueMw } = await issue(DATA, at);
  expect(start).toBe(Math.ceil(at / HOUR_MS) * HOUR_MS);
  expect(valueMw.every((mw) => mw > 5_000 && mw < 20_000)).toBe(true);
});

test.each([
  { name: 'no series', data: new SyntheticData('PJM', { start: START, days: 1 }), reason: 'source_late' },
  { name: 'no load for a day', data: withLoad((hour) => hour < NOW - 26), reason: 'source_late' },
  { name: 'load of ten days', data: withLoad((hour) => hour >= NOW - 240), reason: 'before_history' },
])('$name is no_data: $reason', async ({ data, reason }) => {
  await expect(issue(data)).rejects.toThrow(expect.objectContaining({ code: 'no_data', details: { reason } }));
});

test('it declares its one series, and reads no other input', () => {
  expect(calendarLagRegression.inputs).toEqual(['own']);
  expect(calendarLagRegression.series(NYISO)).toEqual([{ series: 'NYIS', measure: 'demand' }]);
});

test.each([
  { name: 'before the spring change of clocks', at: Date.UTC(2016, 2, 13, 6, 30) },
  { name: 'in the repeated hour of autumn', at: Date.UTC(2015, 10, 1, 6, 30) },
  { name: 'on a leap day', at: Date.UTC(2016, 1, 29, 14) },
  { name: 'in the last hour of a year', at: Date.UTC(2016, 0, 1, 4, 10) },
])('issued $name no bound crosses the value, and load known later is not read', async ({ at }) => {
  const run = await issue(DATA, at);
  for (const [i, mw] of run.valueMw.entries()) {
    expect(run.p10Mw[i]).toBeLessThanOrEqual(mw);
    expect(run.p90Mw[i]).toBeGreaterThanOrEqual(mw);
  }
  expect(run.dataCutoff).toBeLessThanOrEqual(at - 3 * HOUR_MS);
  expect(await issue(DATA.changedAfter(at), at)).toEqual(run);
});
