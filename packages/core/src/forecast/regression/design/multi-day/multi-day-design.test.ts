import { describe, expect, test } from 'vitest';
import { type MultiDayLogOf, madeUpMultiDayInputs } from '../../../../../test/multi-day-inputs.js';
import { type LogOf, measuredDays, pseudoRandom } from '../../../../testing/measured-days.js';
import type { ModelSeries } from '../../../climatology/climatology.js';
import { MULTI_DAY, OPERATOR } from '../../../settings.data.js';
import type { IssueDesign } from '../issue-design.js';
import { OWN_FEATURE_DAYS } from '../residual-features.js';
import {
  type MultiDayDesignOptions,
  type MultiDayIssue,
  multiDayDesign,
  multiDayFeatures,
} from './multi-day-design.js';

const DAY = 19_890; // 2024-06-16
const FIRST = DAY - 100;
const OPTIONS: MultiDayDesignOptions = {
  knownHours: 8,
  lastLeadDay: 15,
  firstDay: 0,
  neighbourPenalty: 0.3,
  clip: 0.5,
  ridge: { 0: 1000 },
  errorPenalty: 0.1,
  anomalyPenalty: 0.03,
};

const shape = (hour: number) => 0.2 * Math.sin((hour - 9) / 3.8);
/** No two days alike: a forecast of equal days would be one that repeats itself. */
const loadLog: LogOf = (day, hour) => 9 + shape(hour) + 0.002 * pseudoRandom(24 * day + hour);
const low: MultiDayLogOf = (issue, leadDay, hour) => loadLog(issue + leadDay, hour) - 0.01 * (leadDay + 1);

interface Case {
  readonly logOf?: MultiDayLogOf;
  readonly load?: LogOf;
  readonly options?: Partial<MultiDayDesignOptions>;
}

function designOf({ logOf = low, load = loadLog, options }: Case = {}): IssueDesign<MultiDayIssue> {
  const table = measuredDays(FIRST, 120, load);
  const writeLogs = (_day: number, _cutoff: number, out: Float64Array, at: number) => out.fill(9, at, at + 24);
  const climatology = { firstLoadDay: FIRST, writeLogs };
  const own = { id: 'A', trainingView: table, issueView: table, climatology } as unknown as ModelSeries;
  return multiDayDesign(own, madeUpMultiDayInputs(logOf), [], { ...OPTIONS, ...options });
}
const rowsOf = (given: Case = {}) => designOf(given).open('trainingView', DAY - 20, DAY, DAY + 1);

describe('the design', () => {
  test('has the load’s features, then those of the forecasts, and a penalty for each', () => {
    const design = designOf();
    const more = multiDayFeatures(OPTIONS.knownHours, OPTIONS).reduce((sum, { count }) => sum + count, 0);
    expect(design.loadFeatures).toBe(design.ownFeatures);
    expect(design.size).toBe(design.loadFeatures + more);
    expect(design.penalties).toHaveLength(design.size);
    expect(design.penalties.every((penalty) => penalty >= 0)).toBe(true);
    expect([design.remainderKind, design.ridge(3)]).toEqual(['operator', 1000]);
  });

  test.each([
    { name: 'as many as operators forecast', asked: 15, lastLeadDay: MULTI_DAY.lastLeadDay },
    { name: 'fewer, where fewer are asked for', asked: 3, lastLeadDay: 3 },
  ])('lead days: $name', ({ asked, lastLeadDay }) => {
    expect(designOf({ options: { lastLeadDay: asked } }).lastLeadDay).toBe(lastLeadDay);
  });

  test('its first day has four weeks of errors of the last lead day before it', () => {
    expect(designOf().firstDay).toBe(FIRST + OWN_FEATURE_DAYS + OPERATOR.debiasDays + MULTI_DAY.lastLeadDay);
  });

  test.each([
    { name: 'a good forecast has none', logOf: low, fault: undefined },
    {
      name: 'another unit is one',
      logOf: ((...at) => low(...at) + (at[0] === DAY ? 5 : 0)) as MultiDayLogOf,
      fault: 'not in the unit of the load',
    },
  ])('faults: $name', ({ logOf, fault }) => expect(designOf({ logOf }).faultOn(DAY)).toBe(fault));
});

describe('a day', () => {
  const nan: MultiDayLogOf = () => Number.NaN;
  test.each([
    { name: 'with forecasts', logOf: low, isUsable: true },
    { name: 'without any', logOf: nan, isUsable: false },
    {
      name: 'with a fault',
      logOf: ((...at) => low(...at) + (at[0] === DAY ? 5 : 0)) as MultiDayLogOf,
      isUsable: false,
    },
  ])('$name is usable: $isUsable', ({ logOf, isUsable }) => {
    const rows = rowsOf({ logOf });
    expect(rows.isUsable(DAY)).toBe(isUsable);
    const logs = new Float64Array(24 * 16);
    rows.addBaseline(DAY, logs);
    expect(Number.isNaN(logs[30]!)).toBe(!isUsable);
  });

  test('has as many features as the design, all of them numbers, and none beyond', () => {
    const { size } = designOf();
    const out = new Float64Array(size + 5).fill(7);
    rowsOf().writeRow(DAY, out, 0);
    expect(out.subarray(0, size).every(Number.isFinite)).toBe(true);
    expect([...out.subarray(size)]).toEqual([7, 7, 7, 7, 7]);
  });

  test('its targets are the errors of each lead day minus their mean', () => {
    const load: LogOf = (day, hour) => loadLog(day, hour) + (day === DAY + 2 ? 0.04 : 0);
    const out = new Float64Array(24 * 8);
    rowsOf({ load }).writeTargets(DAY, out, 0);
    for (let at = 0; at < out.length; at++) expect(out[at]).toBeCloseTo(Math.floor(at / 24) === 2 ? 0.04 : 0, 9);
  });

  test('baseline and targets give the load that was measured', () => {
    const load: LogOf = (day, hour) => loadLog(day, hour) + 0.02 * Math.sin(day + hour);
    const rows = rowsOf({ load });
    const [targets, logs] = [new Float64Array(24 * 8), new Float64Array(24 * 16)];
    rows.writeTargets(DAY, targets, 0);
    rows.addBaseline(DAY, logs);
    for (let at = 0; at < targets.length; at++)
      expect(logs[at]! + targets[at]!).toBeCloseTo(load(DAY + Math.floor(at / 24), at % 24), 9);
    expect([...logs.subarray(24 * 8)]).toEqual(new Array(24 * 8).fill(0));
  });

  test('asked for by turns with another is what each is alone', () => {
    const rows = rowsOf();
    const of = (day: number) => {
      const out = new Float64Array(24 * 8);
      rows.writeTargets(day, out, 0);
      return out;
    };
    const first = of(DAY);
    of(DAY - 1);
    expect(of(DAY)).toEqual(first);
  });
});
