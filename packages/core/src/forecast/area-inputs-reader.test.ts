import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { SyntheticData, type SyntheticDataOptions } from '../testing/synthetic-data.js';
import { HOUR_MS } from '../time/instant.js';
import { AreaInputsReader } from './area-inputs-reader.js';
import type { ForecastTarget } from './forecaster.js';
import { localDayNumber } from './inputs/local-days.js';
import { monthlyRefit } from './inputs/training-cutoff.js';
import * as SETTINGS from './settings.data.js';

const NYISO = areaById('nyiso');
const START = Date.UTC(2015, 9, 1);
const ISSUED_AT = Date.UTC(2016, 2, 15, 14);

const dataOf = (offers: Partial<SyntheticDataOptions> = {}) =>
  new SyntheticData('NYIS', { start: START, days: 200, ...offers });

function readFrom(data: SyntheticData, at = ISSUED_AT) {
  const reader = new AreaInputsReader(NYISO, data);
  const refit = monthlyRefit(at);
  const own = reader.load('NYIS', NYISO, refit, at)!;
  return { reader, own, inputs: reader.read(own, refit, at, localDayNumber(NYISO.timezone, at)) };
}

test.each<{ name: string; offers: Partial<SyntheticDataOptions>; at: number; days: 0 | 1 | undefined }>([
  { name: 'none is offered', offers: {}, at: ISSUED_AT, days: undefined },
  { name: 'it forecasts today', offers: { operator: 'today' }, at: ISSUED_AT, days: 0 },
  { name: 'it forecasts tomorrow', offers: { operator: 'tomorrow' }, at: ISSUED_AT, days: 1 },
  { name: 'tomorrow is not published yet', offers: { operator: 'tomorrow' }, at: ISSUED_AT - 3 * HOUR_MS, days: 0 },
  { name: 'today is not published yet', offers: { operator: 'today' }, at: ISSUED_AT - 3 * HOUR_MS, days: undefined },
])('the operator’s last known lead day when $name: $days', ({ offers, at, days }) => {
  const { inputs } = readFrom(dataOf(offers), at);
  expect(inputs.operatorDays).toBe(days);
  expect(inputs.operator !== undefined).toBe(offers.operator !== undefined);
});

test.each<{ name: string; neighbours: string[]; grids: string[]; adjacent: string[]; areas: string[] }>([
  { name: 'none is known', neighbours: [], grids: [], adjacent: [], areas: ['NYIS'] },
  { name: 'grids', neighbours: ['ISNE', 'PJM'], grids: ['PJM', 'ISNE'], adjacent: [], areas: ['NYIS', 'PJM'] },
  { name: 'a sub-area', neighbours: ['NYIS-ZONJ'], grids: [], adjacent: ['NYIS-ZONJ'], areas: ['NYIS'] },
])('neighbours: $name', ({ neighbours, grids, adjacent, areas }) => {
  const { own, inputs } = readFrom(dataOf({ neighbours }));
  const ids = (series: readonly { readonly id: string }[]) => series.map(({ id }) => id);
  expect(inputs.own).toBe(own);
  expect(ids(inputs.grids)).toEqual(grids);
  expect(ids(inputs.adjacent)).toEqual(expect.arrayContaining(adjacent));
  expect(ids(inputs.areas)).toEqual(expect.arrayContaining(areas));
});

test.each([
  { name: 'is read where it is offered', weather: true },
  { name: 'is undefined where it is not', weather: false },
])('weather $name', ({ weather }) => {
  const { inputs } = readFrom(dataOf({ weather }));
  expect(inputs.weather?.variables).toEqual(weather ? ['temperatureC'] : undefined);
});

test('an area outside the global model reads none of its areas', () => {
  const reader = new AreaInputsReader({ ...NYISO, inGlobalModel: false }, dataOf({ neighbours: ['PJM'] }));
  const refit = monthlyRefit(ISSUED_AT);
  const own = reader.load('NYIS', NYISO, refit, ISSUED_AT)!;
  expect(reader.read(own, refit, ISSUED_AT, localDayNumber(NYISO.timezone, ISSUED_AT)).areas).toEqual([]);
});

test('readers of the same data share series and global models, those of other data do not', () => {
  const data = dataOf();
  const [first, second, other] = [readFrom(data), readFrom(data), readFrom(dataOf())];
  expect(second.own).toBe(first.own);
  expect(second.reader.globalModels).toBe(first.reader.globalModels);
  expect(other.own).not.toBe(first.own);
  expect(other.reader.globalModels).not.toBe(first.reader.globalModels);
});

test('a series without load is undefined, and the newest good hour is that of the last load', () => {
  const { reader } = readFrom(dataOf());
  expect(reader.load('MISO', NYISO, monthlyRefit(ISSUED_AT), ISSUED_AT)).toBeUndefined();
  expect([reader.inputs.newestGood('NYIS'), reader.inputs.newestGood('MISO')]).toEqual([
    ISSUED_AT - 3 * HOUR_MS,
    undefined,
  ]);
});

test.each<{ name: string; own: Partial<ForecastTarget> }>([
  { name: 'its volatility', own: { volatilityPower: 0.75 } },
  { name: 'its next hours', own: { nextHours: { nearRidge: { 1: 5 }, ridge: { 0: 60 }, clip: 1, leastShare: 0.7 } } },
])('the fingerprint is another when $name has settings of its own', ({ own }) => {
  const refit = monthlyRefit(ISSUED_AT);
  const { inputs } = readFrom(dataOf());
  const printOf = (area: ForecastTarget) => new AreaInputsReader(area, dataOf()).fingerprint(inputs, refit);
  expect(printOf({ ...NYISO, ...own })).not.toBe(printOf(NYISO));
});

test('the fingerprint of equal inputs is the same, and another with another setting', () => {
  const refit = monthlyRefit(ISSUED_AT);
  const printOf = (settings?: string) => {
    const { reader, inputs } = readFrom(dataOf());
    return reader.fingerprint(inputs, refit, settings);
  };
  expect(printOf()).toBe(printOf());
  expect(printOf()).toBe(printOf(JSON.stringify({ ...SETTINGS })));
  expect(printOf()).not.toBe(printOf(JSON.stringify({ ...SETTINGS, MEDIAN: { belowMean: 0.03 } })));
});
