import {
  AREAS,
  type AreaId,
  Areas,
  CONTRACT_AREAS,
  type EpochMs,
  type IssuedForecast,
  ingestActuals,
  MINUTE_MS,
  ServiceError,
} from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildVintage } from '@loadcast/core/testing';
import { beforeEach, expect, test } from 'vitest';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { Issuer, type IssuerDeps } from './issuer.js';
import { makeForecastHere } from './make-forecast.js';
import { NewestActuals } from './newest-actuals.js';
import { RetryTimes } from './retry-times.js';
import type { Issued } from './service-observer.js';

const START = Date.UTC(2026, 6, 1, 3, 10);
const DATA_CUTOFF = Date.UTC(2026, 6, 1, 1);
/** Two minutes before 09:00 in New York. */
const GATE_ISSUE = Date.UTC(2026, 6, 1, 12, 58);

let now: EpochMs;
let issued: Issued[];
let logged: string[];
let asked: AreaId[];
let vintages: ReturnType<typeof memoryVintageStore>;
let actuals: ReturnType<typeof memoryActualsStore>;
beforeEach(async () => {
  now = START;
  issued = [];
  logged = [];
  asked = [];
  vintages = memoryVintageStore();
  actuals = memoryActualsStore();
  const series = AREAS.map((area) => ({
    key: { series: area.series, measure: 'demand' as const },
    start: DATA_CUTOFF,
    valuesMw: Float64Array.of(90_000),
  }));
  await ingestActuals(actuals, { source: 'test', provenance: {}, series }, { ingestedAt: START, arrival: 'live' });
});

function forecastAt(issuedAt: EpochMs): IssuedForecast {
  const { start, valueMw, p10Mw, p90Mw, model } = buildVintage({ issuedAt });
  return { start, valueMw, p10Mw, p90Mw, model, dataCutoff: DATA_CUTOFF, excludedInputs: [] };
}

function issuer(issue: ForecastRunner['issue'], fields: Partial<IssuerDeps> = {}): Issuer {
  const write = (_fields: object, line: string) => void logged.push(line);
  const clock = { now: () => now };
  const leadership = fields.leadership ?? { signal: new AbortController().signal };
  const runner: ForecastRunner = {
    issue(areaId, at) {
      asked.push(areaId);
      return issue(areaId, at);
    },
    refresh: async () => {},
    close: async () => {},
  };
  return new Issuer({
    areas: () => CONTRACT_AREAS,
    clock,
    vintages,
    makeForecast: makeForecastHere({ clock, vintages: fields.vintages ?? vintages, runner, leadership }),
    log: { info() {}, warn: write, error: write } as never,
    observer: { polled() {}, issued: (row) => issued.push(row), leading() {} },
    leadership,
    newestActuals: new NewestActuals({ areas: () => CONTRACT_AREAS, actuals }),
    retries: new RetryTimes(),
    ...fields,
  });
}

const sound: ForecastRunner['issue'] = async (_areaId, at) => forecastAt(at);
const outcomesOf = (id: AreaId) => issued.filter(({ areaId }) => areaId === id).map(({ outcome }) => outcome);

test('every area without a forecast gets its first, and nothing more is due a minute later', async () => {
  const issuing = issuer(sound);
  await issuing.issue();
  expect(issued.map(({ areaId, outcome, reason }) => [areaId, outcome, reason])).toEqual(
    expect.arrayContaining(AREAS.map(({ id }) => [id, 'kept', 'first'])),
  );
  now += MINUTE_MS;
  await issuing.issue();
  expect(issued).toHaveLength(AREAS.length);
  expect(issuing.lacksForecasts).toBe(false);
});

test.each([
  { name: 'fails', thrown: new Error('singular'), outcome: 'failed', line: /^forecast failed/ },
  {
    name: 'has too little data',
    thrown: new ServiceError('no_data', 'too short', { reason: 'not_covered' }),
    outcome: 'no_data',
    line: /^no forecast can be issued/,
  },
])('an area whose forecast $name says so, is tried again later, the others go on', async (row) => {
  const issuing = issuer((areaId, at) => (areaId === 'pjm' ? Promise.reject(row.thrown) : sound(areaId, at)));
  await issuing.issue();
  expect([outcomesOf('pjm'), outcomesOf('miso')]).toEqual([[row.outcome], ['kept']]);
  expect(logged).toEqual([expect.stringMatching(row.line)]);
  expect(issuing.lacksForecasts).toBe(true);

  now += MINUTE_MS; // too soon
  await issuing.issue();
  expect(outcomesOf('pjm')).toHaveLength(1);
  now += 2 * MINUTE_MS;
  await issuing.issue();
  expect(outcomesOf('pjm')).toHaveLength(2);
});

test('an attempt on older data that fails after new data came is made again at once', async () => {
  const retries = new RetryTimes();
  const issuing = issuer(
    async (areaId, at) => {
      if (areaId !== 'pjm' || outcomesOf('pjm').length > 0) return sound(areaId, at);
      retries.clear();
      throw new ServiceError('no_data', 'too short', { reason: 'not_covered' });
    },
    { retries },
  );
  await issuing.issue();
  expect(outcomesOf('pjm')).toEqual(['no_data', 'kept']);
});

test('a gate does not wait for the time of another attempt', async () => {
  const retries = new RetryTimes();
  await issuer(sound, { retries }).issue();
  now = GATE_ISSUE;
  for (let failure = 0; failure < 5; failure++) retries.failed('pjm', now);
  await issuer(sound, { retries }).issue();
  expect(issued.filter(({ areaId }) => areaId === 'pjm').map(({ reason }) => reason)).toEqual(['first', 'gate']);
});

test('two calls at once make one forecast of an area', async () => {
  const issuing = issuer(sound);
  await Promise.all([issuing.issue(), issuing.issue()]);
  expect(asked.toSorted()).toEqual(AREAS.map(({ id }) => id).toSorted());
});

test('of 1,100 areas few are read beside each other, and one that is never read delays itself only', async () => {
  const [first] = AREAS;
  const many = new Areas(
    Array.from({ length: 1_100 }, (_, row) => {
      const codes = { a: [], b: [], c: [], oasis: [] };
      return { ...first!, id: `area-${row}`, series: `LOAD-${row}`, codes, neighbours: { grids: [], adjacent: [] } };
    }),
  );
  let [reading, most] = [0, 0];
  const newest: typeof vintages.newest = async (areaId, asOf) => {
    reading += 1;
    most = Math.max(most, reading);
    if (areaId === 'area-0') await new Promise(() => undefined);
    await Promise.resolve();
    reading -= 1;
    return vintages.newest(areaId, asOf);
  };
  const load = await actuals.read({ series: first!.series, measure: 'demand' });
  let [asking, mostAsking] = [0, 0];
  const read: typeof actuals.read = async () => {
    asking += 1;
    mostAsking = Math.max(mostAsking, asking);
    await Promise.resolve();
    asking -= 1;
    return load;
  };
  const newestActuals = new NewestActuals({ areas: () => many, actuals: { read } });
  const issuing = issuer(sound, { areas: () => many, newestActuals, vintages: { ...vintages, newest } });
  void issuing.issue();
  await expect.poll(() => issued.length).toBe(1_099);
  expect(Math.max(most, mostAsking)).toBeLessThanOrEqual(4);
  expect(outcomesOf('area-0')).toEqual([]);
  await issuing.underWay.get('area-1');
  expect([...issuing.underWay.keys()]).toEqual(['area-0']);
});

test.each([
  {
    name: 'the lead was lost meanwhile',
    meanwhile: async (lost: AbortController) => lost.abort(new Error('another leads')),
    held: 0,
  },
  {
    name: 'another process has issued meanwhile',
    meanwhile: async () => void (await vintages.append(buildVintage({ areaId: 'pjm', issuedAt: START - MINUTE_MS }))),
    held: 1,
  },
])('a forecast is not kept when $name', async ({ meanwhile, held }) => {
  const lost = new AbortController();
  const slow: ForecastRunner['issue'] = async (areaId, at) => {
    if (areaId === 'pjm') await meanwhile(lost);
    return forecastAt(at);
  };
  await issuer(slow, { leadership: { signal: lost.signal } }).issue();
  expect([await vintages.count('pjm', Number.POSITIVE_INFINITY), outcomesOf('pjm')]).toEqual([held, []]);
});

test('load that cannot be read is logged, and the forecast of a gate is issued all the same', async () => {
  await issuer(sound).issue();
  now = GATE_ISSUE;
  const unreadable = { read: () => Promise.reject(new Error('disk')) };
  await issuer(sound, {
    newestActuals: new NewestActuals({ areas: () => CONTRACT_AREAS, actuals: unreadable }),
  }).issue();
  expect(logged).toEqual(['actuals cannot be read; only gate forecasts are issued']);
  expect(issued.filter(({ areaId }) => areaId === 'pjm').map(({ reason }) => reason)).toEqual(['first', 'gate']);
});

test('two services of one process forecast the areas of their own snapshots, and later ones from their next look on', async () => {
  const only = (...ids: AreaId[]) => new Areas(ids.map((id) => CONTRACT_AREAS.byId(id)));
  const snapshot = (first: Areas) => {
    let current = first;
    const areas = () => current;
    const newestActuals = new NewestActuals({ areas, actuals });
    return {
      service: issuer(sound, { areas, newestActuals }),
      become(next: Areas) {
        current = next;
      },
    };
  };
  const [west, east] = [snapshot(only('caiso', 'pge')), snapshot(only('pjm'))];
  const askedBy = async ({ service }: typeof west) => {
    asked = [];
    await service.issue();
    return asked.toSorted();
  };
  expect([await askedBy(west), await askedBy(east)]).toEqual([['caiso', 'pge'], ['pjm']]);
  vintages = memoryVintageStore();
  east.become(only('miso', 'spp'));
  expect(await askedBy(east)).toEqual(['miso', 'spp']);
});
