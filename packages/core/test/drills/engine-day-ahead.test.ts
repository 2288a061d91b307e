import { expect, test } from 'vitest';
import { engine } from '../../src/forecast/engine.js';
import type { IssuedForecast } from '../../src/forecast/forecaster.js';
import { foldOnto, type KnownSeries } from '../../src/series/known-series.js';
import type { SyntheticData } from '../../src/testing/synthetic-data.js';
import { HOUR_MS } from '../../src/time/instant.js';
import { DAYS, hourOf, issuedOnce, NYISO, START, syntheticData } from '../engine-data.js';

/** The first day that the series lie about: New York's, from 04:00 or 05:00 UTC on. */
const LIES_FROM = 520;
const DAYS_OF_LIES = 12;
const FIRST_HOUR = LIES_FROM * 24 + 4;
const LAST_HOUR = FIRST_HOUR + 24 * DAYS_OF_LIES;

/** A value of the series, by hour. */
type Lie = (values: Float64Array, hour: number) => number;

const displaced: Lie = (values, hour) => values[hour - 1]!;
const dayBefore: Lie = (values, hour) => values[hour - 24]!;

const OPERATOR_LIES: readonly { name: string; lie: Lie; reason: string; issues: number }[] = [
  { name: 'is displaced by an hour', lie: displaced, reason: 'displaced by an hour', issues: 2 },
  {
    name: 'repeats the day before',
    lie: dayBefore,
    reason: 'the values of an earlier issue under new dates',
    issues: 1,
  },
  { name: 'is in kilowatts', lie: (mw, hour) => 1000 * mw[hour]!, reason: 'not in the unit of the load', issues: 1 },
  { name: 'is a fifth too high', lie: (mw, hour) => 1.2 * mw[hour]!, reason: 'a step that it has not made', issues: 1 },
  { name: 'has one value', lie: () => 9000, reason: 'one value for all hours of tomorrow', issues: 1 },
];

const WEATHER_LIES: readonly { name: string; lie: Lie; reason: string }[] = [
  { name: 'is in degrees Fahrenheit', lie: (c, hour) => 1.8 * c[hour]! + 32, reason: 'not in degrees Celsius' },
  { name: 'is in kelvin', lie: (c, hour) => c[hour]! + 273.15, reason: 'not in degrees Celsius' },
  { name: 'is displaced by an hour', lie: displaced, reason: 'displaced by an hour' },
  { name: 'is that of the day before', lie: dayBefore, reason: 'the values of an earlier issue under new dates' },
  { name: 'is seven degrees too high', lie: (c, hour) => c[hour]! + 7, reason: 'a step that it has not made' },
  { name: 'has one value', lie: () => 20, reason: 'one value for all hours of tomorrow' },
];

/** Mean absolute error of tomorrow, MW. */
function errorMw(forecast: IssuedForecast, data: SyntheticData): number {
  const { start, values } = data.load(NYISO.series)!;
  let sum = 0;
  for (let lead = 14; lead < 38; lead++)
    sum += Math.abs(forecast.valueMw[lead]! - values[Math.round((forecast.start - start) / HOUR_MS) + lead]!);
  return sum / 24;
}

const below = issuedOnce(syntheticData());

/** Issues every morning from that before the first day of lies, with and without the input. */
async function issuesOf(data: SyntheticData) {
  const forecaster = engine.forArea(NYISO, data);
  const errors: number[] = [];
  const errorsBelow: number[] = [];
  const excluded: (readonly string[])[] = [];
  for (let day = LIES_FROM - 1; day < LIES_FROM - 1 + DAYS_OF_LIES; day++) {
    const forecast = await forecaster.issue(hourOf(day, 14));
    excluded.push(forecast.excludedInputs);
    errors.push(errorMw(forecast, data));
    errorsBelow.push(errorMw(await below(hourOf(day, 14)), data));
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { excluded, ratioFrom: (issue: number) => sum(errors.slice(issue)) / sum(errorsBelow.slice(issue)) };
}

test.each(OPERATOR_LIES)(
  'an operator’s forecast that $name is excluded at issue $issues and costs at most 5 % from then on (fault 119)',
  async ({ lie, reason, issues }) => {
    const data = syntheticData({ operator: 'tomorrow' });
    const { values, ...known } = data.operators.get('NYIS')!;
    data.operators.set('NYIS', {
      ...known,
      values: values.map((mw, hour) => (hour < FIRST_HOUR || hour >= LAST_HOUR ? mw : lie(values, hour))),
    });
    const { excluded, ratioFrom } = await issuesOf(data);
    for (const each of excluded.slice(issues - 1)) expect(each.join()).toContain(`operator: ${reason}`);
    expect(ratioFrom(issues - 1)).toBeLessThan(1.05);
  },
);

/** Each morning of lies a new forecast of sixteen days, all of it wrong. */
function withLies(temperature: KnownSeries, lie: Lie): KnownSeries {
  const blocks = Array.from({ length: DAYS_OF_LIES }, (_, i) => {
    const first = (LIES_FROM - 1 + i) * 24 + 10;
    const count = Math.min(384, DAYS * 24 - first);
    const values = Float64Array.from({ length: count }, (_hour, at) => lie(temperature.values, first + at));
    const start = START + first * HOUR_MS;
    return { start, values, known: { kind: 'at', at: start } as const };
  });
  return foldOnto(temperature, blocks);
}

test.each(WEATHER_LIES)(
  'weather that $name is excluded at the first issue and costs at most 5 % (fault 120)',
  async ({ lie, reason }) => {
    const data = syntheticData({ weather: true });
    const [point] = data.weather()!.points;
    data.setTemperature(withLies(point!.variables.temperatureC, lie));
    const { excluded, ratioFrom } = await issuesOf(data);
    expect(excluded[0]!.join()).toContain(`weather: ${reason}`);
    for (const each of excluded) expect(each.join()).toContain('weather: ');
    expect(ratioFrom(0)).toBeLessThan(1.05);
  },
);

test('inputs without a lie are never excluded', async () => {
  const data = syntheticData({ operator: 'tomorrow', weather: true });
  const { excluded } = await issuesOf(data);
  expect(excluded.flat()).toEqual([]);
});
