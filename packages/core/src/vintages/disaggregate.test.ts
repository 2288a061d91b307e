import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testData } from '../../../../tooling/testing/test-data.js';
import { disaggregate, disaggregateForecast } from './disaggregate.js';

const cents = (mw: number): number => Math.round(mw * 100);
const mw = (...values: number[]): Float64Array => Float64Array.from(values);

test.each([
  { name: 'a flat day stays flat', hourly: mw(100, 100, 100), quarters: [100, 100, 100, 100] },
  { name: 'a ramp runs straight through', hourly: mw(100, 200, 300, 400), quarters: [162.5, 187.5, 212.5, 237.5] },
  { name: 'a peak is rounded', hourly: mw(100, 200, 100), quarters: [181.25, 218.75, 218.75, 181.25] },
  {
    name: 'beyond a gap the curve goes on flat',
    hourly: mw(Number.NaN, 200, Number.NaN),
    quarters: [200, 200, 200, 200],
  },
  { name: 'a missing hour has no quarters', hourly: mw(1, Number.NaN, 1), quarters: [NaN, NaN, NaN, NaN] },
  { name: 'what would fall below zero stays flat', hourly: mw(4000, 1, 4000), quarters: [1, 1, 1, 1] },
])('the second hour: $name', ({ hourly, quarters }) => {
  expect([...disaggregate(hourly).slice(4, 8)]).toEqual(quarters);
});

const load = fc.integer({ min: 0, max: 20_000_000 }).map((cent) => cent / 100);
const gappy = fc.option(load, { nil: Number.NaN, freq: 8 });

test('four quarters sum to exactly four times the hour, in whole cents, gaps or not', () => {
  fc.assert(
    fc.property(fc.array(gappy, { maxLength: 30 }), (hours) => {
      const quarters = disaggregate(Float64Array.from(hours));
      expect(quarters.length).toBe(hours.length * 4);
      hours.forEach((hour, i) => {
        const four = [...quarters.slice(i * 4, i * 4 + 4)];
        for (const quarter of four) expect(quarter).toBe(cents(quarter) / 100);
        if (!Number.isNaN(hour)) expect(Math.min(...four)).toBeGreaterThanOrEqual(0);
        expect(four.reduce((sum, quarter) => sum + cents(quarter), 0)).toBe(4 * cents(hour));
      });
    }),
  );
});

test('bounds stay on their sides of the value and keep their hourly means', () => {
  const row = fc.tuple(load, load, load, fc.boolean()).map(([a, b, c, bounded]) => {
    const [p10, value, p90] = [a, b, c].sort((x, y) => x - y);
    return bounded ? { p10: p10!, value: value!, p90: p90! } : { p10: Number.NaN, value: value!, p90: Number.NaN };
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const quarter = disaggregateForecast({
        valueMw: Float64Array.from(rows.map(({ value }) => value)),
        p10Mw: Float64Array.from(rows.map(({ p10 }) => p10)),
        p90Mw: Float64Array.from(rows.map(({ p90 }) => p90)),
      });
      rows.forEach((hour, i) => {
        const sums = { value: 0, p10: 0, p90: 0 };
        for (let k = i * 4; k < i * 4 + 4; k++) {
          sums.value += cents(quarter.valueMw[k]!);
          sums.p10 += cents(quarter.p10Mw[k]!);
          sums.p90 += cents(quarter.p90Mw[k]!);
          if (Number.isNaN(hour.p10)) continue;
          expect(quarter.p10Mw[k]).toBeGreaterThanOrEqual(0);
          expect(quarter.p10Mw[k]).toBeLessThanOrEqual(quarter.valueMw[k]!);
          expect(quarter.p90Mw[k]).toBeGreaterThanOrEqual(quarter.valueMw[k]!);
        }
        expect(sums).toEqual({ value: 4 * cents(hour.value), p10: 4 * cents(hour.p10), p90: 4 * cents(hour.p90) });
      });
    }),
  );
});

const nyiso = testData('data/subhourly/nyiso_5min_2018_2019_06.csv.gz');

test.skipIf(nyiso === undefined)('New York, 2018 to June 2019: quarters are within 0.14 % of the metered ones', () => {
  const byQuarter = new Map<number, { sum: number; count: number }>();
  for (const line of gunzipSync(readFileSync(nyiso!)).toString('utf8').split('\n').slice(1)) {
    const [time, value] = line.split(',');
    const instant = Date.parse(`${time?.replace(' ', 'T')}Z`);
    if (instant % 300_000 !== 0) continue; // extra readings between the five-minute ones
    const quarter = Math.floor(instant / 900_000);
    const bin = byQuarter.get(quarter) ?? { sum: 0, count: 0 };
    if (value) byQuarter.set(quarter, { sum: bin.sum + Number(value), count: bin.count + 1 });
  }
  const metered = (quarter: number): number => {
    const bin = byQuarter.get(quarter);
    return bin?.count === 3 ? bin.sum / 3 : Number.NaN;
  };
  const firstHour = Math.ceil(Math.min(...byQuarter.keys()) / 4);
  const lastHour = Math.floor(Math.max(...byQuarter.keys()) / 4);
  const truth = Float64Array.from({ length: (lastHour - firstHour) * 4 }, (_, i) => metered(firstHour * 4 + i));
  const hourly = Float64Array.from({ length: lastHour - firstHour }, (_, hour) => {
    const four = truth.subarray(hour * 4, hour * 4 + 4);
    return cents(four.reduce((sum, quarter) => sum + quarter, 0) / 4) / 100;
  });
  const made = disaggregate(hourly);
  let [sum, count] = [0, 0];
  truth.forEach((actual, i) => {
    if (Number.isNaN(actual + made[i]!)) return;
    sum += Math.abs(made[i]! - actual) / actual;
    count++;
  });
  expect(count).toBeGreaterThan(49_000);
  expect((100 * sum) / count).toBeLessThanOrEqual(0.14);
});
