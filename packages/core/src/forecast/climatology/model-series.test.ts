import { expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { SyntheticData } from '../../testing/synthetic-data.js';
import { Inputs } from '../inputs/inputs.js';
import { monthlyRefit } from '../inputs/training-cutoff.js';
import { CLIMATOLOGY } from '../settings.data.js';
import { ModelSeries, ModelSeriesCache } from './model-series.js';

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

test.each([
  { name: 'the engine’s settings', settings: undefined },
  { name: 'settings of its own', settings: { halfLifeDays: 100, ridge: 300, usualMiss: 1 } },
])('the climatology is fitted to the training view, with $name', ({ settings }) => {
  const logsOf = (given: typeof settings) => {
    const series = new ModelSeries(new Inputs(DATA).load('NYIS', EASTERN, MARCH, MARCH.refitAt)!, given);
    series.readTraining();
    series.climatology.prepare(MARCH);
    const out = new Float64Array(24);
    series.climatology.writeLogs(dayNumber(2016, 3, 6), MARCH.trainingCutoff, out, 0);
    return out;
  };
  const [logs, usual] = [logsOf(settings), logsOf(undefined)];
  if (settings) expect(logs).not.toEqual(usual);
  else expect(logs).toEqual(usual);
  for (const log of logs) expect(Math.abs(log - Math.log(10_000))).toBeLessThan(0.4);
});

test('one model series for each climatology of its own, with the engine’s other settings', () => {
  const load = new Inputs(DATA).load('NYIS', EASTERN, MARCH, MARCH.refitAt)!;
  const cache = new ModelSeriesCache();
  const calm = { ridge: 300, usualMiss: 1 };
  const [usual, own] = [cache.of(load), cache.of(load, calm)];
  expect([cache.of(load), cache.of(load, calm)]).toEqual([usual, own]);
  expect(own).not.toBe(usual);
  const alone = new ModelSeries(new Inputs(DATA).load('NYIS', EASTERN, MARCH, MARCH.refitAt)!, {
    ...CLIMATOLOGY,
    ...calm,
  });
  const [logs, aloneLogs, usualLogs] = [own, alone, usual].map((series) => {
    series.readTraining();
    series.climatology.prepare(MARCH);
    const out = new Float64Array(24);
    series.climatology.writeLogs(dayNumber(2016, 3, 6), MARCH.trainingCutoff, out, 0);
    return out;
  });
  expect(logs).toEqual(aloneLogs);
  expect(logs).not.toEqual(usualLogs);
});

test('one model series for each series in each clock', () => {
  const inputs = new Inputs(DATA);
  const cache = new ModelSeriesCache();
  const seriesOf = (id: string, local = EASTERN) => cache.of(inputs.load(id, local, MARCH, MARCH.refitAt)!);
  const own = seriesOf('NYIS');
  expect(seriesOf('NYIS')).toBe(own);
  expect(seriesOf('NYIS', CENTRAL)).not.toBe(own);
  expect(seriesOf('PJM')).not.toBe(own);
  expect([own.id, seriesOf('PJM').id]).toEqual(['NYIS', 'PJM']);
});
