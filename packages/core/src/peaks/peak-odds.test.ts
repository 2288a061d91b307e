import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { foldBlocks } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';
import { dayPeak, oddsOfTop } from './day-peaks.js';
import { type PathRun, peakOdds, peakOddsInSteps } from './peak-odds.js';
import { isEligible, monthOf, programOf, seasonOf } from './peak-spans.js';
import { PEAK_PROGRAMS } from './programs.data.js';

const ercot = areaById('ercot');
const NOW = Date.parse('2023-08-09T14:00Z');
const START = Date.parse('2021-01-01T06:00Z');

/** Load with a daily wave that is highest at 17:00, and one hot day. */
const mwAt = (at: number, hotDay = ''): number => {
  const local = new Date(at - 5 * HOUR_MS);
  const wave = 10_000 * Math.cos((2 * Math.PI * (local.getUTCHours() - 17)) / 24);
  return Math.round(60_000 + wave + (local.toISOString().slice(0, 10) === hotDay ? 8_000 : 0));
};
const load = foldBlocks([
  {
    start: START,
    values: Float64Array.from({ length: (NOW - START) / HOUR_MS + 400 }, (_, hour) => mwAt(START + hour * HOUR_MS)),
    known: { kind: 'lag', lagMs: 2 * HOUR_MS },
  },
]);
const runOf = (hotDay: string, spread: number, start = NOW + HOUR_MS): PathRun => {
  const valueMw = Float64Array.from({ length: 384 }, (_, hour) => mwAt(start + hour * HOUR_MS, hotDay));
  const [p10Mw, p90Mw] = [valueMw.map((mw) => mw - spread), valueMw.map((mw) => mw + spread)];
  const dependence = { persistence: 0.75, harmonics: [0.8, 0.16, 0.03, 0.01] };
  return { areaId: 'ercot', issuedAt: NOW, start, valueMw, p10Mw, p90Mw, dependence };
};

test('a day that is far above all others is the highest of month, season and programme', () => {
  const [odds, next] = peakOdds(
    { area: ercot, load, run: runOf('2023-08-10', 500) },
    ['2023-08-10', '2023-08-11'],
    NOW,
  );
  expect(odds).toMatchObject({ monthOdds: 1, seasonSoFarOdds: 1, programOdds: 1, season: 'summer' });
  expect(odds!.program!.id).toBe('ercot_4cp');
  expect(next).toMatchObject({ monthOdds: 0, seasonSoFarOdds: 0, programOdds: 0 });
});

test('the hour of the highest forecast is the most likely; odds sum to 1, and spread with the bounds', () => {
  const [sure] = peakOdds({ area: ercot, load, run: runOf('', 100) }, ['2023-08-10'], NOW);
  const [unsure] = peakOdds({ area: ercot, load, run: runOf('', 6_000) }, ['2023-08-10'], NOW);
  for (const each of [sure!, unsure!]) {
    expect(each.peak!.likeliestHour).toBe(17);
    expect(each.peak!.hourOdds.reduce((sum, odds) => sum + odds, 0)).toBeCloseTo(1, 10);
  }
  expect(sure!.peak!.hourOdds[17]).toBeGreaterThan(unsure!.peak!.hourOdds[17]!);
});

test('odds made in steps are those made at once; paths, past years and later days are steps of their own', () => {
  const sources = { area: ercot, load, run: runOf('2023-08-10', 900) };
  const days = ['2023-08-09', '2023-08-10'];
  const steps = peakOddsInSteps(sources, days, NOW);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  expect(step.value).toEqual(peakOdds(sources, days, NOW));
  expect(count).toBeGreaterThan(400 / 20 + 6 + 20);
});

test('values that became known after the instant change nothing', () => {
  const later = { ...load, values: load.values.map((mw, i) => (load.knownAtMs[i]! > NOW ? mw * 2 : mw)) };
  const run = runOf('2023-08-10', 900);
  expect(peakOdds({ area: ercot, load: later, run }, ['2023-08-10'], NOW)).toEqual(
    peakOdds({ area: ercot, load, run }, ['2023-08-10'], NOW),
  );
});

test('a run without dependence has the peak of its own line, without bounds and odds', () => {
  const { dependence: _, ...before } = runOf('', 500);
  const [odds] = peakOdds({ area: ercot, load, run: before }, ['2023-08-10'], NOW);
  expect(odds).toMatchObject({
    peak: { expectedMw: expect.any(Number), p10Mw: Number.NaN, p90Mw: Number.NaN },
    monthOdds: undefined,
  });
});

test('a day of which hours to come are in no run has no odds; with a run of before that has them it does', () => {
  const days = ['2023-08-09', '2023-08-10'];
  const run = runOf('2023-08-09', 500);
  const [today, tomorrow] = peakOdds({ area: ercot, load, run }, days, NOW);
  expect([today!.peak, today!.monthOdds, today!.programOdds]).toEqual([undefined, undefined, undefined]);
  expect(tomorrow!.peak).toBeDefined();
  const [whole] = peakOdds({ area: ercot, load, run, before: runOf('2023-08-09', 500, NOW - 6 * HOUR_MS) }, days, NOW);
  expect(whole!.peak).toBeDefined();
});

test.each([
  { day: '2023-03-12', hours: 23 },
  { day: '2023-11-05', hours: 25 },
  { day: '2024-02-29', hours: 24 },
])('the hours of $day are $hours', ({ day, hours }) => {
  const window = operatingDayWindow(ercot.marketTimezone, day);
  const path = Float64Array.from({ length: hours }, (_, hour) => (hour === 5 ? 2 : 1));
  const measured = { start: window.start, stepMs: HOUR_MS, valuesMw: new Float64Array() };
  const peak = dayPeak({ measured, start: window.start, pathsMw: [path, path] }, window)!;
  expect(peak.hourOdds).toHaveLength(hours);
  expect(peak.likeliestHour).toBe(5);
});

test('among the count highest: fewer than that many other days are higher', () => {
  const own = Float64Array.of(5, 5, 5);
  const others = [Float64Array.of(6, 4, 5), Float64Array.of(7, 9, 5)];
  expect([1, 2, 3].map((count) => oddsOfTop(own, others, count))).toEqual([1 / 3, 2 / 3, 1]);
});

test.each([
  { day: '2023-12-31', season: 'winter', first: '2023-12-01', last: '2024-02-29' },
  { day: '2024-02-29', season: 'winter', first: '2023-12-01', last: '2024-02-29' },
  { day: '2023-03-01', season: 'spring', first: '2023-03-01', last: '2023-05-31' },
  { day: '2023-09-30', season: 'summer', first: '2023-06-01', last: '2023-09-30' },
  { day: '2023-10-01', season: 'autumn', first: '2023-10-01', last: '2023-11-30' },
])('$day lies in $season', ({ day, season, first, last }) => {
  expect(seasonOf(day)).toEqual({ season, first, last });
  expect(monthOf(day).first).toBe(`${day.slice(0, 8)}01`);
});

test.each([
  { area: 'ercot', day: '2023-08-10', id: 'ercot_4cp', first: '2023-08-01', last: '2023-08-31' },
  { area: 'pjm', day: '2023-08-10', id: 'pjm_5cp', first: '2023-06-01', last: '2023-09-30' },
  { area: 'nyiso', day: '2023-08-10', id: 'nyiso_1cp', first: '2023-07-01', last: '2023-08-31' },
  { area: 'isone', day: '2023-08-10', id: 'isone_1cp', first: '2023-01-01', last: '2023-12-31' },
] as const)('$id ranks $day from $first to $last', ({ area, day, id, first, last }) => {
  expect(programOf(areaById(area), day)).toMatchObject({ program: { id }, span: { first, last } });
});

test('a Saturday and Independence Day do not count in New York, and May counts nowhere in Texas', () => {
  const nyiso = PEAK_PROGRAMS.find(({ id }) => id === 'nyiso_1cp')!;
  const eligible = ['2023-07-03', '2023-07-04', '2023-07-08'].map((day) => isEligible(areaById('nyiso'), nyiso, day));
  expect(eligible).toEqual([true, false, false]);
  expect(programOf(ercot, '2023-05-31')).toBeUndefined();
});
