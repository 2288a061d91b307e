import { expect, test } from 'vitest';
import { areaById } from '../../../areas/contract-areas.js';
import { foldBlocks, type KnownSeries } from '../../../series/known-series.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/instant.js';
import { Inputs } from '../inputs.js';
import { refitOn } from '../training-cutoff.js';
import { NewestLoads, newestHoursAfter } from './newest-load.js';

const START = Date.UTC(2026, 4, 1);
const DAYS = 40;
/** Load of two hours before is reported; the feed has every hour that ended ten minutes ago or earlier. */
const ISSUED_AT = START + 35 * DAY_MS + 15 * HOUR_MS + 15 * MINUTE_MS;
const NEWEST_REPORTED = START + 35 * DAY_MS + 12 * HOUR_MS;

const loadAt = (hour: number) =>
  10_000 + 2000 * Math.sin((2 * Math.PI * hour) / 24) + 300 * Math.sin((2 * Math.PI * hour) / 168) + (hour % 17);
const series = (mwAt: (hour: number) => number, lagMs: number): KnownSeries =>
  foldBlocks([
    {
      start: START,
      values: Float64Array.from({ length: DAYS * 24 }, (_, hour) => mwAt(hour)),
      known: { kind: 'lag', lagMs },
    },
  ]);
const load = series(loadAt, 2 * HOUR_MS);
/** 3 % below at noon, 1 % above at night. */
const feedAt = (hour: number) => loadAt(hour) * (0.99 - 0.02 * Math.sin((2 * Math.PI * hour) / 24)) + 0.1 * (hour % 7);
const feed = (mwAt: (hour: number) => number = feedAt, lagMs = 10 * MINUTE_MS) => series(mwAt, lagMs);

test('the hours after the reported ones are as they will be reported', () => {
  const { hours, fault } = newestHoursAfter(load, feed(), ISSUED_AT);
  expect(fault).toBeUndefined();
  expect(hours!.start).toBe(NEWEST_REPORTED + HOUR_MS);
  expect(hours!.valuesMw).toHaveLength(2);
  hours!.valuesMw.forEach((mw, i) => {
    const actual = loadAt(35 * 24 + 13 + i);
    expect(Math.abs(mw / actual - 1)).toBeLessThan(0.001);
  });
});

const lieFrom = (first: number, lie: (hour: number) => number) => (hour: number) =>
  hour < first ? feedAt(hour) : lie(hour);
const NOW = 35 * 24 + 13;

test.each([
  {
    name: 'stopped three hours ago',
    lie: lieFrom(NOW - 1, () => Number.NaN),
    fault: 'no hour is newer than reported load',
  },
  { name: 'is frozen', lie: lieFrom(NOW, () => 9500), fault: 'one value for several hours' },
  {
    name: 'has yesterday again',
    lie: lieFrom(NOW, (hour) => feedAt(hour - 24)),
    fault: 'the values of an earlier day',
  },
  {
    name: 'has last week again',
    lie: lieFrom(NOW, (hour) => feedAt(hour - 168)),
    fault: 'the values of an earlier day',
  },
  { name: 'is in kilowatts', lie: lieFrom(NOW, (hour) => 1000 * feedAt(hour)), fault: 'not in the unit of the load' },
  { name: 'is displaced by an hour', lie: lieFrom(NOW - 8, (hour) => feedAt(hour - 1)), fault: 'displaced by an hour' },
  {
    name: 'lacks a tenth of the grid from now on',
    lie: lieFrom(NOW, (hour) => 0.9 * feedAt(hour)),
    fault: 'a step that the load has not made for four weeks',
  },
  {
    name: 'has lacked a hundredth of the grid for half a day',
    lie: lieFrom(NOW - 12, (hour) => 0.99 * feedAt(hour)),
    fault: 'does not agree with reported load',
  },
  {
    name: 'is eight days old',
    lie: (hour: number) => (hour < NOW - 8 * 24 ? Number.NaN : feedAt(hour)),
    fault: 'fewer than 10 days to compare with reported load',
  },
  {
    name: 'measures something else',
    lie: (hour: number) => feedAt(hour) * (1 + 0.06 * Math.sin(hour * hour)),
    fault: 'usually differs from reported load by more than 2 %',
  },
])('a feed that $name adds nothing, and says why', ({ lie, fault }) => {
  expect(newestHoursAfter(load, feed(lie), ISSUED_AT)).toEqual({ fault });
});

test.each([
  { name: 'load is reported up to the hour that has just ended', lag: 10 * MINUTE_MS, feedLag: 10 * MINUTE_MS },
  { name: 'the hour that has just ended is not out yet', lag: HOUR_MS, feedLag: HOUR_MS },
])('nothing is missed when $name', ({ lag, feedLag }) => {
  expect(newestHoursAfter(series(loadAt, lag), feed(feedAt, feedLag), ISSUED_AT)).toEqual({});
});

test('without reported load for more than a day nobody can say whether the feed is right', () => {
  const late = series(loadAt, 26 * HOUR_MS);
  expect(newestHoursAfter(late, feed(), ISSUED_AT).fault).toBe('no reported load for 24 hours to compare it with');
});

test('a feed that was wrong for two days is used again a few hours after it is right', () => {
  const wrong = (hour: number) => hour >= NOW - 60 && hour < NOW - 12;
  const lie = (hour: number) => (wrong(hour) ? 0.9 * feedAt(hour) : feedAt(hour));
  expect(newestHoursAfter(load, feed(lie), ISSUED_AT).fault).toBeUndefined();
  const atOnce = (hour: number) => (hour >= NOW - 60 && hour < NOW - 2 ? 0.9 * feedAt(hour) : feedAt(hour));
  expect(newestHoursAfter(load, feed(atOnce), ISSUED_AT).fault).toBe('does not agree with reported load');
});

test('values that came after the issue are not read, of either series', () => {
  const plain = newestHoursAfter(load, feed(), ISSUED_AT);
  const later = (known: KnownSeries): KnownSeries => ({
    ...known,
    values: known.values.map((mw, i) => (known.knownAtMs[i]! > ISSUED_AT ? 3 * mw : mw)),
  });
  expect(newestHoursAfter(later(load), later(feed()), ISSUED_AT)).toEqual(plain);
});

test('an hour that the feed lacks has no value, the ones around it do', () => {
  const lacking = (hour: number) => (hour === NOW ? Number.NaN : feedAt(hour));
  const { hours } = newestHoursAfter(load, feed(lacking), ISSUED_AT);
  expect([...hours!.valuesMw].map(Number.isNaN)).toEqual([true, false]);
});

test('the hours of an issue are worked out once, and again when either series grows', () => {
  const loads = new NewestLoads();
  const newest = feed();
  const first = loads.after('NYIS', load, newest, ISSUED_AT);
  expect(loads.after('NYIS', load, newest, ISSUED_AT)).toBe(first);
  expect(loads.after('NYIS', load, feed(), ISSUED_AT)).not.toBe(first);
  expect([loads.startOf('NYIS'), loads.startOf('PJM')]).toEqual([NEWEST_REPORTED + HOUR_MS, undefined]);
});

test('the issue view has the newest hours, the training view has reported load alone', () => {
  const nyiso = areaById('nyiso');
  const inputs = new Inputs({
    load: () => load,
    newestLoad: () => feed(),
    operatorForecast: () => undefined,
    weather: () => undefined,
  });
  const views = inputs.load('NYIS', nyiso, refitOn(ISSUED_AT), ISSUED_AT)!;
  views.readTraining();
  expect(inputs.newestGood('NYIS')).toBe(NEWEST_REPORTED + 2 * HOUR_MS);
  expect(inputs.newestReported('NYIS')).toBe(NEWEST_REPORTED);
  expect(inputs.newestFault('NYIS')).toBeUndefined();
  const day = Math.floor(ISSUED_AT / DAY_MS);
  // 13:00 and 14:00 UTC are 09:00 and 10:00 in New York.
  expect([8, 9, 10, 11].map((hour) => Number.isNaN(views.issueView.measured(day, hour)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect([8, 9, 10, 11].map((hour) => Number.isNaN(views.trainingView.measured(day, hour)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
