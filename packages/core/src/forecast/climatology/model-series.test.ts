import { expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { SyntheticData } from '../../testing/synthetic-data.js';
import { Inputs } from '../inputs/inputs.js';
import { monthlyRefit } from '../inputs/training-cutoff.js';
import { ModelSeries, modelSeriesOf } from './climatology.js';

const START = Date.UTC(2015, 8, 1);
const DATA = new SyntheticData('NYIS', { start: START, days: 260, neighbours: ['PJM'] });
const EASTERN = { timezone: 'America/New_York', calendar: CALENDARS.us };
const CENTRAL = { ...EASTERN, timezone: 'America/Chicago' };
const MARCH = monthlyRefit(Date.UTC(2016, 2, 5));
const APRIL = monthlyRefit(Date.UTC(2016, 3, 5));

test('the issue view is that of the newest refit', () => {
  const inputs = new Inputs(DATA);
  const series = new ModelSeries(inputs.load('NYIS', EASTERN, MARCH, Date.UTC(2016, 2, 5))!);
  const { issueView, trainingView } = series;
  inputs.load('NYIS', EASTERN, APRIL, Date.UTC(2016, 3, 5));
  expect(series.issueView).not.toBe(issueView);
  expect(series.issueView.has(dayNumber(2016, 4, 3))).toBe(true);
  expect(series.trainingView).toBe(trainingView);
});

test('the climatology is fitted to the training view', () => {
  const series = new ModelSeries(new Inputs(DATA).load('NYIS', EASTERN, MARCH, MARCH.refitAt)!);
  series.readTraining();
  series.climatology.prepare(MARCH);
  const out = new Float64Array(24);
  series.climatology.writeLogs(dayNumber(2016, 3, 6), MARCH.trainingCutoff, out, 0);
  for (const log of out) expect(Math.abs(log - Math.log(10_000))).toBeLessThan(0.4);
});

test('one model series for each series in each clock', () => {
  const inputs = new Inputs(DATA);
  const seriesOf = (id: string, local = EASTERN) => modelSeriesOf(inputs.load(id, local, MARCH, MARCH.refitAt)!);
  const own = seriesOf('NYIS');
  expect(seriesOf('NYIS')).toBe(own);
  expect(seriesOf('NYIS', CENTRAL)).not.toBe(own);
  expect(seriesOf('PJM')).not.toBe(own);
  expect([own.id, seriesOf('PJM').id]).toEqual(['NYIS', 'PJM']);
});
