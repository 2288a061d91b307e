import { expect, test } from 'vitest';
import { engine } from '../../src/forecast/engine.js';
import type { KnownSeries } from '../../src/series/known-series.js';
import type { SyntheticData } from '../../src/testing/synthetic-data.js';
import { HOUR_MS } from '../../src/time/instant.js';
import { hourOf, issuedOnce, NYISO, START, syntheticData } from '../engine-data.js';

/** The first hour with a wrong feed, two and a half hours before an issue: nothing to compare it with yet. */
const LIES_FROM_HOUR = 520 * 24 + 12;
const DAYS_OF_LIES = 4;
const ISSUE_HOUR = 14.5;

const since =
  (lie: (values: Float64Array, hour: number) => number) =>
  (feed: KnownSeries): KnownSeries => ({
    ...feed,
    values: feed.values.map((mw, hour) => (hour < LIES_FROM_HOUR ? mw : lie(feed.values, hour))),
  });

const LIES = [
  { name: 'is frozen', lie: since((values) => values[LIES_FROM_HOUR]!), reason: 'one value for several hours' },
  {
    name: 'is displaced by an hour',
    lie: since((values, hour) => values[hour - 1]!),
    reason: 'displaced by an hour',
  },
  {
    name: 'is a day late under new dates',
    lie: since((values, hour) => values[hour - 24]!),
    reason: 'does not agree with reported load',
  },
  {
    name: 'has one old day again and again',
    lie: since((values, hour) => values[LIES_FROM_HOUR - 24 + ((hour - LIES_FROM_HOUR) % 24)]!),
    reason: 'the values of an earlier day',
  },
  {
    name: 'is in kilowatts',
    lie: since((values, hour) => 1000 * values[hour]!),
    reason: 'not in the unit of the load',
  },
  {
    name: 'lacks a tenth',
    lie: since((values, hour) => 0.9 * values[hour]!),
    reason: 'does not agree with reported load',
  },
];

/** Mean absolute error of the first hours of a forecast, percent. */
function errorPct(
  { start, valueMw }: { start: number; valueMw: Float64Array },
  data: SyntheticData,
  hours: number,
): number {
  const load = data.load(NYISO.series)!;
  let sum = 0;
  for (let lead = 0; lead < hours; lead++) {
    const actual = load.values[Math.round((start - load.start) / HOUR_MS) + lead]!;
    sum += Math.abs(valueMw[lead]! / actual - 1);
  }
  return (100 * sum) / hours;
}

const without = syntheticData();
const below = issuedOnce(without);

test.each(LIES)(
  'newest hours of a feed that $name are excluded within a day and cost at most 5 %',
  async ({ lie, reason }) => {
    const data = syntheticData({ newest: lie });
    const forecaster = engine.forArea(NYISO, data);
    let [errors, errorsBelow] = [0, 0];
    for (let day = 520; day < 520 + DAYS_OF_LIES; day++) {
      const at = hourOf(day, ISSUE_HOUR);
      const [forecast, expected] = [await forecaster.issue(at), await below(at)];
      errors += errorPct(forecast, data, 48);
      errorsBelow += errorPct(expected, without, 48);
      if (day === 520) continue;
      expect(forecast.excludedInputs, `day ${day}`).toEqual([`newest-load: ${reason}`]);
      expect(forecast.valueMw).toEqual(expected.valueMw);
    }
    expect(errors / errorsBelow).toBeLessThan(1.05);
  },
);

test('a feed that is right makes the next hours better, and is in no list of what was left out', async () => {
  const data = syntheticData({ newest: true });
  const forecaster = engine.forArea(NYISO, data);
  let [errors, errorsBelow] = [0, 0];
  for (let day = 520; day < 526; day++) {
    const at = hourOf(day, ISSUE_HOUR);
    const [forecast, expected] = [await forecaster.issue(at), await below(at)];
    expect(forecast.excludedInputs).toEqual([]);
    // Reported load is what a forecast is said to have seen.
    expect(forecast.dataCutoff).toBe(expected.dataCutoff);
    errors += errorPct(forecast, data, 6);
    errorsBelow += errorPct(expected, data, 6);
  }
  expect(errors).toBeLessThan(errorsBelow);
});

test('values that came after an issue change nothing, hours that came before it do', async () => {
  const at = hourOf(520, ISSUE_HOUR);
  const changed = (isChanged: (knownAt: number) => boolean) => (feed: KnownSeries) => ({
    ...feed,
    values: feed.values.map((mw, i) => (isChanged(feed.knownAtMs[i]!) ? 1.005 * mw : mw)),
  });
  const issue = (newest: true | ((feed: KnownSeries) => KnownSeries)) =>
    engine.forArea(NYISO, syntheticData({ newest })).issue(at);
  const plain = await issue(true);
  expect(await issue(changed((knownAt) => knownAt > at))).toEqual(plain);
  expect((await issue(changed((knownAt) => knownAt > at - HOUR_MS && knownAt <= at))).valueMw).not.toEqual(
    plain.valueMw,
  );
});

test('hours as they come in one by one, and as history that is there, give the same forecast', async () => {
  const whole = syntheticData({ newest: true });
  const growing = Object.create(whole) as SyntheticData;
  let until = 0;
  const known = (series: KnownSeries | undefined): KnownSeries | undefined => {
    if (!series) return undefined;
    const isKnown = (i: number) => series.knownAtMs[i]! <= until;
    return {
      ...series,
      values: series.values.map((mw, i) => (isKnown(i) ? mw : Number.NaN)),
      knownAtMs: series.knownAtMs.map((at, i) => (isKnown(i) ? at : Number.NaN)),
    };
  };
  growing.load = (id) => known(whole.load(id));
  growing.newestLoad = (id) => known(whole.newestLoad(id));
  const [live, backtest] = [engine.forArea(NYISO, growing), engine.forArea(NYISO, whole)];
  for (const hours of [505 * 24 + 14.5, 505 * 24 + 15.25, 506 * 24 + 0.2, 517 * 24 + 14.5]) {
    until = START + hours * HOUR_MS;
    expect(await live.issue(until)).toEqual(await backtest.issue(until));
  }
});
