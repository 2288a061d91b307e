import { describe, expect, test } from 'vitest';
import { areaById } from '../../areas/contract-areas.js';
import { SyntheticData, type SyntheticDataOptions } from '../../testing/synthetic-data.js';
import { HOUR_MS } from '../../time/instant.js';
import { AreaInputsReader } from '../area-inputs-reader.js';
import type { ForecastTarget } from '../forecaster.js';
import { localDayNumber } from '../inputs/local-days.js';
import { monthlyRefit } from '../inputs/training-cutoff.js';
import { AreaFits } from './area-fits.js';
import { AreaModels } from './area-models.js';

/** The test area is kept out of the global model, whose ten areas cost more than these tests need. */
const AREA = { ...areaById('nyiso'), inGlobalModel: false };
const START = Date.UTC(2015, 9, 1);
const ISSUED_AT = Date.UTC(2016, 9, 12, 14);

const NOVEMBER = Date.UTC(2016, 10, 2, 14);
const dayOf = (at: number) => localDayNumber(AREA.timezone, at);
const dataOf = (offers: Partial<SyntheticDataOptions> = {}) =>
  new SyntheticData('NYIS', { start: START, days: 420, ...offers });

/** Models that only fit near lead days unless past forecasts are wanted, prepared at one issue after another. */
function modelsOf(data: SyntheticData, pastDays = 0, area: ForecastTarget = AREA) {
  const reader = new AreaInputsReader(area, data);
  const areaFits = new AreaFits();
  const shared = { globalModels: reader.globalModels, areaFits };
  const models = new AreaModels(area, 8, pastDays, shared);
  const ownOf = (at: number) => reader.load('NYIS', AREA, monthlyRefit(at), at)!;
  return {
    models,
    ownOf,
    prepare(at: number) {
      const refit = monthlyRefit(at);
      const inputs = reader.read(ownOf(at), refit, at, dayOf(at));
      const fingerprint = reader.fingerprint(inputs, refit);
      models.fit(refit, areaFits.fit(refit, inputs, fingerprint), fingerprint);
      return models;
    },
    logs(at: number) {
      return [...this.prepare(at).predict(dayOf(at), dayOf(at)).values()].map(([day]) => day!);
    },
  };
}

test.each<{ name: string; offers: Partial<SyntheticDataOptions>; tiers: string[] }>([
  { name: 'load alone', offers: {}, tiers: ['load'] },
  { name: 'the operator’s forecast of today', offers: { operator: 'today' }, tiers: ['operator-today', 'load'] },
  { name: 'the operator’s forecast of tomorrow', offers: { operator: 'tomorrow' }, tiers: ['operator', 'load'] },
  { name: 'weather', offers: { weather: true }, tiers: ['weather', 'load'] },
])('tiers of $name, most inputs first', ({ offers, tiers }) => {
  const { models, prepare } = modelsOf(dataOf(offers));
  expect(models.tiers).toEqual([]);
  prepare(ISSUED_AT);
  expect(models.tiers.map(({ name }) => name)).toEqual(tiers);
});

test('with neighbours and an operator a tier has a member with neighbours and one without, and the load’s as fallback', () => {
  const { models, prepare } = modelsOf(dataOf({ operator: 'tomorrow', neighbours: ['PJM'] }));
  prepare(ISSUED_AT);
  const kindsOf = (name: string) =>
    models.tiers
      .find((tier) => tier.name === name)!
      .members.map(({ kind, isFallback }) => (isFallback ? `(${kind})` : kind));
  expect(kindsOf('operator')).toEqual(['operator', 'operatorNeighbours', '(grids)']);
  expect(kindsOf('load')).toEqual(['grids']);
});

test.each([
  { name: 'without past forecasts only near lead days are fitted', pastDays: 0, leadDays: 5, past: 0 },
  { name: 'with them all lead days', pastDays: 31, leadDays: 18, past: 30 },
])('$name', ({ pastDays, leadDays, past }) => {
  const { models, prepare } = modelsOf(dataOf(), pastDays);
  const [logs] = [...prepare(ISSUED_AT).predict(dayOf(ISSUED_AT), dayOf(ISSUED_AT)).values()];
  expect(logs![0]).toHaveLength(24 * leadDays);
  expect(models.tiers[0]!.members[0]!.member.past.size).toBe(past);
  // Its past tells how errors grow and is dropped with the others', but goes further back where they are kept.
  expect(models.autoregression.past.size > past).toBe(pastDays > 0);
});

test('a neighbour with too short a history has no part', () => {
  const partOf = (days: number) => {
    const data = dataOf({ neighbours: ['PJM'] });
    const load = data.loads.get('PJM')!;
    const from = (ISSUED_AT - START) / HOUR_MS - days * 24;
    data.loads.set('PJM', { ...load, knownAtMs: load.knownAtMs.map((at, hour) => (hour < from ? Number.NaN : at)) });
    const models = modelsOf(data).prepare(ISSUED_AT);
    return models.tiers.at(-1)!.members[0]!.member.explain(dayOf(ISSUED_AT)).neighbours;
  };
  expect(partOf(100).every((log) => log === 0)).toBe(true);
  expect(partOf(200).some((log) => log !== 0)).toBe(true);
});

test('an area’s own ridge strength of the next hours moves the autoregression to its climatology, and no other member', () => {
  const stiff = { ...AREA, nextHours: { nearRidge: { 1: 1e9 }, ridge: { 0: 1e9 }, clip: 1, leastShare: 0.7 } };
  const [usual, own] = [AREA, stiff].map((area) => modelsOf(dataOf(), 0, area).prepare(ISSUED_AT));
  const day = dayOf(ISSUED_AT);
  const [expected, logs] = [usual!, own!].map(({ autoregression }) => autoregression.predict(day, day + 1)[0]!);
  const climatology = new Float64Array(48);
  const { trainingCutoff } = monthlyRefit(ISSUED_AT);
  for (const lead of [0, 1])
    own!.autoregression.design.writeClimatology(day + lead, trainingCutoff, climatology, 24 * lead);
  const distance = (some: Float64Array) => Math.max(...some.map((log, output) => Math.abs(log - climatology[output]!)));
  expect(distance(logs!)).toBeLessThan(1e-6);
  expect(distance(expected!)).toBeGreaterThan(1e-3);
  const grids = (models: AreaModels) => models.tiers[0]!.members[0]!.member.predict(day, day + 1);
  expect(grids(own!)).toEqual(grids(usual!));
});

describe('prepared again', () => {
  test.each([
    { name: 'in the same month the fits are kept', next: ISSUED_AT + 5 * HOUR_MS, isKept: true },
    { name: 'in the next they are others', next: NOVEMBER, isKept: false },
  ])('$name', ({ next, isKept }) => {
    const { prepare } = modelsOf(dataOf());
    const { tiers } = prepare(ISSUED_AT);
    expect(prepare(next).tiers === tiers).toBe(isKept);
  });

  test.each([
    { name: 'an hour later', first: NOVEMBER - HOUR_MS },
    { name: 'a month later', first: ISSUED_AT },
  ])('$name they forecast what fresh ones do', ({ first }) => {
    const data = dataOf({ operator: 'tomorrow' });
    const walked = modelsOf(data);
    walked.logs(first);
    expect(walked.logs(NOVEMBER)).toEqual(modelsOf(dataOf({ operator: 'tomorrow' })).logs(NOVEMBER));
  });
});

test('changing values that became known after the issue changes no member’s forecast', () => {
  const data = dataOf({ operator: 'tomorrow' });
  expect(modelsOf(data.changedAfter(ISSUED_AT)).logs(ISSUED_AT)).toEqual(modelsOf(data).logs(ISSUED_AT));
});

test('parts of a member’s forecast add up with climatology', () => {
  const { models, ownOf, prepare } = modelsOf(dataOf({ neighbours: ['PJM'] }));
  prepare(ISSUED_AT);
  const climatology = new Float64Array(24);
  ownOf(ISSUED_AT).climatology.writeLogs(dayOf(ISSUED_AT), monthlyRefit(ISSUED_AT).trainingCutoff, climatology, 0);
  for (const { member } of models.tiers[0]!.members) {
    const { logs, own, neighbours, remainder } = member.explain(dayOf(ISSUED_AT));
    expect(climatology[20]! + own[20]! + neighbours[20]! + remainder[20]!).toBeCloseTo(logs[20]!, 9);
  }
});
