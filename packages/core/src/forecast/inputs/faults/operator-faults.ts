import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import { MULTI_DAY, OPERATOR } from '../../settings.data.js';
import type { DayTable } from '../day-table.js';
import { FAULTS, OPERATOR_FAULTS } from './faults.data.js';
import { isFlat, isRepeated, meanOf, medianOf, movedSpread, recentLevel, spreadOf } from './published-runs.js';

/** An operator's day-ahead forecasts and the load, as known at one instant. */
export interface OperatorCheck {
  /** Logs of a local day as published, before screening; NaN where there is none. */
  published(day: DayNumber): Float64Array;
  /** The load, whose hours that are known judge the forecast of their day. */
  readonly load: DayTable;
}

/** The same, with the errors of each day worked out once. */
interface Compared extends OperatorCheck {
  /** Load minus forecast by hour, as a difference of logs; NaN where one is missing. */
  errors(day: DayNumber): Float64Array;
}

/** A fault that lasts: from the day it began. */
interface Run {
  readonly fault: string;
  readonly since: DayNumber;
  /** Of the level, as a difference of logs; 0 for another fault. */
  readonly step: number;
}

/** What is usual of the good days before one. */
interface Usual {
  readonly good: readonly DayNumber[];
  /** Mean log error by hour. */
  readonly bias: Float64Array;
  /** Median step at midnight, and the largest distance from it. */
  readonly seam: number;
  readonly largestStep: number;
}

/**
 * The days of an operator's forecast that show a fault, in words, as far as it can be seen.
 *
 * A day that is not measured yet is compared with the days before it: a step at its midnight, the values of an earlier day, one
 * value, another unit. A day of which hours are measured is judged by them, so that a step which the load made too is none, and a miss far
 * beyond all others is a fault. A fault lasts until the forecast steps back or fits again, and after three weeks it is how this operator forecasts.
 *
 * @param first day that is looked at; those before it are not known
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
    if (run && day - run.since >= OPERATOR_FAULTS.longestDays) {
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

/** Days whose forecast is so far from the load, in the mean, that it was in another unit: nothing is fitted to them. */
export function otherUnitDays(operator: DayTable, load: DayTable): ReadonlySet<DayNumber> {
  const days = new Set<DayNumber>();
  for (let day = operator.firstDay; day < operator.firstDay + operator.dayCount; day++) {
    let [sum, count] = [0, 0];
    for (let hour = 0; hour < 24; hour++) {
      const error = load.measured(day, hour) - operator.logs[(day - operator.firstDay) * 24 + hour]!;
      if (Number.isNaN(error)) continue;
      sum += error;
      count++;
    }
    if (count >= OPERATOR_FAULTS.fewestHours && Math.abs(sum / count) > OPERATOR_FAULTS.unitError) days.add(day);
  }
  return days;
}

/** What the values of a day show by themselves. */
function valuesFault({ published, load }: OperatorCheck, day: DayNumber): string | undefined {
  const values = published(day);
  if (isFlat(values)) return FAULTS.flat;
  if (Math.abs(meanOfKnown(values) - recentLevel(load, day)) > MULTI_DAY.mostLevelChange) return FAULTS.unit;
  for (let back = 1; back <= OPERATOR_FAULTS.repeatedDays; back++)
    if (isRepeated({ values, others: published(day - back) })) return FAULTS.repeated;
  return undefined;
}

function begun(check: Compared, usual: Usual, day: DayNumber, last: DayNumber): Run | undefined {
  const step = stepAt(check, usual, day);
  const share = shareOfError(check, usual, day, step);
  if (step !== 0 && (Number.isNaN(share) || share > OPERATOR_FAULTS.stepShare))
    return { fault: FAULTS.step, since: day, step };
  const miss = missOf(check, usual, day);
  if (miss !== 0) return { fault: FAULTS.miss, since: day, step: -miss };
  const isShort = day === last - 1 && isPublished(check, last);
  if (!isDisplaced(check, usual, day, OPERATOR_FAULTS.displaced)) return undefined;
  if (isShort && !looksDisplaced(check, usual, last)) return undefined;
  return { fault: FAULTS.displaced, since: day, step: 0 };
}

function continued(check: Compared, run: Run, usual: Usual, day: DayNumber): Run | undefined {
  if (run.fault === FAULTS.repeated) return isDayLate(check, usual, day) ? run : undefined;
  if (run.step !== 0) {
    const share = shareOfError(check, usual, day, run.step);
    const isBack = -seamOf(check, usual, day) / run.step > 1 - OPERATOR_FAULTS.stepShare;
    return (Number.isNaN(share) ? isBack : share < OPERATOR_FAULTS.stepShare) ? undefined : run;
  }
  const isJudged = !Number.isNaN(measuredSpread(check, usual.bias, day));
  return isJudged && !isDisplaced(check, usual, day, OPERATOR_FAULTS.stillDisplaced) ? undefined : run;
}

/** Whether a day's forecast fits the measured hours of the day before much better than the one that was published for them. */
function isDayLate({ published, load }: Compared, { bias }: Usual, day: DayNumber): boolean {
  const errorOf = (forecast: Float64Array) => {
    const errors = forecast.map((log, hour) => Math.abs(load.measured(day - 1, hour) - log - bias[hour]!));
    return meanOfKnown(errors);
  };
  return errorOf(published(day)) < OPERATOR_FAULTS.stillDisplaced.errorRatio * errorOf(published(day - 1));
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
function missOf(check: Compared, { good, bias }: Usual, day: DayNumber): number {
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
  let [sum, count] = [0, 0];
  for (let hour = 0; hour < 24; hour++) {
    if (Number.isNaN(errors[hour]! + others[hour]!)) continue;
    sum += errors[hour]! - bias[hour]!;
    count++;
  }
  return count < OPERATOR_FAULTS.fewestHours ? Number.NaN : sum / count;
}

/** From the last hour of the day before to the first of a day, less the usual; NaN where one is missing. */
function seamOf(check: Compared, usual: Usual, day: DayNumber): number {
  return rawSeam(check, day) - usual.seam;
}

function rawSeam({ published }: OperatorCheck, day: DayNumber): number {
  return published(day)[0]! - published(day - 1)[23]!;
}

/** How much of a step the day's measured hours show as error; NaN with too few of them. */
function shareOfError(check: Compared, { bias }: Usual, day: DayNumber, step: number): number {
  const errors = check.errors(day);
  return -meanError(errors, errors, bias) / step;
}

/** Whether the measured hours of a day fit much better an hour off, and as it is much worse than those hours usually do. */
function isDisplaced(
  check: Compared,
  { good, bias }: Usual,
  day: DayNumber,
  { errorRatio, spreadRatio }: { readonly errorRatio: number; readonly spreadRatio: number },
): boolean {
  const runs = measuredRuns(check, bias, day);
  const spread = spreadOf(runs, 0, OPERATOR_FAULTS.fewestHours);
  if (!(movedSpread(runs, OPERATOR_FAULTS.fewestHours) < errorRatio * spread)) return false;
  const usual = good.map((each) => {
    const { values, others } = measuredRuns(check, bias, each);
    const sameHours = others.map((log, hour) => (Number.isNaN(runs.others[hour]!) ? Number.NaN : log));
    return spreadOf({ values, others: sameHours }, 0, OPERATOR_FAULTS.fewestHours);
  });
  return spread > spreadRatio * medianOf(usual.filter((each) => !Number.isNaN(each)));
}

/** Whether tomorrow is nearer to some day before when it is moved by an hour. */
function looksDisplaced(check: Compared, { good }: Usual, day: DayNumber): boolean {
  const values = check.published(day);
  const least = (spreads: readonly number[]) =>
    spreads.reduce((low, each) => (Number.isNaN(each) ? low : Math.min(low, each)), Number.POSITIVE_INFINITY);
  const runs = good.slice(-14).map((each) => ({ values, others: check.published(each) }));
  const moved = least(runs.map((each) => movedSpread(each, OPERATOR_FAULTS.fewestHours)));
  const still = least(runs.map((each) => spreadOf(each, 0, OPERATOR_FAULTS.fewestHours)));
  return moved < OPERATOR_FAULTS.tomorrowRatio * still;
}

function measuredSpread(check: Compared, bias: Float64Array, day: DayNumber): number {
  return spreadOf(measuredRuns(check, bias, day), 0, OPERATOR_FAULTS.fewestHours);
}

/** A day as published, and the measured load less the usual error. */
function measuredRuns({ published, load }: OperatorCheck, bias: Float64Array, day: DayNumber) {
  return { values: published(day), others: bias.map((error, hour) => load.measured(day, hour) - error) };
}

/** Undefined with too few days. */
function usualOf(check: Compared, all: readonly DayNumber[]): Usual | undefined {
  const good = all.slice(-OPERATOR_FAULTS.comparedDays);
  if (good.length < OPERATOR_FAULTS.fewestDays) return undefined;
  const [sums, counts] = [new Float64Array(24), new Float64Array(24)];
  for (const day of good)
    check.errors(day).forEach((error, hour) => {
      if (Number.isNaN(error)) return;
      sums[hour]! += Math.max(-OPERATOR.errorClip, Math.min(OPERATOR.errorClip, error));
      counts[hour]!++;
    });
  const seams = good.map((day) => rawSeam(check, day)).filter((seam) => !Number.isNaN(seam));
  const seam = medianOf(seams);
  const largestStep = seams.reduce((most, each) => Math.max(most, Math.abs(each - seam)), 0);
  return { good, bias: sums.map((sum, hour) => sum / counts[hour]!), seam, largestStep };
}

function comparedOf({ published, load }: OperatorCheck): Compared {
  const days = new Map<DayNumber, Float64Array>();
  const errors = (day: DayNumber): Float64Array => {
    const known = days.get(day) ?? published(day).map((log, hour) => load.measured(day, hour) - log);
    days.set(day, known);
    return known;
  };
  return { published, load, errors };
}

function meanOfKnown(values: Float64Array): number {
  return meanOf(values.filter((value) => !Number.isNaN(value)));
}

function isPublished({ published }: OperatorCheck, day: DayNumber): boolean {
  return published(day).filter(Number.isNaN).length <= OPERATOR.mostFilledHours;
}
