import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { correctedOperatorMw } from './corrected-operator.js';

const DAYS = 160;
const days = Array.from({ length: DAYS }, (_, day) => ({
  ...{ first: day * 24, start: day * DAY_MS, dueAt: (day - 1) * DAY_MS + 9 * HOUR_MS },
}));

/** Errors that last: each day's is nine tenths of the day before and something new. */
function world() {
  let error = 0;
  const byDay = Array.from({ length: DAYS }, (_, day) => {
    error = 0.9 * error + 0.02 * Math.sin(day * day);
    return error;
  });
  const forecast = Float64Array.from(
    { length: DAYS * 24 },
    (_, hour) => 10_000 + 2_000 * Math.sin((hour * Math.PI) / 12),
  );
  const load = forecast.map((mw, hour) => mw * Math.exp(byDay[Math.floor(hour / 24)]!));
  return { forecast, load };
}

const mape = (forecast: Float64Array, load: Float64Array, from: number) =>
  forecast.subarray(from).reduce((sum, mw, i) => sum + Math.abs(mw / load[from + i]! - 1), 0) / (load.length - from);

test('errors that last are foretold', async () => {
  const { forecast, load } = world();
  const corrected = await correctedOperatorMw(days, forecast, load);
  expect(mape(corrected, load, 100 * 24)).toBeLessThan(0.8 * mape(forecast, load, 100 * 24));
  expect(corrected.subarray(0, 60 * 24).every(Number.isNaN)).toBe(true);
});

test.each([
  { name: 'load that was not known', change: 'load', from: 149 * 24 + 7 },
  { name: 'forecasts of later days', change: 'forecast', from: 151 * 24 },
] as const)('a day does not depend on $name when it was due', async ({ change, from }) => {
  const before = world();
  const day = 150 * 24;
  const hours = [day, day + 24] as const;
  const reference = (await correctedOperatorMw(days, before.forecast, before.load)).slice(...hours);
  const changedFrom = async (first: number) => {
    const after = { ...before, [change]: before[change].map((mw, hour) => (hour >= first ? mw * 1.1 : mw)) };
    return (await correctedOperatorMw(days, after.forecast, after.load)).slice(...hours);
  };
  expect(await changedFrom(from)).toEqual(reference);
  expect(await changedFrom(from - 1)).not.toEqual(reference);
});
