import { describe, expect, test } from 'vitest';
import { Areas } from '../../areas/area.js';
import { CONTRACT_AREAS } from '../../areas/contract-areas.js';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { KnownSeries } from '../../series/known-series.js';
import { SyntheticData, syntheticSeries } from '../../testing/synthetic-data.js';
import { DAY_MS, HOUR_MS } from '../../time/instant.js';
import { INPUTS } from '../settings.data.js';
import type { DayTable } from './day-table.js';
import { Inputs, type SeriesInputs } from './inputs.js';
import { monthlyRefit } from './training-cutoff.js';

const START = Date.UTC(2015, 9, 1);
const EASTERN = { timezone: 'America/New_York', calendar: CALENDARS.us };
const ISSUED_AT = Date.UTC(2016, 2, 15, 14);
const MARCH = monthlyRefit(ISSUED_AT);
const DATA = new SyntheticData('NYIS', { start: START, days: 250, operator: 'tomorrow' });

const read = (data: SyntheticData, at = ISSUED_AT): SeriesInputs => trained(new Inputs(data), at);

/** The load with both views read. */
function trained(inputs: Inputs, at = ISSUED_AT): SeriesInputs {
  const series = inputs.load('NYIS', EASTERN, monthlyRefit(at), at)!;
  series.readTraining();
  return series;
}

/** The last measured hour of a table. */
function newestMeasured(table: DayTable): { day: number; hour: number } | undefined {
  for (let day = table.firstDay + table.dayCount; day >= table.firstDay; day--) {
    for (let hour = 23; hour >= 0; hour--) if (!Number.isNaN(table.measured(day, hour))) return { day, hour };
  }
  return undefined;
}

describe('load of a series', () => {
  // Each hour is known three hours after it began. 1 March 00:00 UTC is 19:00 of the leap day in New York.
  test.each([
    { view: 'trainingView', newest: { day: dayNumber(2016, 2, 29), hour: 16 } },
    { view: 'issueView', newest: { day: dayNumber(2016, 3, 15), hour: 7 } },
  ] as const)('the $view holds what was known at its instant', ({ view, newest }) => {
    expect(newestMeasured(read(DATA)[view])).toEqual(newest);
  });

  test('values that became known after the issue change nothing', () => {
    const [clean, changed] = [read(DATA), read(DATA.changedAfter(ISSUED_AT))];
    for (const view of ['trainingView', 'issueView'] as const) {
      expect(changed[view].logs).toEqual(clean[view].logs);
      expect(changed[view].filled).toEqual(clean[view].filled);
    }
  });

  test('values that became known between refit and issue change the issue view alone', () => {
    const [clean, changed] = [read(DATA), read(DATA.changedAfter(MARCH.refitAt))];
    expect(changed.trainingView.logs).toEqual(clean.trainingView.logs);
    expect(changed.issueView.logs).not.toEqual(clean.issueView.logs);
  });

  test('the issue view begins a fixed number of days before the refit', () => {
    const first = Math.floor(MARCH.refitAt / DAY_MS) - INPUTS.issueViewDays;
    expect(read(DATA).issueView.firstDay).toBe(first);
    expect(read(DATA).trainingView.firstDay).toBe(Math.floor(INPUTS.historyStart / DAY_MS));
  });

  test('there is none without a series, or without values', () => {
    const empty: KnownSeries = syntheticSeries(START, new Float64Array(), () => 0);
    const data = new SyntheticData('NYIS', { start: START, days: 1 });
    data.loads.set('PJM', empty);
    const inputs = new Inputs(data);
    for (const id of ['PJM', 'MISO']) expect(inputs.load(id, EASTERN, MARCH, ISSUED_AT)).toBeUndefined();
  });
});

test.each([
  { name: 'load of an area in the issue view', id: 'NYIS', view: 'issueView', filled: 0 },
  { name: 'load of an area in the training view', id: 'NYIS', view: 'trainingView', filled: 4 },
  { name: 'load of a neighbor in the issue view', id: 'PSEI', view: 'issueView', filled: 4 },
] as const)('a step that stays, $name: $filled hours are not counted as load', ({ id, view, filled }) => {
  const day = 40;
  const values = Float64Array.from({ length: 24 * 60 }, (_, hour) => {
    const wave = 1_000 + 100 * Math.sin((hour * Math.PI) / 12) + 3 * Math.sin(hour * hour);
    return hour < 24 * day + 12 ? wave : 0.7 * wave;
  });
  const [start, data] = [Date.UTC(2016, 0, 1), new SyntheticData(id, { start: START, days: 1 })];
  data.loads.set(
    id,
    syntheticSeries(start, values, (instant) => instant + HOUR_MS),
  );
  const inputs = new Inputs(data, { areas: CONTRACT_AREAS }).load(id, EASTERN, MARCH, ISSUED_AT)!;
  inputs.readTraining();
  expect(inputs[view].filledOn(dayNumber(2016, 1, 1) + day)).toBe(filled);
});

describe('the operator’s forecast', () => {
  test('reaches beyond the issue, to the end of tomorrow', () => {
    const operator = new Inputs(DATA).operatorForecast('NYIS', EASTERN, MARCH, ISSUED_AT)!;
    // Published at 12:00 UTC for UTC days that begin at 05:00: to 04:00 UTC, which is midnight in summer time.
    expect(newestMeasured(operator.issueView)).toEqual({ day: dayNumber(2016, 3, 17), hour: 0 });
  });

  test('is another series than the load, and unknown when there is none', () => {
    const inputs = new Inputs(DATA);
    const load = inputs.load('NYIS', EASTERN, MARCH, ISSUED_AT);
    expect(inputs.operatorForecast('NYIS', EASTERN, MARCH, ISSUED_AT)).not.toBe(load);
    expect(inputs.operatorForecast('PJM', EASTERN, MARCH, ISSUED_AT)).toBeUndefined();
  });
});

describe('read again', () => {
  test('each clock has tables of its own, and they stay the same ones', () => {
    const inputs = new Inputs(DATA);
    const central = { ...EASTERN, timezone: 'America/Chicago' };
    const first = inputs.load('NYIS', EASTERN, MARCH, ISSUED_AT)!;
    expect(inputs.load('NYIS', { ...EASTERN }, MARCH, ISSUED_AT)).toBe(first);
    const other = inputs.load('NYIS', central, MARCH, ISSUED_AT)!;
    expect(other.issueView.measured(dayNumber(2016, 3, 6), 5)).toBe(first.issueView.measured(dayNumber(2016, 3, 6), 6));
  });

  test('at a new refit the issue view is another table', () => {
    const inputs = new Inputs(DATA);
    const april = Date.UTC(2016, 3, 2, 14);
    const { issueView, trainingView } = { ...inputs.load('NYIS', EASTERN, MARCH, ISSUED_AT)! };
    const later = inputs.load('NYIS', EASTERN, monthlyRefit(april), april)!;
    expect(later.issueView).not.toBe(issueView);
    expect(later.trainingView).toBe(trainingView);
  });

  test.each([
    { name: 'an hour later', path: [ISSUED_AT - HOUR_MS] },
    { name: 'after a month', path: [Date.UTC(2016, 1, 10, 14)] },
    { name: 'after a look ahead', path: [Date.UTC(2016, 3, 2, 14)] },
  ])('the tables are those of a first read: $name', ({ path }) => {
    const inputs = new Inputs(DATA);
    for (const at of path) trained(inputs, at);
    const [walked, fresh] = [trained(inputs), read(DATA)];
    for (const view of ['trainingView', 'issueView'] as const) {
      const hours = 24 * fresh[view].dayCount;
      expect(walked[view].dayCount).toBe(fresh[view].dayCount);
      expect(walked[view].logs.subarray(0, hours)).toEqual(fresh[view].logs.subarray(0, hours));
    }
  });
});

test.each([
  { name: 'at the issue', at: ISSUED_AT, newest: ISSUED_AT - 3 * HOUR_MS },
  { name: 'in the spring change', at: Date.UTC(2016, 2, 13, 7), newest: Date.UTC(2016, 2, 13, 4) },
  { name: 'before the first hour', at: START - DAY_MS, newest: undefined },
])('the newest good hour $name', ({ at, newest }) => {
  const inputs = new Inputs(DATA);
  expect(inputs.newestGood('NYIS')).toBeUndefined();
  inputs.load('NYIS', EASTERN, monthlyRefit(at), at);
  expect(inputs.newestGood('NYIS')).toBe(newest);
});

test('a neighbor whose load steps up and stays reads the same once it is added as an area', () => {
  const step = ISSUED_AT - 12 * DAY_MS;
  const row = CONTRACT_AREAS.byId('nyiso');
  const isLifted = [1.5, 2.5, 3].map((factor) => {
    const data = new SyntheticData('NYIS', { start: START, days: 250 });
    const stepped = data.load('NYIS')!.values.map((mw, i) => (START + i * HOUR_MS < step ? mw : mw * factor));
    data.loads.set(
      'NYIS',
      syntheticSeries(START, stepped, (hour) => hour + 3 * HOUR_MS),
    );
    const logsWith = (areas: Areas) => trained(new Inputs(data, { areas })).issueView.logs;
    const neighbor = logsWith(new Areas([]));
    expect(logsWith(new Areas([{ ...row, addedAt: ISSUED_AT }]))).toEqual(neighbor);
    return logsWith(CONTRACT_AREAS).some((log, i) => !Object.is(log, neighbor[i]));
  });
  expect(isLifted).toContain(true); // the contract's own load has a second look, which an added one has not
});
