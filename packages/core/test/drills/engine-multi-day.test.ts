import { expect, test } from 'vitest';
import { engine } from '../../src/forecast/engine.js';
import type { IssuedForecast } from '../../src/forecast/forecaster.js';
import type { MultiDayIssue, SyntheticData } from '../../src/testing/synthetic-data.js';
import { DAY_MS, HOUR_MS } from '../../src/time/instant.js';
import { hourOf, issuedOnce, NYISO, START, syntheticData } from '../engine-data.js';

/** The first day on which the feed is wrong. */
const LIES_FROM = 520;
const DAYS_OF_LIES = 5;

const since =
  (change: (issue: MultiDayIssue, i: number, issues: readonly MultiDayIssue[]) => MultiDayIssue | undefined) =>
  (issues: readonly MultiDayIssue[]): readonly MultiDayIssue[] =>
    issues.flatMap((issue, i) => (i < LIES_FROM ? issue : (change(issue, i, issues) ?? [])));

const LIES = [
  {
    name: 'is frozen',
    lie: since(() => undefined),
    reason: 'multi-day: not renewed for 36 hours',
    afterDays: 1,
  },
  {
    name: 'is displaced by an hour',
    lie: since((issue) => ({ ...issue, start: issue.start + HOUR_MS })),
    reason: 'multi-day: displaced by an hour',
    afterDays: 0,
  },
  {
    name: 'is late by a day',
    lie: since((issue) => ({ ...issue, start: issue.start + DAY_MS })),
    reason: 'multi-day: late by a day',
    afterDays: 0,
  },
  {
    name: 'repeats an old file under new dates',
    lie: since((issue, i, issues) => ({ ...issue, values: issues[i - ((i - LIES_FROM) % 5) - 1]!.values })),
    reason: 'multi-day: the values of an earlier issue under new dates',
    afterDays: 0,
  },
  {
    name: 'is in kilowatts',
    lie: since((issue) => ({ ...issue, values: issue.values.map((mw) => 1000 * mw) })),
    reason: 'multi-day: not in the unit of the load',
    afterDays: 0,
  },
  {
    name: 'has one value for all hours',
    lie: since((issue) => ({ ...issue, values: issue.values.map(() => 9000) })),
    reason: 'multi-day: one value for all hours of tomorrow',
    afterDays: 0,
  },
];

/** Mean absolute error of the three days after an issue, in percent of the load. */
function errorPct(forecast: IssuedForecast, data: SyntheticData): number {
  const { start, values } = data.load(NYISO.series)!;
  let [sum, loadMw] = [0, 0];
  for (let lead = 14; lead < 14 + 72; lead++) {
    const actual = values[Math.round((forecast.start - start) / HOUR_MS) + lead]!;
    sum += Math.abs(forecast.valueMw[lead]! - actual);
    loadMw += actual;
  }
  return (100 * sum) / loadMw;
}

const without = syntheticData();
const below = issuedOnce(without);

test.each(LIES)(
  'a feed that $name is excluded within a day and costs at most 5 %',
  async ({ lie, reason, afterDays }) => {
    const data = syntheticData({ multiDay: lie });
    const forecaster = engine.forArea(NYISO, data);
    let [errors, errorsBelow] = [0, 0];
    for (let day = LIES_FROM; day < LIES_FROM + DAYS_OF_LIES; day++) {
      const forecast = await forecaster.issue(hourOf(day, 14));
      const expected = await below(hourOf(day, 14));
      errors += errorPct(forecast, data);
      errorsBelow += errorPct(expected, without);
      if (day < LIES_FROM + afterDays) continue;
      expect(forecast.excludedInputs, `day ${day}`).toEqual([reason]);
      expect(forecast.valueMw).toEqual(expected.valueMw);
    }
    expect(errors / errorsBelow).toBeLessThan(1.05);
  },
);

test('before it lies the feed is used, and is worth more than a quarter of the error', async () => {
  const data = syntheticData({ multiDay: true });
  const forecaster = engine.forArea(NYISO, data);
  let [errors, errorsBelow] = [0, 0];
  for (let day = LIES_FROM - 10; day < LIES_FROM; day++) {
    const forecast = await forecaster.issue(hourOf(day, 14));
    expect(forecast).toMatchObject({ model: { name: 'loadcast-multi-day' }, excludedInputs: [] });
    errors += errorPct(forecast, data);
    errorsBelow += errorPct(await below(hourOf(day, 14)), without);
  }
  expect(errors / errorsBelow).toBeLessThan(0.75);
});

test('an issue that is published after the forecast does not change it, one published before does', async () => {
  const at = hourOf(LIES_FROM, 14);
  const warmer = (publishedBy: number) => (issues: readonly MultiDayIssue[]) =>
    issues.map((issue) =>
      issue.publishedAt > publishedBy - DAY_MS && issue.publishedAt <= publishedBy
        ? { ...issue, values: issue.values.map((mw) => 1.05 * mw) }
        : issue,
    );
  const issueWith = (multiDay: true | ReturnType<typeof warmer>) =>
    engine.forArea(NYISO, syntheticData({ multiDay })).issue(at);
  const plain = await issueWith(true);
  expect(await issueWith(warmer(at + DAY_MS))).toEqual(plain);
  const changed = await issueWith(warmer(at));
  expect(changed.valueMw[20]! / plain.valueMw[20]!).toBeGreaterThan(1.02);
});

test('forecasts of several days as they come in day by day, and as history that is there, give the same forecast', async () => {
  const whole = syntheticData({ multiDay: true });
  const growing = Object.create(whole) as SyntheticData;
  let until = 0;
  growing.multiDayForecast = () =>
    syntheticData({ multiDay: (issues) => issues.filter(({ publishedAt }) => publishedAt <= until) }).multiDayForecast(
      NYISO.series,
    );
  const live = engine.forArea(NYISO, growing);
  const backtest = engine.forArea(NYISO, whole);
  for (const day of [505, 506, 512, 517]) {
    until = START + day * DAY_MS + 14 * HOUR_MS;
    expect(await live.issue(until)).toEqual(await backtest.issue(until));
  }
});
