import { describe, expect, test, vi } from 'vitest';
import { type MemoryFittedStates, memoryFittedStates } from '../../test/memory-fitted-states.js';
import { areaById } from '../areas/contract-areas.js';
import { SyntheticData, type SyntheticDataOptions } from '../testing/synthetic-data.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { engine } from './engine.js';
import type { ForecastData, ForecastTarget, IssueOptions } from './forecaster.js';

const START = Date.UTC(2022, 0, 1);
/** 12 June 2023, 10:00 in New York: the refit is of 1 June. */
const ISSUED_AT = Date.UTC(2023, 5, 12, 14);

/** The test area is kept out of the global model, whose ten areas cost more than most of these tests need. */
const NYISO = { ...areaById('nyiso'), inGlobalModel: false };

const dataOf = (target: ForecastTarget, offers: Partial<SyntheticDataOptions> = {}) =>
  new SyntheticData(target.series, { start: START, days: 560, ...offers });

const issue = (
  data: ForecastData,
  states: MemoryFittedStates | undefined,
  at = ISSUED_AT,
  target: ForecastTarget = NYISO,
) => engine.forArea(target, data, states).issue(at);

/** States that one forecast of the test area from its load alone has written: a copy for each test. */
async function writtenStates(): Promise<MemoryFittedStates> {
  const states = memoryFittedStates();
  written ??= issue(dataOf(NYISO), states).then(() => states);
  return (await written).copy();
}
let written: Promise<MemoryFittedStates> | undefined;

const EXPLAINED: IssueOptions = { quantiles: true, contributions: true };

describe('a forecast by stored fits is that of a fresh fit, bit for bit', () => {
  const GRIDS = ['PJM', 'ISNE', 'MISO'];
  test.each<{ name: string; target: ForecastTarget; offers: Partial<SyntheticDataOptions>; model: string }>([
    { name: 'load alone', target: NYISO, offers: {}, model: 'load' },
    { name: 'neighbours', target: NYISO, offers: { neighbours: [...GRIDS, 'NYIS-ZONA'] }, model: 'load-neighbours' },
    { name: 'the global model', target: areaById('nyiso'), offers: { neighbours: GRIDS }, model: 'load-neighbours' },
    { name: 'the operator’s today', target: NYISO, offers: { operator: 'today' }, model: 'operator-today' },
    {
      name: 'the operator’s tomorrow and a neighbour',
      target: NYISO,
      offers: { operator: 'tomorrow', neighbours: ['PJM'] },
      model: 'operator',
    },
    { name: 'weather', target: NYISO, offers: { weather: true }, model: 'weather' },
    {
      name: 'all inputs of another area and clock',
      target: { ...areaById('ercot'), inGlobalModel: false },
      offers: { weather: true, operator: 'tomorrow', neighbours: ['SWPP'] },
      model: 'operator-weather',
    },
    {
      name: 'a utility, in the clock of its state',
      target: { ...areaById('sdge'), inGlobalModel: false },
      offers: {},
      model: 'load',
    },
  ])('$name', { timeout: 120_000 }, async ({ target, offers, model }) => {
    const states = memoryFittedStates();
    const first = await issue(dataOf(target, offers), states, ISSUED_AT, target);
    expect(first.model.name).toBe(`loadcast-${model}`);
    const { length } = states.written;
    const restarted = engine.forArea(target, dataOf(target, offers), states);
    const fresh = engine.forArea(target, dataOf(target, offers));
    for (const at of [ISSUED_AT, ISSUED_AT + 9 * DAY_MS]) {
      expect(await restarted.issue(at, EXPLAINED)).toEqual(await fresh.issue(at, EXPLAINED));
    }
    expect(states.found.length).toBeGreaterThanOrEqual(2);
    expect(states.written).toHaveLength(length);
  });
});

test.each<{ name: string; meanwhile?: ForecastTarget }>([
  { name: 'nothing, and inputs are read once' },
  { name: 'a later issue of the area', meanwhile: NYISO },
  { name: 'a later issue of a neighbor', meanwhile: { ...areaById('pjm'), inGlobalModel: false } },
])('a forecast has the same bits if, while its fits are fetched, there is $name', { timeout: 120_000 }, async (row) => {
  const { meanwhile } = row;
  const [plain, data] = [0, 1].map(() => dataOf(NYISO, { neighbours: ['PJM'] })) as [SyntheticData, SyntheticData];
  const [loads, loadsOfPlain] = [data, plain].map((each) => vi.spyOn(each, 'load').mock.calls);
  let fetches = 0;
  const fetch = async (): Promise<void> => {
    if (fetches++ === 0) await other?.issue(ISSUED_AT + 9 * DAY_MS);
  };
  const own = engine.forArea(NYISO, data, { ...(await writtenStates()), fetch });
  const other = meanwhile === NYISO ? own : meanwhile && engine.forArea(meanwhile, data);
  expect(await own.issue(ISSUED_AT)).toEqual(await issue(plain, undefined));
  if (!meanwhile) expect(loads).toEqual(loadsOfPlain);
});

test('another hour of the day is fitted once, and found by the next start', { timeout: 60_000 }, async () => {
  const states = await writtenStates();
  const late = ISSUED_AT + 5 * HOUR_MS;
  const { length } = states.written;
  const fitted = await issue(dataOf(NYISO), states, late);
  expect(states.written).toHaveLength(length + 1);
  expect(await issue(dataOf(NYISO), states, late)).toEqual(fitted);
  expect(states.written).toHaveLength(length + 1);
  expect(fitted).toEqual(await issue(dataOf(NYISO), undefined, late));
});

test('in the next month they are fitted anew and take the place of the old', { timeout: 60_000 }, async () => {
  const states = await writtenStates();
  const restarted = (at: number) => issue(dataOf(NYISO), states, at);
  const names = new Set(states.written);
  const next = ISSUED_AT + 25 * DAY_MS;
  expect(await restarted(next)).toEqual(await issue(dataOf(NYISO), undefined, next));
  expect(states.written).toHaveLength(2 * names.size);
  expect(new Set(states.written)).toEqual(names);
});

test('a tier that was never forecast with is calibrated when it is needed', { timeout: 60_000 }, async () => {
  const data = dataOf(NYISO, { operator: 'tomorrow' });
  const operator = data.operators.get('NYIS')!;
  const from = (ISSUED_AT - operator.start) / HOUR_MS + 48;
  const values = operator.values.map((_, hour) => operator.values[Math.max(0, hour - (hour > from ? 9 : 0))]!);
  data.operators.set('NYIS', { ...operator, values });
  const states = memoryFittedStates();
  expect((await issue(data, states)).model.name).toBe('loadcast-operator');
  const late = Date.UTC(2023, 5, 28, 14);
  const forecast = await issue(unread(data), states, late);
  expect(forecast.model.name).toBe('loadcast-load');
  expect(forecast).toEqual(await issue(unread(data), undefined, late));
});

/** Equal data that no forecaster has read: forecasters of the same data share derived series. */
function unread(data: SyntheticData): ForecastData {
  return {
    load: (id) => data.load(id),
    operatorForecast: (id) => data.operatorForecast(id),
    weather: () => data.weather(),
  };
}

describe('stored fits are not used', () => {
  const restated = (hour: number, knownAt: number) => {
    const data = dataOf(NYISO);
    const load = data.loads.get('NYIS')!;
    const [values, knownAtMs] = [load.values.slice(), load.knownAtMs.slice()];
    values[hour]! += 100;
    knownAtMs[hour] = knownAt;
    const replaced = new Map([[hour, [{ value: load.values[hour]!, knownAtMs: load.knownAtMs[hour]! }]]]);
    data.loads.set('NYIS', { ...load, values, knownAtMs, replaced });
    return data;
  };
  const REFIT = Date.UTC(2023, 5, 1);
  const hourOf = (at: number) => (at - START) / HOUR_MS;

  test.each<{ name: string; data: SyntheticData; target?: ForecastTarget; isFitted: boolean }>([
    { name: 'an hour of last year restated before the refit', data: restated(3000, REFIT - DAY_MS), isFitted: true },
    { name: 'the same, restated after the refit', data: restated(3000, REFIT + DAY_MS), isFitted: false },
    {
      name: 'an hour after the refit restated',
      data: restated(hourOf(REFIT) + 30, REFIT + 3 * DAY_MS),
      isFitted: false,
    },
    { name: 'a neighbour more', data: dataOf(NYISO, { neighbours: ['PJM'] }), isFitted: true },
    { name: 'an operator’s forecast more', data: dataOf(NYISO, { operator: 'today' }), isFitted: true },
    { name: 'weather more', data: dataOf(NYISO, { weather: true }), isFitted: true },
    { name: 'its volatility’s power', data: dataOf(NYISO), target: { ...NYISO, volatilityPower: 1 }, isFitted: true },
    { name: 'nothing changed', data: dataOf(NYISO), isFitted: false },
  ])('fitted anew is $isFitted after: $name', { timeout: 60_000 }, async ({ data, target = NYISO, isFitted }) => {
    const states = await writtenStates();
    const { length } = states.written;
    const forecast = await issue(data, states, ISSUED_AT, target);
    expect(states.written.length > length).toBe(isFitted);
    expect(forecast).toEqual(await issue(unread(data), undefined, ISSUED_AT, target));
  });
});
