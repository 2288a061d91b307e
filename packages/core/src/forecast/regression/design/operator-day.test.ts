import { describe, expect, test } from 'vitest';
import { measuredDays } from '../../../testing/measured-days.js';
import type { Baseline } from '../../inputs/residual-block.js';
import { OPERATOR } from '../../settings.data.js';
import { featureCount, penaltiesOf, writeFeatures } from './feature-group.js';
import { OperatorDay, type OperatorDaySource } from './operator-day.js';
import { operatorFeatures } from './operator-design.js';

const DAY = 19_890; // 2024-06-16, a Sunday
const FIRST = DAY - 60;
const CLIMATOLOGY: Baseline = {
  writeLogs: (_day, _cutoff, out, at) => {
    out.fill(9, at, at + 24);
  },
};

/** Load and operator's forecast: logs by day and hour. */
interface Logs {
  readonly loadOf?: (day: number, hour: number) => number;
  readonly operatorOf?: (day: number, hour: number) => number;
  /** The operator's last forecast day. */
  readonly lastDay?: number;
  readonly clip?: number;
}

function sourceOf({ loadOf = () => 9, operatorOf = () => 9, lastDay = DAY + 1, clip = 0.5 }: Logs): OperatorDaySource {
  return {
    load: measuredDays(FIRST, 60, loadOf),
    operator: measuredDays(FIRST, lastDay - FIRST + 1, operatorOf),
    climatology: CLIMATOLOGY,
    trainingCutoff: DAY - 20,
    operatorDays: 1,
    clip,
    loadResidual: (_day, hour) => hour / 1000,
  };
}
const dayOf = (logs: Logs) => new OperatorDay(sourceOf(logs), DAY);

describe('the mean error of four weeks', () => {
  test.each([
    { name: 'a constant error', logs: { operatorOf: () => 8.95 }, bias: 0.05 },
    {
      name: 'an error of one hour of the day only',
      logs: { operatorOf: (_: number, hour: number) => (hour === 3 ? 8.9 : 9) },
      bias: 0.1,
    },
    { name: 'errors beyond the clip count as the clip', logs: { operatorOf: () => 7 }, bias: OPERATOR.errorClip },
    {
      name: 'half the days wrong gives half the error',
      logs: { operatorOf: (day: number) => (day % 2 === 0 ? 8.9 : 9) },
      bias: 0.05,
    },
    {
      name: 'days before the four weeks do not count',
      logs: { operatorOf: (day: number) => (day < DAY - OPERATOR.debiasDays ? 8.8 : 9) },
      bias: 0,
    },
  ])('$name', ({ logs, bias }) => {
    const day = dayOf(logs);
    expect(day.isUsable).toBe(true);
    expect(day.clippedBias(3)).toBeCloseTo(bias, 12);
    expect(day.correctedLog(1, 3)).toBeCloseTo((logs as Logs).operatorOf!(DAY + 1, 3) + bias, 12);
  });

  test.each([
    { name: 'too few days of load', loadOf: (day: number) => (day < DAY - 9 ? Number.NaN : 9) },
    { name: 'one hour that was never measured', loadOf: (_: number, hour: number) => (hour === 5 ? Number.NaN : 9) },
  ])('is unknown with $name: nothing is corrected, errors and anomalies are 0', ({ loadOf }) => {
    const day = dayOf({ loadOf, operatorOf: () => 8.9 });
    expect(day.isUsable).toBe(false);
    expect([day.error(DAY - 1, 3), day.clippedBias(3), day.anomalies()[3]]).toEqual([0, 0, 0]);
  });
});

test.each([
  { name: 'an error of its own beside the mean', log: 8.96, error: 0.04 },
  { name: 'an error as every day', log: 9, error: 0 },
  { name: 'an error beyond the clip', log: 5, error: OPERATOR.errorClip },
])('yesterday’s error without the mean error: $name', ({ log, error }) => {
  // The odd day is 40 days back for the mean of other days to stay: the mean is taken over four weeks.
  const day = new OperatorDay(sourceOf({ operatorOf: (at) => (at === DAY - 40 ? log : 9) }), DAY);
  expect(day.error(DAY - 40, 7)).toBeCloseTo(error, 12);
});

test('anomalies are the corrected forecast minus climatology, clipped, for today and tomorrow', () => {
  const day = dayOf({ operatorOf: (at, hour) => (at < DAY ? 9 : hour === 0 ? 12 : at === DAY ? 9.1 : 9.2), clip: 0.5 });
  expect(day.anomalies()).toHaveLength(48);
  expect([day.anomalies()[0], day.anomalies()[1], day.anomalies()[25]].map((value) => value?.toFixed(6))).toEqual([
    '0.500000',
    '0.100000',
    '0.200000',
  ]);
});

test('a day that the operator has not forecast has no corrected forecast, and anomalies of 0', () => {
  const day = dayOf({ lastDay: DAY, operatorOf: () => 9.1 });
  expect(day.correctedLog(1, 5)).toBeNaN();
  expect(Array.from(day.anomalies().subarray(24))).toEqual(new Array(24).fill(0));
});

describe('features', () => {
  const options = { knownHours: 8, operatorDays: 1, errorPenalty: 0.1, anomalyPenalty: 0.03 } as const;
  const groups = operatorFeatures(options);
  const featuresOf = (logs: Logs) => {
    const out = new Float64Array(featureCount(groups));
    expect(writeFeatures(groups, dayOf(logs), DAY, out, 0)).toBe(out.length);
    return (name: string) => {
      const at = groups.findIndex((group) => group.name === name);
      const from = featureCount(groups.slice(0, at));
      return Array.from(out.subarray(from, from + groups[at]!.count));
    };
  };

  test('there is a penalty for each, and as many as the groups say', () => {
    expect(penaltiesOf(groups)).toHaveLength(featureCount(groups));
    expect(featureCount(groups)).toBe(8 + 24 + 6 + 24 + 24 + 48 + 6 + 6 + 7 + 2);
  });

  test.each([0, 8, 23])('with %i known hours there are so many errors of today', (knownHours) => {
    expect(operatorFeatures({ ...options, knownHours })[0]!.count).toBe(knownHours);
  });

  test('an operator without errors, as the climatology says, has features of 0 but for weekday and season', () => {
    const feature = featuresOf({});
    const zero = groups.filter(({ name }) => !/weekday|season/.test(name));
    for (const { name, count } of zero) {
      // The change from the day before is that from the load's residual only where tomorrow is not read.
      expect(feature(name).map(Math.abs)).toEqual(new Array(count).fill(0));
    }
  });

  test('the weekday of the last day read is set, the others are not', () => {
    const weekdays = featuresOf({})('weekday'); // Monday the 17th
    expect(weekdays).toEqual([0, 0.02, 0, 0, 0, 0, 0]);
  });

  test('the change by four hours from today to tomorrow, and its size', () => {
    const feature = featuresOf({ operatorOf: (at, hour) => (at === DAY + 1 && hour < 4 ? 8.9 : 9) });
    expect(feature('forecast change to the last day').map((value) => value.toFixed(6))).toEqual([
      '-0.100000',
      ...new Array(5).fill('0.000000'),
    ]);
    expect(feature('size of that change')[0]).toBeCloseTo(0.1, 12);
  });
});
