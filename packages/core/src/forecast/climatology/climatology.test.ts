import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { measuredDays } from '../../testing/measured-days.js';
import { syntheticSeries } from '../../testing/synthetic-data.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { DayTable } from '../inputs/day-table.js';
import { Inputs } from '../inputs/inputs.js';
import { monthlyRefit, type Refit, refitOn } from '../inputs/training-cutoff.js';
import { CLIMATOLOGY } from '../settings.data.js';
import { Climatology } from './climatology.js';

const START = Date.UTC(2019, 0, 1);
const HOURS = 24 * 1400;
const LOCAL = { timezone: 'America/Chicago', calendar: CALENDARS.us };
const REFIT = monthlyRefit(Date.UTC(2022, 6, 5));

/** Log load of 10,000 MW with a season, a week and a day. */
function usualLog(at: EpochMs): number {
  const day = Math.floor(at / DAY_MS);
  const season = 0.1 * Math.cos((2 * Math.PI * day) / 365.25);
  return Math.log(10_000) + season + 0.03 * Math.cos((2 * Math.PI * day) / 7) + 0.1 * Math.sin(at / HOUR_MS / 3.8);
}

/** The fits of a series that differs from the usual by a function of the instant. */
function logsAt(surprise: (at: EpochMs) => number) {
  const loads = Float64Array.from({ length: HOURS }, (_, hour) => {
    const at = START + hour * HOUR_MS;
    return Math.exp(usualLog(at) + surprise(at));
  });
  const series = syntheticSeries(START, loads, (at) => at + HOUR_MS);
  const data = { load: () => series, operatorForecast: () => undefined, weather: () => undefined };
  const inputs = new Inputs(data);
  let climatology: Climatology | undefined;
  return (refit: Refit): Float64Array => {
    const series = inputs.load('MISO', LOCAL, refit, refit.refitAt)!;
    series.readTraining();
    climatology ??= new Climatology(series.trainingView);
    climatology.prepare(refit);
    climatology.prepare(refit);
    const logs = new Float64Array(48);
    climatology.writeLogs(dayNumber(2022, 7, 12), refit.trainingCutoff, logs, 24);
    return logs.subarray(24);
  };
}

const isIn = (at: EpochMs, month: number, from: number, to: number) => {
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() >= from && date.getUTCDate() < to;
};
const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value / values.length, 0);

describe('the usual load of a day in July', () => {
  const usual = meanOf(logsAt(() => 0)(REFIT));

  // Least squares are moved by 0.035 to 0.059.
  test.each([
    { name: 'a heat wave a year', surprise: (at: EpochMs) => (isIn(at, 7, 8, 16) ? 0.25 : 0) },
    { name: 'a cold spell a year', surprise: (at: EpochMs) => (isIn(at, 7, 8, 16) ? -0.25 : 0) },
    {
      name: 'one month of outages',
      surprise: (at: EpochMs) => (new Date(at).getUTCFullYear() === 2021 && isIn(at, 7, 1, 29) ? -0.3 : 0),
    },
  ])('is hardly moved by $name', ({ surprise }) => {
    expect(Math.abs(meanOf(logsAt(surprise)(REFIT)) - usual)).toBeLessThan(0.01);
  });

  test('is the new one, a year after a lasting change', () => {
    const change = logsAt((at) => (at >= Date.UTC(2021, 4, 1) ? 0.1 : 0))(REFIT);
    expect(meanOf(change) - usual).toBeGreaterThan(0.05);
  });
});

describe('a fit gone on to', () => {
  const surprise = (at: EpochMs) => 0.1 * Math.sin(at / DAY_MS / 5) ** 3;
  const fresh = logsAt(surprise)(REFIT);

  test.each([
    { name: 'from month to month', refits: [monthlyRefit(Date.UTC(2022, 4, 5)), monthlyRefit(Date.UTC(2022, 5, 5))] },
    { name: 'from two years before', refits: [monthlyRefit(Date.UTC(2021, 3, 5))] },
    { name: 'from the middle of a month', refits: [refitOn(Date.UTC(2022, 5, 17))] },
    { name: 'from an earlier day of the year’s first month', refits: [refitOn(Date.UTC(2022, 0, 9))] },
    { name: 'from a later refit, backwards', refits: [monthlyRefit(Date.UTC(2022, 8, 5))] },
  ])('$name is that of a fresh start, bit for bit', ({ refits }) => {
    const walk = logsAt(surprise);
    for (const refit of refits) walk(refit);
    expect([...walk(REFIT)]).toEqual([...fresh]);
  });
});

test.each([
  { name: 'usual load', surprise: () => 0 },
  { name: 'a heat wave a year', surprise: (at: EpochMs) => (isIn(at, 7, 8, 16) ? 0.25 : 0) },
])('a fit gone back to is the one that is made first: $name', ({ surprise }) => {
  const earlier = monthlyRefit(Date.UTC(2022, 3, 5));
  const logsOf = logsAt(surprise);
  const before = [...logsOf(REFIT)];
  expect([...logsOf(earlier)]).toEqual([...logsAt(surprise)(earlier)]);
  expect([...logsOf(REFIT)]).toEqual(before);
});

describe('of a short history', () => {
  const FIRST = dayNumber(2022, 1, 1);
  const CUTOFF = dayNumber(2022, 6, 30);
  const refit: Refit = { refitAt: 0, trainingCutoff: CUTOFF };

  /** Flat load of some days; hours filled in on others. */
  function climatologyOf(
    isPresent: (day: number) => boolean,
    filledOn = (_day: number) => 0,
    logOf = (_day: number) => 9,
  ) {
    const table = measuredDays(FIRST, CUTOFF - FIRST + 20, logOf);
    const climatology = new Climatology({
      ...table,
      zone: LOCAL.timezone,
      calendar: LOCAL.calendar,
      changes: 1,
      changedSince: () => FIRST,
      has: isPresent,
      filledOn: (day: number) => (isPresent(day) ? filledOn(day) : 24),
    } as unknown as DayTable);
    climatology.prepare(refit);
    return climatology;
  }

  test.each([
    { name: 'load on every day', isPresent: () => true, first: FIRST, isSteady: true },
    {
      name: 'the fewest steady days',
      isPresent: (day: number) => day >= CUTOFF - CLIMATOLOGY.steadyDays,
      first: CUTOFF - 120,
      isSteady: true,
    },
    {
      name: 'one day fewer',
      isPresent: (day: number) => day > CUTOFF - CLIMATOLOGY.steadyDays,
      first: CUTOFF - 119,
      isSteady: false,
    },
    { name: 'one day in four missing', isPresent: (day: number) => day % 4 > 0, first: FIRST, isSteady: true },
    {
      name: 'every third day missing',
      isPresent: (day: number) => day % 3 !== FIRST % 3 || day === FIRST,
      first: FIRST,
      isSteady: false,
    },
    { name: 'no load', isPresent: () => false, first: Number.POSITIVE_INFINITY, isSteady: false },
  ])('$name: read as a neighbour is $isSteady', ({ isPresent, first, isSteady }) => {
    const climatology = climatologyOf(isPresent);
    expect([climatology.firstLoadDay, climatology.isSteady]).toEqual([first, isSteady]);
  });

  test('days with a filled-in hour are not in the fit', () => {
    const climatology = climatologyOf(
      () => true,
      (day) => (day < FIRST + 30 ? 1 : 0),
    );
    expect(climatology.fittedDays).toBe(CUTOFF - FIRST - 30);
  });

  test('the first fit is that of the refit, and used for all days before it', () => {
    const climatology = climatologyOf(() => true);
    const logsBy = (trainingCutoff: number) => {
      const out = new Float64Array(24);
      climatology.writeLogs(CUTOFF, trainingCutoff, out, 0);
      return out;
    };
    expect(climatology.firstFit).toBe(CUTOFF);
    expect(logsBy(FIRST)).toEqual(logsBy(CUTOFF));
    expect(Math.abs(logsBy(CUTOFF)[12]! - 9)).toBeLessThan(0.01);
  });

  describe('coefficients of a fit, held by a climatology of the same days', () => {
    const logsOf = (climatology: Climatology, write: 'writeLogs' | 'writeHolidayPart', day: number) => {
      const out = new Float64Array(24);
      climatology[write](day, CUTOFF, out, 0);
      return out;
    };
    const yearly = (day: number) => 9 + 0.2 * Math.cos((2 * Math.PI * day) / 365.25) + 0.01 * (day % 7);
    const fitted = climatologyOf(() => true, undefined, yearly);

    test.each([
      { name: 'the day after the cutoff', day: CUTOFF + 1 },
      { name: 'Independence Day', day: dayNumber(2022, 7, 4) },
      { name: 'a leap day', day: dayNumber(2024, 2, 29) },
      { name: 'the last day of a year', day: dayNumber(2022, 12, 31) },
    ])('give the logs of the fit, bit for bit: $name', ({ day }) => {
      const holding = climatologyOf(() => false);
      holding.hold(CUTOFF, fitted.coefficientsOf(CUTOFF));
      for (const write of ['writeLogs', 'writeHolidayPart'] as const) {
        expect(logsOf(holding, write, day)).toEqual(logsOf(fitted, write, day));
      }
    });

    test('are those of the cutoff, and none of another', () => {
      const holding = climatologyOf(() => true);
      const own = logsOf(holding, 'writeLogs', CUTOFF + 1);
      holding.hold(CUTOFF - 30, fitted.coefficientsOf(CUTOFF));
      expect(logsOf(holding, 'writeLogs', CUTOFF + 1)).toEqual(own);
      holding.hold(CUTOFF, fitted.coefficientsOf(CUTOFF));
      expect(logsOf(holding, 'writeLogs', CUTOFF + 1)).not.toEqual(own);
    });

    test('are used until the next fit', () => {
      const holding = climatologyOf(() => true);
      const own = logsOf(holding, 'writeLogs', CUTOFF + 1);
      holding.hold(CUTOFF, fitted.coefficientsOf(CUTOFF));
      holding.prepare(refit);
      expect(logsOf(holding, 'writeLogs', CUTOFF + 1)).toEqual(own);
    });
  });

  test('load from the cutoff on is not seen', () => {
    const parts = [9, 12].map((later) => {
      const out = new Float64Array(24);
      climatologyOf(
        () => true,
        undefined,
        (day) => (day >= CUTOFF ? later : 9),
      ).writeLogs(CUTOFF + 1, CUTOFF, out, 0);
      return out;
    });
    expect(parts[1]).toEqual(parts[0]);
  });

  test.each([
    { name: 'Memorial Day', day: dayNumber(2022, 5, 30), isHoliday: true },
    { name: 'a usual Tuesday', day: dayNumber(2022, 6, 14), isHoliday: false },
  ])('only a holiday has a holidays’ part: $name', ({ day, isHoliday }) => {
    const out = new Float64Array(24);
    climatologyOf(
      () => true,
      undefined,
      (at) => (at === day ? 8.9 : 9),
    ).writeHolidayPart(day, CUTOFF, out, 0);
    expect(out[12]! < 0).toBe(isHoliday);
    if (!isHoliday) expect([...out]).toEqual(new Array(24).fill(0));
  });

  test.each([8, 9, 11.5])('of a flat log load of %d the expected log load is that, at all hours', (log) => {
    const out = new Float64Array(24);
    climatologyOf(
      () => true,
      undefined,
      () => log,
    ).writeLogs(CUTOFF + 7, CUTOFF, out, 0);
    for (const expected of out) expect(Math.abs(expected - log)).toBeLessThan(0.01);
  });

  test.each(['writeLogs', 'writeHolidayPart'] as const)(
    '%s replaces 24 places from the one given, no other',
    (write) => {
      const [out, filled] = [new Float64Array(24), new Float64Array(72).fill(5)];
      const climatology = climatologyOf(() => true);
      climatology[write](dayNumber(2022, 7, 4), CUTOFF, out, 0);
      climatology[write](dayNumber(2022, 7, 4), CUTOFF, filled, 24);
      expect([...filled]).toEqual([...new Array(24).fill(5), ...out, ...new Array(24).fill(5)]);
    },
  );
});
