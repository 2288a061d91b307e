import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import { type Compared, measuredRuns, type Usual } from './compared-days.js';
import { OPERATOR_FAULTS } from './faults.data.js';
import { medianOf, movedSpread, spreadOf } from './published-runs.js';

/** When the forecasts of some days fit another time better. */
interface Displacement {
  /** Days that are judged together, the last of them included. */
  readonly days: number;
  /** Maximum ratio of the error at the other time to the error at the day's own time. */
  readonly errorRatio: number;
  /** Minimum ratio of the error to its usual size. */
  readonly spreadRatio: number;
}

/** Whether the measured hours of the last days fit much better an hour off, and as they are much worse than those hours usually do. */
export function isDisplaced(check: Compared, usual: Usual, last: DayNumber, rule: Displacement, since = 0): boolean {
  const spreadsOf = (day: DayNumber) => {
    const runs = measuredRuns(check, usual.bias, day);
    const [own, late, early] = [0, -1, 1].map((moved) => spreadOf(runs, moved, OPERATOR_FAULTS.fewestHours));
    return { own: own!, late: late!, early: early!, hours: runs.others };
  };
  const days = daysBefore(last, rule.days, since)
    .map(spreadsOf)
    .filter(({ own, late, early }) => !Number.isNaN(own + late + early));
  const own = sumOf(days.map((day) => day.own));
  const moved = Math.min(sumOf(days.map((day) => day.late)), sumOf(days.map((day) => day.early)));
  if (!(moved < rule.errorRatio * own)) return false;
  return own > rule.spreadRatio * sumOf(days.map(({ hours }) => usualSpread(check, usual, hours)));
}

/** The median spread that good days have over the hours of a day that are measured. */
function usualSpread(check: Compared, { good, bias }: Usual, measured: Float64Array): number {
  const spreads = good.map((each) => {
    const { values, others } = measuredRuns(check, bias, each);
    const sameHours = others.map((log, hour) => (Number.isNaN(measured[hour]!) ? Number.NaN : log));
    return spreadOf({ values, others: sameHours }, 0, OPERATOR_FAULTS.fewestHours);
  });
  return medianOf(spreads.filter((each) => !Number.isNaN(each)));
}

/** Whether tomorrow is nearer to some day before when it is moved by an hour. */
export function looksDisplaced(check: Compared, { good }: Usual, day: DayNumber): boolean {
  const values = check.published(day);
  const least = (spreads: readonly number[]) =>
    spreads.reduce((low, each) => (Number.isNaN(each) ? low : Math.min(low, each)), Number.POSITIVE_INFINITY);
  const runs = good.slice(-14).map((each) => ({ values, others: check.published(each) }));
  const moved = least(runs.map((each) => movedSpread(each, OPERATOR_FAULTS.fewestHours)));
  const still = least(runs.map((each) => spreadOf(each, 0, OPERATOR_FAULTS.fewestHours)));
  return moved < OPERATOR_FAULTS.tomorrowRatio * still;
}

/** Whether the measured hours of the last days fit the load of the day before each better, and their own worse than usual. */
export function isDayLate(check: Compared, usual: Usual, last: DayNumber, rule: Displacement, since = 0): boolean {
  const days = daysBefore(last, rule.days, since).map((day) => errorsADayOff(check, usual, day));
  const own = sumOf(days.map((day) => day.own));
  if (!(sumOf(days.map((day) => day.late)) < rule.errorRatio * own)) return false;
  const usualErrors = usual.good.map((day) => errorsADayOff(check, usual, day)).map((day) => day.own / day.hours);
  const usualError = medianOf(usualErrors.filter((error) => !Number.isNaN(error)));
  return own > rule.spreadRatio * usualError * sumOf(days.map((day) => day.hours));
}

/** Sums of a day's absolute errors, bias removed: against its own load, and against the load of the day before. */
function errorsADayOff({ published, load }: Compared, { bias }: Usual, day: DayNumber) {
  const sums = { own: 0, late: 0, hours: 0 };
  for (const [hour, log] of published(day).entries()) {
    const own = Math.abs(load.measured(day, hour) - log - bias[hour]!);
    const late = Math.abs(load.measured(day - 1, hour) - log - bias[hour]!);
    if (Number.isNaN(own + late)) continue;
    sums.own += own;
    sums.late += late;
    sums.hours++;
  }
  return sums;
}

function daysBefore(last: DayNumber, count: number, since: DayNumber): DayNumber[] {
  const first = Math.max(since, last - count + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
