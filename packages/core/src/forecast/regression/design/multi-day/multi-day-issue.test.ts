import { describe, expect, test } from 'vitest';
import { type MultiDayLogOf, madeUpMultiDayInputs } from '../../../../../test/multi-day-inputs.js';
import { type LogOf, measuredDays, pseudoRandom } from '../../../../testing/measured-days.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import { faultOn, MULTI_DAY_LEADS, MultiDayIssue, type MultiDaySource, multiDayFeatures } from './multi-day-design.js';

const DAY = 19_890; // Sunday 2024-06-16
const FIRST = DAY - 60;
const CLIMATOLOGY = 8.9;

const shape = (hour: number) => 0.2 * Math.sin((hour - 9) / 3.8);
/** No two days alike: a forecast of equal days would be one that repeats itself. */
const loadLog: LogOf = (day, hour) => 9 + shape(hour) + 0.002 * pseudoRandom(24 * day + hour);
/** Low by a hundredth for each lead day, and one more. */
const low: MultiDayLogOf = (issue, leadDay, hour) => loadLog(issue + leadDay, hour) - 0.01 * (leadDay + 1);

interface Case {
  readonly logOf?: MultiDayLogOf;
  readonly load?: LogOf;
  readonly clip?: number;
  readonly lastMeasured?: number;
}

function sourceOf({ logOf = low, load = loadLog, clip = 0.5, lastMeasured = DAY - 1 }: Case = {}): MultiDaySource {
  return {
    inputs: madeUpMultiDayInputs(logOf),
    load: measuredDays(FIRST, lastMeasured - FIRST + 1, load),
    knownHours: 8,
    climatology: { writeLogs: (_day, _cutoff, out, at) => out.fill(CLIMATOLOGY, at, at + 24) },
    trainingCutoff: DAY - 16,
    clip,
    faults: new Map(),
  };
}
const issueOf = (given: Case = {}) => new MultiDayIssue(sourceOf(given), DAY);

describe('the corrected forecast', () => {
  test.each([0, 1, 4, 7])('of lead day %i is the forecast and its own mean error', (leadDay) => {
    const { corrected } = issueOf();
    for (let hour = 0; hour < 24; hour++)
      expect(corrected[24 * leadDay + hour]).toBeCloseTo(loadLog(DAY + leadDay, hour), 12);
  });

  test.each([
    { name: 'an error of one hour of the day alone', hour: 17, wrong: 0.03 },
    { name: 'one at midnight', hour: 0, wrong: -0.02 },
  ])('$name is taken off that hour', ({ hour: wrongHour, wrong }) => {
    const logOf: MultiDayLogOf = (issue, lead, hour) => loadLog(issue + lead, hour) - (hour === wrongHour ? wrong : 0);
    const { corrected } = issueOf({ logOf });
    for (let hour = 0; hour < 24; hour++) expect(corrected[24 + hour]).toBeCloseTo(loadLog(DAY + 1, hour), 12);
  });

  test.each([
    { name: 'the fewest errors', first: DAY - OPERATOR.fewestDebiasDays, isUsable: true },
    { name: 'one fewer', first: DAY - OPERATOR.fewestDebiasDays + 1, isUsable: false },
  ])('with $name of past days, usable is $isUsable', ({ first, isUsable }) => {
    const load: LogOf = (day, hour) => (day < first ? Number.NaN : loadLog(day, hour));
    expect(issueOf({ load }).isUsable).toBe(isUsable);
  });

  test('errors of more than four weeks ago have no part in it', () => {
    const until = DAY - OPERATOR.debiasDays;
    const load: LogOf = (day, hour) => loadLog(day, hour) + (day < until ? 0.3 : 0);
    expect(issueOf({ load }).corrected).toEqual(issueOf().corrected);
  });

  test('an error is clipped before it enters the mean', () => {
    const load: LogOf = (day, hour) => loadLog(day, hour) + (day === DAY - 3 && hour === 5 ? 2 : 0);
    const moved = issueOf({ load }).corrected[24 + 5]! - issueOf().corrected[24 + 5]!;
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThanOrEqual(OPERATOR.errorClip / OPERATOR.debiasDays);
  });
});

test.each([
  {
    name: 'without tomorrow',
    logOf: (issue: number, lead: number, hour: number) =>
      issue === DAY && lead === 1 ? Number.NaN : low(issue, lead, hour),
  },
  {
    name: 'with a fault',
    logOf: (issue: number, lead: number, hour: number) => low(issue, lead, hour) + (issue === DAY ? 5 : 0),
  },
])('a forecast $name is not usable', ({ logOf }) => {
  expect(issueOf({ logOf }).isUsable).toBe(false);
  expect(issueOf().isUsable).toBe(true);
});

test('without its last days a forecast is usable, and they are missing', () => {
  const issue = issueOf({ logOf: (issue, lead, hour) => (lead > 3 ? Number.NaN : low(issue, lead, hour)) });
  expect(issue.isUsable).toBe(true);
  expect([issue.corrected[24 * 3 + 23], issue.corrected[24 * 4]]).toEqual([
    expect.closeTo(loadLog(DAY + 3, 23), 9),
    NaN,
  ]);
});

test('days whose forecast had a fault are not in the mean error', () => {
  const logOf: MultiDayLogOf = (issue, lead, hour) => low(issue, lead, hour) + (issue === DAY - 9 ? 5 : 0);
  const { corrected } = issueOf({ logOf });
  for (let hour = 0; hour < 24; hour++) expect(corrected[24 + hour]).toBeCloseTo(loadLog(DAY + 1, hour), 12);
});

test('a fault is looked for once a day', () => {
  const source = sourceOf();
  expect(faultOn(source, DAY)).toBeUndefined();
  source.faults.set(DAY, 'kept');
  expect(faultOn(source, DAY)).toBe('kept');
});

describe('an error', () => {
  test.each([
    { name: 'is what differs from the mean error', load: loadLog, error: 0 },
    {
      name: 'of a day with more load is above 0',
      load: ((day, hour) => loadLog(day, hour) + (day === DAY - 1 ? 0.028 : 0)) as LogOf,
      error: 0.027,
    },
    {
      name: 'of an hour that was not measured is 0',
      load: ((day, hour) => (day === DAY - 1 ? Number.NaN : loadLog(day, hour))) as LogOf,
      error: 0,
    },
    {
      name: 'is clipped before the mean is taken off',
      load: ((day, hour) => loadLog(day, hour) + (day === DAY - 1 ? 2 : 0)) as LogOf,
      error: OPERATOR.errorClip - 0.03,
    },
  ])('$name', ({ load, error }) => expect(issueOf({ load }).error(DAY - 1, 1, 12)).toBeCloseTo(error, 2));
});

describe('the features', () => {
  const GROUPS = multiDayFeatures(8, { errorPenalty: 2, anomalyPenalty: 0.5 });
  const written = (name: string, given: Case = {}, day = DAY) => {
    const { count, write } = GROUPS.find((group) => group.name === name)!;
    const out = new Float64Array(count + 2).fill(7);
    write(new MultiDayIssue(sourceOf(given), day), day, out, 1);
    expect([out[0], out[count + 1]]).toEqual([7, 7]);
    return [...out.subarray(1, count + 1)];
  };

  test('have a name, a count and a penalty each', () => {
    expect(GROUPS.map(({ name, count, penalty }) => [name, count, penalty])).toEqual([
      ['errors of known hours', 8, 1],
      ['errors of the day before', 24, 2],
      ['daily errors of a week, a day ahead', 7, 2],
      ['mean errors of a week by lead day', MULTI_DAY_LEADS - 2, 2],
      ['mean errors of four weeks', 6, 2],
      ['forecast minus climatology', 6 * MULTI_DAY_LEADS, 0.5],
      ['weekday', 7, 4],
      ['season', 2, 2],
    ]);
    expect(MULTI_DAY_LEADS).toBe(MULTI_DAY.lastLeadDay + 1);
  });

  test('of a forecast that errs alike every day, errors are 0 and the mean errors are those of a day ahead', () => {
    for (const name of ['errors of the day before', 'daily errors of a week, a day ahead']) {
      for (const value of written(name)) expect(value).toBeCloseTo(0, 12);
    }
    for (const value of written('mean errors of four weeks')) expect(value).toBeCloseTo(0.02, 12);
  });

  test('only the first hours of the issue day are read', () => {
    const load: LogOf = (day, hour) => loadLog(day, hour) + (day === DAY ? 0.01 * hour : 0);
    const hours = written('errors of known hours', { load, lastMeasured: DAY });
    expect(hours).toHaveLength(8);
    for (const [hour, error] of hours.entries()) expect(error).toBeCloseTo(0.01 * hour, 12);
  });

  test('anomalies are of the corrected forecast, by lead day and four hours, within the clip', () => {
    const anomalies = written('forecast minus climatology');
    for (let part = 0; part < 6; part++) {
      const mean = [0, 1, 2, 3].reduce((sum, hour) => sum + shape(4 * part + hour) / 4, 9 - CLIMATOLOGY);
      expect(anomalies[part]).toBeCloseTo(mean, 2);
      expect(anomalies[6 * MULTI_DAY.lastLeadDay + part]).toBeCloseTo(mean, 2);
    }
    for (const value of written('forecast minus climatology', { clip: 0.05 }))
      expect(Math.abs(value)).toBeLessThanOrEqual(0.05);
  });

  test.each([
    { name: 'a Sunday', day: DAY, at: 0 },
    { name: 'the Monday after it', day: DAY + 1, at: 1 },
    { name: 'a leap day, a Thursday', day: 19_782, at: 4 },
  ])('$name has a weekday of its own', ({ day, at }) => {
    const weekdays = written('weekday', {}, day);
    expect(weekdays.filter((value) => value !== 0)).toHaveLength(1);
    expect(weekdays.indexOf(0.02)).toBe(at);
  });

  test('the season comes round with the year', () => {
    const [newYear, summer] = [written('season', {}, 19_723), written('season', {}, 19_723 + 182)];
    expect(Math.sign(newYear[1]!)).toBe(-Math.sign(summer[1]!));
    expect(Math.hypot(...newYear)).toBeCloseTo(0.02, 12);
  });
});
