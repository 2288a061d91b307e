import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { SyntheticData, syntheticSeries } from '../../testing/synthetic-data.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import { modelSeriesOf } from '../climatology/climatology.js';
import { Inputs } from '../inputs/inputs.js';
import { monthlyRefit, type Refit } from '../inputs/training-cutoff.js';
import { GlobalModel } from './global-model.js';
import type { Weights } from './lagged-regression.js';

const START = Date.UTC(2020, 0, 1);
const LOCAL = { timezone: 'America/New_York', calendar: CALENDARS.us };
const AREAS = ['NYIS', 'PJM', 'ISNE'];
const OPTIONS = {
  knownHours: 8,
  clip: 0.5,
  lastLeadDay: 2,
  firstDay: 0,
  neighbourPenalty: 1,
  ridge: { 0: 1000 },
};
const MARCH = monthlyRefit(Date.UTC(2021, 2, 5));
const APRIL = monthlyRefit(Date.UTC(2021, 3, 5));
const MAY = monthlyRefit(Date.UTC(2021, 4, 5));

const syntheticData = () => new SyntheticData('NYIS', { start: START, days: 520, neighbours: ['PJM', 'ISNE'] });

/** The weights of a global model of some areas at one refit after another. */
function weightsAt(data: SyntheticData, areas = AREAS, globalModel = new GlobalModel(OPTIONS, 60)) {
  const inputs = new Inputs(data);
  return (refit: Refit): Weights | undefined => {
    const series = areas.map((id) => modelSeriesOf(inputs.load(id, LOCAL, refit, refit.refitAt)!));
    for (const each of series) {
      each.readTraining();
      each.climatology.prepare(refit);
    }
    return globalModel.prepare(refit, series) ? globalModel.fitOf(refit.trainingCutoff) : undefined;
  };
}

const fresh = (data: SyntheticData, refit: Refit, areas = AREAS) => weightsAt(data, areas)(refit)!;

/** Data in which one area's load of one day was restated at an instant. */
function restated(id: string, day: EpochMs, knownAtMs: EpochMs): SyntheticData {
  const data = syntheticData();
  const series = data.loads.get(id)!;
  const from = Math.round((day - series.start) / HOUR_MS);
  const replaced = new Map(series.replaced);
  const values = series.values.slice();
  const known = series.knownAtMs.slice();
  for (let hour = from; hour < from + 24; hour++) {
    replaced.set(hour, [{ value: values[hour]!, knownAtMs: known[hour]! }]);
    values[hour]! *= 1.1;
    known[hour] = knownAtMs;
  }
  data.loads.set(id, { ...series, values, knownAtMs: known, replaced });
  return data;
}

describe('a global model used at other refits has the weights of a fresh one', () => {
  test.each<{ name: string; refits: Refit[] }>([
    { name: 'a month on', refits: [MARCH, APRIL] },
    { name: 'two months on at once', refits: [MARCH, MAY] },
    { name: 'back and on again', refits: [APRIL, MARCH, MAY] },
    { name: 'back to a month it has been at', refits: [MARCH, APRIL, MAY, MARCH] },
  ])('$name', ({ refits }) => {
    const data = syntheticData();
    const at = weightsAt(data);
    const last = refits.map(at).at(-1);
    expect(last).toEqual(fresh(data, refits.at(-1)!));
  });

  test('after a day of its training data was restated', () => {
    const data = restated('PJM', Date.UTC(2020, 9, 6), Date.UTC(2021, 3, 20));
    const at = weightsAt(data);
    const before = at(APRIL);
    expect(at(MAY)).toEqual(fresh(data, MAY));
    expect(before).toEqual(fresh(syntheticData(), APRIL));
    expect(fresh(data, MAY)).not.toEqual(fresh(syntheticData(), MAY));
  });
});

test('the rows of every area change the weights', () => {
  const four = [...AREAS, 'MISO'];
  const data = syntheticData();
  const mw = data.loads.get('PJM')!.values.map((value, hour) => value * (1 + 0.1 * Math.sin(hour / 31)));
  data.loads.set(
    'MISO',
    syntheticSeries(START, mw, (at) => at + 3 * HOUR_MS),
  );
  expect(fresh(data, APRIL, four)).not.toEqual(fresh(data, APRIL));
});

test.each<{ name: string; areas: string[] }>([
  { name: 'two areas', areas: ['NYIS', 'PJM'] },
  { name: 'three, one of them new', areas: ['NYIS', 'PJM', 'ISNE'] },
])('$name are too few for a global model', ({ areas }) => {
  const data = syntheticData();
  const young = data.loads.get('ISNE')!;
  const firstHour = Math.round((MARCH.refitAt - 30 * DAY_MS - START) / HOUR_MS);
  data.loads.set('ISNE', {
    ...young,
    values: young.values.map((mw, hour) => (hour < firstHour ? Number.NaN : mw)),
  });
  expect(weightsAt(data, areas)(MARCH)).toBeUndefined();
});
