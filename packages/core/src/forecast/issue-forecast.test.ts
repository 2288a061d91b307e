import { describe, expect, test } from 'vitest';
import { memoryFittedStates } from '../../test/memory-fitted-states.js';
import { areaById } from '../areas/contract-areas.js';
import { SyntheticData, syntheticSeries } from '../testing/synthetic-data.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { IssueOptions } from './forecaster.js';
import { EngineForecaster, MODEL_VERSION } from './issue-forecast.js';
import { MEMBERS } from './settings.data.js';

const NYISO = areaById('nyiso');
const START = Date.UTC(2023, 0, 1);
const DAYS = 90;
/** 10:20 of 2 March in New York. */
const ISSUED_AT = Date.UTC(2023, 2, 2, 15, 20);

const dataOf = (days = DAYS) => new SyntheticData('NYIS', { start: START, days });

/** Load of some hours only, each known a number of hours after it began. */
function loadOf(isKept: (hour: EpochMs) => boolean, lagHours = 3): SyntheticData {
  const data = dataOf();
  const values = data.loads.get('NYIS')!.values.map((mw, i) => (isKept(START + i * HOUR_MS) ? mw : Number.NaN));
  data.loads.set(
    'NYIS',
    syntheticSeries(START, values, (hour) => hour + lagHours * HOUR_MS),
  );
  return data;
}

const issue = (data: SyntheticData, at = ISSUED_AT, options?: IssueOptions) =>
  new EngineForecaster(NYISO, data).issue(at, options);

describe('what an issue says of itself', () => {
  test.each([
    { name: 'between two hours', at: ISSUED_AT, start: Date.UTC(2023, 2, 2, 16), newest: Date.UTC(2023, 2, 2, 12) },
    {
      name: 'on the hour',
      at: Date.UTC(2023, 2, 2, 15),
      start: Date.UTC(2023, 2, 2, 15),
      newest: Date.UTC(2023, 2, 2, 12),
    },
    {
      name: 'a millisecond later',
      at: Date.UTC(2023, 2, 2, 15) + 1,
      start: Date.UTC(2023, 2, 2, 16),
      newest: Date.UTC(2023, 2, 2, 12),
    },
  ])('$name: the next full hour, the newest hour it saw, the model', ({ at, start, newest }) => {
    expect(issue(dataOf(), at)).toMatchObject({
      start,
      dataCutoff: newest,
      model: { name: 'loadcast-load', version: MODEL_VERSION },
      excludedInputs: [],
    });
  });

  test.each([0, 1, 6])('load that is known %i hours after it began ends so much earlier', (lagHours) => {
    const { dataCutoff } = issue(
      loadOf(() => true, lagHours),
      Date.UTC(2023, 2, 2, 15),
    );
    expect(dataCutoff).toBe(Date.UTC(2023, 2, 2, 15 - Math.max(1, lagHours)));
  });

  test('a newest hour that is no load is not the newest it saw', () => {
    const data = dataOf();
    const series = data.loads.get('NYIS')!;
    const spoilt = series.values.map((mw, i) => (START + i * HOUR_MS === Date.UTC(2023, 2, 2, 12) ? 0 : mw));
    data.loads.set('NYIS', { ...series, values: spoilt });
    expect(issue(data).dataCutoff).toBe(Date.UTC(2023, 2, 2, 11));
  });
});

describe('what is returned on request', () => {
  const PLAIN = ['start', 'valueMw', 'p10Mw', 'p90Mw', 'dataCutoff', 'model', 'excludedInputs', 'dependence'];

  test.each([
    { name: 'nothing', options: {}, keys: PLAIN },
    { name: 'quantiles', options: { quantiles: true }, keys: [...PLAIN, 'quantiles'] },
    { name: 'contributions', options: { contributions: true }, keys: [...PLAIN, 'contributions'] },
  ])('asked for $name', ({ options, keys }) => {
    const issued = issue(dataOf(), ISSUED_AT, options);
    expect(Object.keys(issued).sort()).toEqual([...keys].sort());
    expect(issued.valueMw).toEqual(issue(dataOf()).valueMw);
  });
});

test('the next sixteen hours are averaged with the autoregression by its shares, later ones are not', () => {
  const at = ISSUED_AT + 2 * HOUR_MS;
  const data = new SyntheticData('NYIS', { start: START - 240 * DAY_MS, days: 310 });
  const area = { ...NYISO, inGlobalModel: false };
  const logsWith = (share: number) => {
    const states = memoryFittedStates();
    new EngineForecaster(area, data, states).issue(at);
    for (const name of [...states.written]) {
      const state = states.models.read(name);
      for (const { nearShares } of state?.tiers ?? []) nearShares?.fill(share);
      if (state) states.models.write(name, state);
    }
    return new EngineForecaster(area, data, states).issue(at).valueMw.map(Math.log);
  };
  const [none, half, all] = [0, 0.5, 1].map(logsWith) as [Float64Array, Float64Array, Float64Array];
  // Load is known to three hours before the first hour that is forecast.
  const averaged = MEMBERS.nearHours - 3;
  expect(half.subarray(averaged)).toEqual(none.subarray(averaged));
  for (let i = 0; i < averaged; i++) {
    expect(Math.abs(all[i]! - none[i]!)).toBeGreaterThan(1e-5);
    expect(half[i]).toBeCloseTo((none[i]! + all[i]!) / 2, 5);
  }
});

describe('no forecast', () => {
  const missing = (reason: string) => expect.objectContaining({ code: 'no_data', details: { reason } });
  const failureOf = (data: SyntheticData, at = ISSUED_AT): unknown => {
    try {
      return issue(data, at);
    } catch (thrown) {
      return thrown;
    }
  };

  test.each([
    { name: 'without a series', data: new SyntheticData('PJM', { start: START, days: DAYS }), reason: 'source_late' },
    { name: 'without a value', data: loadOf(() => false), reason: 'source_late' },
    { name: 'when no value is known yet', data: loadOf(() => true, 24 * 400), reason: 'source_late' },
    {
      name: 'when the newest value is more than 30 days old',
      data: loadOf((hour) => hour < ISSUED_AT - 30 * DAY_MS - HOUR_MS),
      reason: 'source_late',
    },
    {
      name: 'with ten days of history',
      data: loadOf((hour) => hour >= ISSUED_AT - 10 * DAY_MS),
      reason: 'before_history',
    },
  ])('$name: no_data, $reason', ({ data, reason }) => expect(failureOf(data)).toEqual(missing(reason)));

  test.each([
    { name: 'load of three years ago', data: dataOf(), at: ISSUED_AT + 1_000 * DAY_MS, says: 'no load for 30 days' },
    { name: 'no load at all', data: loadOf(() => false), at: ISSUED_AT, says: 'no load is known yet' },
  ])('$name: $says', ({ data, at, says }) => expect((failureOf(data, at) as Error).message).toContain(says));

  const needs = { days: 30, share: 0.6 };
  /** Whether an hour is one of the first days of every five, from so many days before the end to so many. */
  const isGap = ([days, from, to]: readonly [number, number, number], daysBefore: number) =>
    daysBefore <= from && daysBefore > to && Math.floor(from - daysBefore) % 5 < days;
  const NONE = [0, 0, 0] as const;

  test.each([
    { name: 'a day less', needs, since: 29.9, says: '29 days of load are known; a first forecast needs 30' },
    { name: 'as many', needs, since: 30, says: undefined },
    { name: 'a day less, and needs no more than usual', needs: undefined, since: 29.9, says: undefined },
    { name: 'as many, of which the first came later', needs, since: 30, late: 1, says: '29 days' },
    {
      name: 'enough, of which two in five of the last 60 days are missing',
      needs,
      since: 300,
      gap: [2, 60, 0] as const,
      says: '40 % of the hours of its last 60 days have no load',
    },
    {
      name: 'enough, of which one in five of the last 60 days is missing',
      needs,
      since: 300,
      gap: [1, 60, 0] as const,
      says: undefined,
    },
    {
      name: 'enough, of which all from 260 to 60 days ago are missing',
      needs,
      since: 300,
      gap: [5, 260, 60] as const,
      says: undefined,
    },
  ])('an area that needs 30 days of load has $name', ({ needs, since, late = 0, gap = NONE, says }) => {
    const end = Date.UTC(2023, 2, 2, 13);
    const data = loadOf((hour) => hour >= end - since * DAY_MS && !isGap(gap, (end - hour) / DAY_MS));
    const { values } = data.loads.get('NYIS')!;
    const first = end - since * DAY_MS;
    const knownAt = (hour: EpochMs) => (hour < first + late * HOUR_MS ? ISSUED_AT + HOUR_MS : hour + 3 * HOUR_MS);
    data.loads.set('NYIS', syntheticSeries(START, values, knownAt));
    const asked = () => new EngineForecaster({ ...NYISO, ...(needs && { needs }) }, data).issue(ISSUED_AT);
    if (says === undefined) expect(asked().valueMw).toHaveLength(384);
    else expect(asked).toThrow(says);
  });

  test('a newest value of 29 days ago is enough', () => {
    const { dataCutoff, valueMw } = issue(loadOf((hour) => hour < ISSUED_AT - 29 * DAY_MS));
    expect(dataCutoff).toBeLessThan(ISSUED_AT - 29 * DAY_MS);
    expect(valueMw.every((mw) => mw > 0)).toBe(true);
  });
});

describe('an issue is a function of area, data and instant', () => {
  /** Issues at more hours of the day than models are kept for. */
  const instants = Array.from({ length: 9 }, (_, i) => ISSUED_AT + i * 3 * HOUR_MS);
  const fresh = instants.map((at) => issue(dataOf(), at));

  test('whatever was issued before, in whatever order', () => {
    const forecaster = new EngineForecaster(NYISO, dataOf());
    for (const i of [4, 0, 8, 1, 7, 2, 6, 3, 5, 0]) expect(forecaster.issue(instants[i]!)).toEqual(fresh[i]);
  });

  test('whoever else reads the same data', () => {
    const data = dataOf();
    const [one, other] = [new EngineForecaster(NYISO, data), new EngineForecaster(NYISO, data)];
    other.issue(instants[8]!);
    expect(one.issue(instants[0]!)).toEqual(fresh[0]);
    expect(other.issue(instants[0]!)).toEqual(fresh[0]);
  });

  test('load that arrives between two issues changes the second, not a repeat of the first', () => {
    const data = dataOf();
    const forecaster = new EngineForecaster(NYISO, data);
    const first = forecaster.issue(ISSUED_AT);
    expect(forecaster.issue(ISSUED_AT + HOUR_MS).valueMw[0]).not.toBe(first.valueMw[1]);
    expect(forecaster.issue(ISSUED_AT)).toEqual(first);
  });
});
