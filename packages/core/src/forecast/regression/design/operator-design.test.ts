import { describe, expect, test } from 'vitest';
import { type LogOf, measuredDays } from '../../../testing/measured-days.js';
import type { ModelSeries } from '../../climatology/climatology.js';
import type { SeriesInputs } from '../../inputs/inputs.js';
import { OPERATOR } from '../../settings.data.js';
import { type OperatorDesignOptions, operatorDesign } from './operator-design.js';
import { OWN_FEATURE_DAYS } from './residual-features.js';

const DAY = 19_890; // 2024-06-16
const FIRST = DAY - 100;
const OPTIONS: OperatorDesignOptions = {
  knownHours: 8,
  lastLeadDay: 2,
  firstDay: 0,
  neighbourPenalty: 0.3,
  clip: 0.5,
  ridge: { 0: 1000 },
  operatorDays: 1,
  errorPenalty: 0.1,
  anomalyPenalty: 0.03,
};

function ownSeries(logOf: LogOf): ModelSeries {
  const table = measuredDays(FIRST, 110, logOf);
  const writeLogs = (_day: number, _cutoff: number, out: Float64Array, at: number) => out.fill(9, at, at + 24);
  const climatology = { firstLoadDay: FIRST, writeLogs };
  return { id: 'A', trainingView: table, issueView: table, climatology } as unknown as ModelSeries;
}

interface Case {
  readonly loadOf?: LogOf;
  readonly operatorOf?: LogOf;
  /** The last day that the operator has forecast. */
  readonly lastDay?: number;
  /** Its first. */
  readonly firstDay?: number;
  readonly options?: Partial<OperatorDesignOptions>;
}

/** An operator that is 0.05 too low unless given otherwise. */
function designOf({
  loadOf = () => 9,
  operatorOf = () => 8.95,
  lastDay = DAY + 1,
  firstDay = FIRST,
  options,
}: Case = {}) {
  const table = measuredDays(firstDay, lastDay - firstDay + 1, operatorOf);
  const operator: SeriesInputs = { id: 'A', trainingView: table, issueView: table, readTraining() {} };
  return operatorDesign(ownSeries(loadOf), operator, [], { ...OPTIONS, ...options });
}
const rowsOf = (options: Case = {}) => designOf(options).open('trainingView', DAY - 20, DAY, DAY + 1);

describe('the design', () => {
  test.each([
    { name: 'today and tomorrow', operatorDays: 1, size: 115 + 155 },
    { name: 'today alone: 24 hours fewer', operatorDays: 0, size: 115 + 131 },
  ] as const)('$name: the load’s features, then the operator’s, and a penalty for each', ({ operatorDays, size }) => {
    const design = designOf({ options: { operatorDays } });
    expect([design.ownFeatures, design.loadFeatures, design.size]).toEqual([115, 115, size]);
    expect(design.penalties).toHaveLength(size);
    expect(design.penalties.every((penalty) => penalty > 0)).toBe(true);
    expect([design.remainderKind, design.ridge(2)]).toEqual(['operator', 1000]);
  });

  test('begins four weeks after the load’s features, for the mean error', () => {
    expect(designOf().firstDay).toBe(FIRST + OWN_FEATURE_DAYS + OPERATOR.debiasDays);
  });

  test('has the load’s climatology', () => {
    const out = new Float64Array(24);
    designOf().writeClimatology(DAY, DAY, out, 0);
    expect([...out]).toEqual(new Array(24).fill(9));
  });
});

test.each<{ name: string; given: Case; isUsable: boolean }>([
  { name: 'forecasts of today and tomorrow', given: {}, isUsable: true },
  { name: 'no forecast of tomorrow', given: { lastDay: DAY }, isUsable: false },
  {
    name: 'no forecast of tomorrow, which is not read',
    given: { lastDay: DAY, options: { operatorDays: 0 } },
    isUsable: true,
  },
  { name: 'no forecast of today either', given: { lastDay: DAY - 1, options: { operatorDays: 0 } }, isUsable: false },
  {
    name: 'just enough days for a mean error',
    given: { firstDay: DAY - OPERATOR.fewestDebiasDays },
    isUsable: true,
  },
  { name: 'one day too few', given: { firstDay: DAY - OPERATOR.fewestDebiasDays + 1 }, isUsable: false },
  { name: 'too little load', given: { options: { lastLeadDay: 10 } }, isUsable: false },
])('a day with $name is trained on: $isUsable', ({ given, isUsable }) => {
  expect(rowsOf(given).isUsable(DAY)).toBe(isUsable);
});

describe('targets', () => {
  const targetsOf = (given: Case) => {
    const out = new Float64Array(1 + 72);
    rowsOf(given).writeTargets(DAY, out, 1);
    return [1, 25, 49].map((at) => Math.round(out[at]! * 1e9) / 1e9 + 0);
  };
  const loadOf: LogOf = (day) => (day >= DAY ? 9.1 : 9);

  test.each<{ name: string; given: Case; expected: number[] }>([
    {
      name: 'errors without the mean error on days forecast, residuals after',
      given: { loadOf },
      expected: [0.1, 0.1, 0.1],
    },
    {
      name: 'none where the operator is as wrong as usual',
      given: { loadOf, operatorOf: (day) => (day >= DAY ? 9.05 : 8.95) },
      expected: [0, 0, 0.1],
    },
    {
      name: 'residuals from tomorrow on when only today is forecast',
      given: { loadOf, operatorOf: (day) => (day >= DAY ? 9.05 : 8.95), options: { operatorDays: 0 } },
      expected: [0, 0.1, 0.1],
    },
  ])('$name', ({ given, expected }) => expect(targetsOf(given)).toEqual(expected));
});

test('a row is the load’s, then the operator’s', () => {
  const design = designOf({ loadOf: (day, hour) => (day === DAY && hour === 0 ? 9.2 : 9) });
  const row = new Float64Array(design.size);
  design.open('trainingView', DAY - 20, DAY, DAY + 1).writeRow(DAY, row, 0);
  expect(row[0]).toBeCloseTo(0.2, 12); // the load's residual
  expect(row[115]).toBeCloseTo(0.2, 12); // the operator's error besides its mean
  expect(row[116]).toBeCloseTo(0, 12);
});

test('a row does not read load after the known hours', () => {
  const rowWith = (loadOf: LogOf) => {
    const design = designOf({ loadOf });
    const row = new Float64Array(design.size);
    design.open('issueView', DAY - 20, DAY, DAY + 1).writeRow(DAY, row, 0);
    return row;
  };
  const isLater = (day: number, hour: number) => day > DAY || (day === DAY && hour >= OPTIONS.knownHours);
  expect(rowWith((day, hour) => (isLater(day, hour) ? 9.3 : 9))).toEqual(rowWith(() => 9));
});

describe('the baseline', () => {
  const logsOf = (given: Case) => {
    const logs = new Float64Array(72).fill(0.01);
    rowsOf(given).addBaseline(DAY, logs);
    return [logs[0]!, logs[24]!, logs[48]!];
  };
  const operatorOf: LogOf = (day) => (day < DAY ? 8.95 : day === DAY ? 9.15 : 9.25);

  test.each<{ name: string; given: Case; expected: number[] }>([
    { name: 'the corrected forecast, then climatology', given: { operatorOf }, expected: [9.21, 9.31, 9.01] },
    { name: 'today’s alone', given: { operatorOf, options: { operatorDays: 0 } }, expected: [9.21, 9.01, 9.01] },
  ])('is $name', ({ given, expected }) => {
    logsOf(given).forEach((log, i) => {
      expect(log).toBeCloseTo(expected[i]!, 9);
    });
  });

  test.each<{ name: string; given: Case }>([
    { name: 'a forecast of a day that is read', given: { lastDay: DAY } },
    { name: 'a mean error', given: { firstDay: DAY - 3 } },
  ])('is missing throughout without $name', ({ given }) => {
    expect(logsOf(given)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});
