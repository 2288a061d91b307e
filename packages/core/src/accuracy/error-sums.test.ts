import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ForecastLines } from '../vintages/vintage.js';
import { addSums, noErrors, scoresOf, sumErrors } from './error-sums.js';
import { pinballLossMw } from './pinball-loss.js';

const mw = (...values: number[]): Float64Array => Float64Array.from(values);
const NONE = Number.NaN;

/** NaN where there is no value. */
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Equal to `decimals` decimals, NaN being equal to NaN. */
function near(value: number, expected: number, decimals: number): void {
  if (Number.isNaN(expected)) expect(value).toBeNaN();
  else expect(value).toBeCloseTo(expected, decimals);
}

describe('point metrics', () => {
  test.each([
    {
      name: 'errors do not cancel out',
      actual: mw(100, 200),
      forecast: mw(110, 190),
      mape: 7.5,
      mae: 10,
      rmse: 10,
      bias: 0,
    },
    {
      name: 'a missing actual is skipped',
      actual: mw(100, NONE),
      forecast: mw(110, 190),
      mape: 10,
      mae: 10,
      rmse: 10,
      bias: 10,
    },
    {
      name: 'a missing forecast is skipped',
      actual: mw(100, 200),
      forecast: mw(NONE, 180),
      mape: 10,
      mae: 20,
      rmse: 20,
      bias: -20,
    },
    {
      name: 'a zero actual counts for MW and not for percent',
      actual: mw(0, 100),
      forecast: mw(10, 110),
      mape: 10,
      mae: 10,
      rmse: 10,
      bias: 10,
    },
    {
      name: 'a large error weighs more in RMSE than in MAE',
      actual: mw(100, 100),
      forecast: mw(100, 120),
      mape: 10,
      mae: 10,
      rmse: Math.sqrt(200),
      bias: 10,
    },
    {
      name: 'too low a forecast has negative bias',
      actual: mw(100),
      forecast: mw(90),
      mape: 10,
      mae: 10,
      rmse: 10,
      bias: -10,
    },
    {
      name: 'no usable hour gives NaN',
      actual: mw(NONE),
      forecast: mw(90),
      mape: NONE,
      mae: NONE,
      rmse: NONE,
      bias: NONE,
    },
    { name: 'no hour gives NaN', actual: mw(), forecast: mw(), mape: NONE, mae: NONE, rmse: NONE, bias: NONE },
  ])('$name', ({ actual, forecast, mape, mae, rmse, bias }) => {
    const scores = scoresOf(sumErrors(actual, { valueMw: forecast, p10Mw: forecast, p90Mw: forecast }));
    near(scores.mapePct, mape, 12);
    near(scores.maeMw, mae, 12);
    near(scores.rmseMw, rmse, 12);
    near(scores.biasMw, bias, 12);
  });

  test('the only hour having a zero actual, MAPE is NaN and not infinite', () => {
    expect(scoresOf(sumErrors(mw(0), { valueMw: mw(5), p10Mw: mw(5), p90Mw: mw(5) })).mapePct).toBeNaN();
  });
});

describe('interval metrics', () => {
  test.each([
    { level: 0.9, actual: 110, quantile: 100, loss: 9 },
    { level: 0.9, actual: 90, quantile: 100, loss: 1 },
    { level: 0.1, actual: 110, quantile: 100, loss: 1 },
    { level: 0.1, actual: 90, quantile: 100, loss: 9 },
    { level: 0.5, actual: 90, quantile: 100, loss: 5 },
    { level: 0.5, actual: 100, quantile: 100, loss: 0 },
    { level: 0.5, actual: NONE, quantile: 100, loss: NONE },
  ])('pinball loss of q$level = $quantile at $actual is $loss', ({ level, actual, quantile, loss }) => {
    near(pinballLossMw(level, actual, quantile), loss, 12);
  });

  test.each([
    {
      name: 'bounds belong to the interval',
      actual: mw(90, 120),
      p10: mw(90, 90),
      p90: mw(120, 120),
      coverage: 100,
      width: 30,
    },
    {
      name: 'above and below are both outside',
      actual: mw(80, 130),
      p10: mw(90, 90),
      p90: mw(120, 120),
      coverage: 0,
      width: 30,
    },
    {
      name: 'an hour without bounds is skipped',
      actual: mw(100, 500),
      p10: mw(90, NONE),
      p90: mw(120, NONE),
      coverage: 100,
      width: 30,
    },
    {
      name: 'an hour without actual is skipped',
      actual: mw(100, NONE),
      p10: mw(90, 0),
      p90: mw(120, 500),
      coverage: 100,
      width: 30,
    },
    { name: 'no usable hour gives NaN', actual: mw(NONE), p10: mw(1), p90: mw(2), coverage: NONE, width: NONE },
  ])('$name', ({ actual, p10, p90, coverage, width }) => {
    const scores = scoresOf(sumErrors(actual, { valueMw: actual, p10Mw: p10, p90Mw: p90 }));
    near(scores.coveragePct, coverage, 12);
    near(scores.widthMw, width, 12);
  });

  test('pinball of the interval is the mean of its two bounds', () => {
    const [actual, p10Mw, p90Mw] = [mw(100, 150), mw(90, 100), mw(120, 140)];
    near(scoresOf(sumErrors(actual, { valueMw: actual, p10Mw, p90Mw })).pinballMw, (1 + 5 + 2 + 9) / 4, 12);
  });
});

describe('error sums', () => {
  const load = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constant(Number.NaN));
  const hour = fc.tuple(load, load, load, load);
  const columns = (rows: number[][]): { actual: Float64Array; forecast: ForecastLines } => {
    const column = (i: number) => Float64Array.from(rows, (row) => row[i]!);
    return { actual: column(0), forecast: { valueMw: column(1), p10Mw: column(2), p90Mw: column(3) } };
  };

  test('scores of sums are means over the paired hours', () => {
    fc.assert(
      fc.property(fc.array(hour, { maxLength: 40 }), (rows) => {
        const paired = columns(rows.filter(([actual, value]) => !Number.isNaN(actual! + value!)));
        const { actual, forecast } = columns(rows);
        const scores = scoresOf(sumErrors(actual, forecast));
        const { valueMw, p10Mw, p90Mw } = paired.forecast;
        const errorsMw = [...valueMw].map((value, i) => value - paired.actual[i]!);
        const ratios = errorsMw.map((error, i) => Math.abs(error / paired.actual[i]!));
        expect(scores.hours).toBe(paired.actual.length);
        near(scores.mapePct, 100 * meanOf(ratios.filter((_, i) => paired.actual[i] !== 0)), 6);
        near(scores.maeMw, meanOf(errorsMw.map(Math.abs)), 6);
        near(scores.rmseMw, Math.sqrt(meanOf(errorsMw.map((error) => error * error))), 6);
        near(scores.biasMw, meanOf(errorsMw), 6);
        const bounded = [...paired.actual.keys()].filter(
          (i) => !Number.isNaN(paired.actual[i]! + p10Mw[i]! + p90Mw[i]!),
        );
        const isInside = (i: number) => p10Mw[i]! <= paired.actual[i]! && paired.actual[i]! <= p90Mw[i]!;
        const loss = (level: number, bounds: Float64Array) =>
          meanOf(bounded.map((i) => pinballLossMw(level, paired.actual[i]!, bounds[i]!)));
        near(scores.pinballMw, (loss(0.1, p10Mw) + loss(0.9, p90Mw)) / 2, 6);
        near(scores.coveragePct, meanOf(bounded.map((i) => (isInside(i) ? 100 : 0))), 6);
        near(scores.widthMw, meanOf(bounded.map((i) => p90Mw[i]! - p10Mw[i]!)), 6);
      }),
      { numRuns: 200 },
    );
  });

  test('sums of two parts are the sums of the whole', () => {
    fc.assert(
      fc.property(fc.array(hour, { maxLength: 20 }), fc.array(hour, { maxLength: 20 }), (first, second) => {
        const sums = noErrors();
        for (const rows of [first, second]) {
          const { actual, forecast } = columns(rows);
          addSums(sums, sumErrors(actual, forecast));
        }
        const { actual, forecast } = columns([...first, ...second]);
        const whole = sumErrors(actual, forecast);
        expect(sums.hours).toBe(whole.hours);
        expect(sums.insideHours).toBe(whole.insideHours);
        near(sums.absMw, whole.absMw, 4);
        near(sums.pinball90Mw, whole.pinball90Mw, 4);
      }),
      { numRuns: 100 },
    );
  });

  test('a forecast of another length than the actuals is refused', () => {
    expect(() => sumErrors(mw(1, 2), { valueMw: mw(1), p10Mw: mw(1), p90Mw: mw(1) })).toThrow(RangeError);
  });
});
