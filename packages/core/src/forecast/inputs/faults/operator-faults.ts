import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import { MULTI_DAY } from '../../settings.data.js';
import type { DayTable } from '../day-table.js';
import {
  type Compared,
  comparedOf,
  countOfKnown,
  isPublished,
  meanOfKnown,
  measuredRuns,
  type OperatorCheck,
  seamOf,
  type Usual,
  usualOf,
} from './compared-days.js';
import { FAULTS, OPERATOR_FAULTS } from './faults.data.js';
import { isFlat, meanOf, medianOf, movedSpread, recentLevel, spreadOf } from './published-runs.js';

/** A fault that lasts: from the day it began. */
interface Run {
  readonly fault: string;
  readonly since: DayNumber;
  /** Step of the level, as a difference of logs; 0 for another fault. */
  readonly step: number;
}

/**
 * The days of an operator's forecast that show a fault, in words, as far as it can be seen.
 *
 * A day that is not measured yet is compared with the days before it: a step at its midnight, the values of an earlier
 * day, one value, another unit. A day with measured hours is judged by them, so a step that the load made too does not
 * count, and a miss far beyond all others is a fault. A fault lasts until the forecast steps back or fits again, and
 * after three weeks it is how this operator forecasts.
 *
 * @param first the first day to check; earlier ones are not known
 * @param last tomorrow
 */
export function operatorFaults(given: OperatorCheck, first: DayNumber, last: DayNumber): Map<DayNumber, string> {
  const check = comparedOf(given);
  const found = new Map<DayNumber, string>();
  const good: DayNumber[] = [];
  let run: Run | undefined;
  for (let day = first; day <= last; day++) {
    if (!isPublished(check, day)) continue;
    const values = valuesFault(check, day);
    if (run && day - run.since >= longestDays(run)) {
      const { since } = run;
      const passed = [...found.keys()].filter((each) => each >= since);
      for (const each of passed) found.delete(each);
      good.push(...passed);
      run = undefined;
    }
    const usual = usualOf(check, good);
    if (values === FAULTS.repeated) run ??= { fault: values, since: day, step: 0 };
    else if (!values && usual) run = run ? continued(check, run, usual, day) : begun(check, usual, day, last);
    const fault = values ?? run?.fault;
    if (fault === undefined) good.push(day);
    else found.set(day, fault);
  }
  return found;
}

function longestDays({ fault }: Run): number {
  return fault === FAULTS.displaced ? OPERATOR_FAULTS.longestDisplacedDays : OPERATOR_FAULTS.longestDays;
}

/** Days whose forecast is so far from the load, in the mean, that it was in another unit: nothing is fitted to them. */
export function otherUnitDays(operator: DayTable, load: DayTable): ReadonlySet<DayNumber> {
  const days = new Set<DayNumber>();
  for (let day = operator.firstDay; day < operator.firstDay + operator.dayCount; day++) {
    const row = (day - operator.firstDay) * 24;
    const errors = operator.logs.subarray(row, row + 24).map((log, hour) => load.measured(day, hour) - log);
    const isJudged = countOfKnown(errors) >= OPERATOR_FAULTS.fewestHours;
    if (isJudged && Math.abs(meanOfKnown(errors)) > OPERATOR_FAULTS.unitError) days.add(day);
  }
  return days;
}

/** What the values of a day show by themselves. */
function valuesFault({ published, load }: OperatorCheck, day: DayNumber): string | undefined {
  const values = published(day);
  if (isFlat(values)) return FAULTS.flat;
  if (Math.abs(meanOfKnown(values) - recentLevel(load, day)) > MULTI_DAY.mostLevelChange) return FAULTS.unit;
  for (let back = 1; back <= OPERATOR_FAULTS.repeatedDays; back++)
    if (sharedValues(values, published(day - back)) >= OPERATOR_FAULTS.repeatedHours) return FAULTS.repeated;
  return undefined;
}

function begun(check: Compared, usual: Usual, day: DayNumber, last: DayNumber): Run | undefined {
  const step = stepAt(check, usual, day);
  const share = shareOfError(check, usual, day, step);
  if (step !== 0 && (Number.isNaN(share) || share > OPERATOR_FAULTS.stepShare))
    return { fault: FAULTS.step, since: day, step };
  const miss = measureMiss(check, usual, day);
  if (miss !== 0) return { fault: FAULTS.miss, since: day, step: -miss };
  const { dayLate, displaced, displacedBefore } = OPERATOR_FAULTS;
  const isJudged = isMeasured(check, day);
  if (isJudged && isDayLate(check, usual, day, dayLate)) return { fault: FAULTS.dayLate, since: day, step: 0 };
  const isConfirmed = day !== last - 1 || !isPublished(check, last) || looksDisplaced(check, usual, last);
  const isNow = isConfirmed && isDisplaced(check, usual, day, displaced);
  const isForDays = displacedBefore.every((rule) => isDisplaced(check, usual, day, rule));
  return isNow || isForDays ? { fault: FAULTS.displaced, since: day, step: 0 } : undefined;
}

function continued(check: Compared, run: Run, usual: Usual, day: DayNumber): Run | undefined {
  if (run.step !== 0) {
    const share = shareOfError(check, usual, day, run.step);
    const isBack = -seamOf(check, usual, day) / run.step > 1 - OPERATOR_FAULTS.stepShare;
    return (Number.isNaN(share) ? isBack : share < OPERATOR_FAULTS.stepShare) ? undefined : run;
  }
  if (!isMeasured(check, day)) return run;
  const { stillDayLate, stillDisplaced } = OPERATOR_FAULTS;
  const lasts =
    run.fault === FAULTS.displaced
      ? stillDisplaced.every((rule) => isDisplaced(check, usual, day, rule, run.since))
      : isDayLate(check, usual, day, stillDayLate, run.since);
  return lasts ? run : undefined;
}

/** The step at a day's midnight that no day before has made, and the level of the day with it; else 0. */
function stepAt(check: Compared, usual: Usual, day: DayNumber): number {
  const step = seamOf(check, usual, day);
  const [values, before] = [check.published(day), check.published(day - 1)];
  const level = meanOfKnown(values) - meanOfKnown(before);
  const isNew = Math.abs(step) > OPERATOR_FAULTS.stepRatio * usual.largestStep + OPERATOR_FAULTS.leastStep;
  return isNew && level / step > OPERATOR_FAULTS.stepShare ? step : 0;
}

/** The mean error of a day's measured hours where no day before has missed them so; else 0. */
function measureMiss(check: Compared, { good, bias }: Usual, day: DayNumber): number {
  const errors = check.errors(day);
  const miss = meanError(errors, errors, bias);
  if (!(Math.abs(miss) > OPERATOR_FAULTS.leastMiss)) return 0;
  const largest = good.reduce((most, each) => {
    const other = Math.abs(meanError(check.errors(each), errors, bias));
    return Number.isNaN(other) ? most : Math.max(most, other);
  }, 0);
  return Math.abs(miss) > OPERATOR_FAULTS.missRatio * largest ? miss : 0;
}

/** The mean of errors less the usual, over the hours that another day has too; NaN with too few. */
function meanError(errors: Float64Array, others: Float64Array, bias: Float64Array): number {
  const hours = [...errors.keys()].filter((hour) => !Number.isNaN(errors[hour]! + others[hour]!));
  if (hours.length < OPERATOR_FAULTS.fewestHours) return Number.NaN;
  return meanOf(hours.map((hour) => errors[hour]! - bias[hour]!));
}

/** How much of a step the day's measured hours show as error; NaN with too few of them. */
function shareOfError(check: Compared, { bias }: Usual, day: DayNumber, step: number): number {
  const errors = check.errors(day);
  return -meanError(errors, errors, bias) / step;
}

function sharedValues(values: Float64Array, others: Float64Array): number {
  return values.filter((value, hour) => value === others[hour]).length;
}

/** Whether enough hours of a day are known to judge its forecast by them. */
function isMeasured({ errors }: Compared, day: DayNumber): boolean {
  return countOfKnown(errors(day)) >= OPERATOR_FAULTS.fewestHours;
}

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
  const least = (spreads: readonly number[]) => Math.min(...spreads.filter((each) => !Number.isNaN(each)));
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
  const against = (of: DayNumber) =>
    Array.from(published(day), (log, hour) => Math.abs(load.measured(of, hour) - log - bias[hour]!));
  const [own, late] = [against(day), against(day - 1)];
  const isKnown = (_: number, hour: number) => !Number.isNaN(own[hour]! + late[hour]!);
  return { own: sumOf(own.filter(isKnown)), late: sumOf(late.filter(isKnown)), hours: own.filter(isKnown).length };
}

function daysBefore(last: DayNumber, count: number, since: DayNumber): DayNumber[] {
  const first = Math.max(since, last - count + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
