import { FLAG } from './flags.js';
import type { ScreenPolicy } from './policy.js';

const DAY = 24;
const WEEK = 168;
const MEDIAN_DAYS = 28;
const MIN_MEDIAN_DAYS = 7;
const LEVEL_SHIFT_HOURS = 72;
/** Log steps of the unit slips seen in EIA-930: kW for MW and the reverse, and a decimal point moved once or twice. */
const UNIT_SLIPS = [Math.log(10), Math.log(100), Math.log(1000), Math.log(1_000_000)];
/** A value this near to yesterday's and last week's, after a usual change, is good without any median. */
const CALM_LEVEL = 0.3;
const CALM_CHANGE = 0.05;
/** Farther than any sum of logs is rounded. */
const CERTAIN = 1e-9;

/** A screened hourly series. `logMw` is gap-filled: NaN only before the first value and in gaps over a week. */
export interface ScreenedHours {
  readonly valuesMw: Float64Array;
  readonly flags: Uint8Array;
  readonly logMw: Float64Array;
}

/** An unscreened series of `hours` hours: fill `valuesMw`, then call `screenCausally`. */
export function unscreened(hours: number): ScreenedHours {
  return {
    valuesMw: new Float64Array(hours).fill(Number.NaN),
    flags: new Uint8Array(hours),
    logMw: new Float64Array(hours).fill(Number.NaN),
  };
}

/**
 * Flags hours by the hours before them, and fills the flagged hours.
 *
 * The flag and the filled value of an hour depend on values up to that hour and on nothing later, so the result for a
 * prefix is the prefix of the result, and screening may resume at any hour. A flagged hour is filled with last week's
 * value moved by 0.98 of the gap one hour ago: `l[t] = l[t-168] + 0.98 (l[t-1] - l[t-169])` in logs.
 *
 * @param hours flags and logs before `from` must come from an earlier call with the same values; written in place
 * @param policy bounds of the series
 * @param from first hour to (re)do
 * @param to end, exclusive
 */
export function screenCausally(hours: ScreenedHours, policy: ScreenPolicy, from: number, to: number): void {
  for (let hour = from; hour < to; hour++) {
    const flag = chooseFlag(hours, policy, hour);
    hours.flags[hour] = flag;
    hours.logMw[hour] = flag === FLAG.good ? Math.log(hours.valuesMw[hour]!) : filledLog(hours, hour);
  }
}

function chooseFlag({ valuesMw, flags, logMw }: ScreenedHours, policy: ScreenPolicy, hour: number): number {
  const value = valuesMw[hour]!;
  if (Number.isNaN(value)) return FLAG.missing;
  if (value < 0) return FLAG.negative;
  if (value === 0) return FLAG.zero;
  if (isFrozen(valuesMw, hour, policy.frozenRunHours)) return FLAG.frozen;
  if (!Number.isFinite(value)) return FLAG.spike;

  const level = Math.log(value);
  const change = level - logAt(logMw, hour - 1);
  if (isCalm(logMw, hour, level, change)) return FLAG.good;

  const levels = gatherDays(logMw, hour, 0);
  if (!isNearMedian(levels, level, policy.maxLogDeviation)) {
    const deviation = level - median(levels);
    if (UNIT_SLIPS.some((slip) => Math.abs(Math.abs(deviation) - slip) < 0.5)) return FLAG.unit_slip;
    if (runLength(flags, hour, FLAG.spike, LEVEL_SHIFT_HOURS) < LEVEL_SHIFT_HOURS) return FLAG.spike;
    return FLAG.good;
  }
  const changes = gatherDays(logMw, hour, 1);
  if (isNearMedian(changes, change, policy.jumpFloor)) return FLAG.good;
  const usualChange = median(changes);
  const surprise = Math.abs(change - usualChange);
  if (surprise > policy.jumpMads * medianDistance(changes, usualChange)) {
    const run = runLength(flags, hour, FLAG.jump, policy.maxJumpRunHours);
    if (run < policy.maxJumpRunHours) return FLAG.jump;
  }
  return FLAG.good;
}

function isFrozen(valuesMw: Float64Array, hour: number, runHours: number): boolean {
  for (let back = 1; back < runHours; back++) if (valuesMw[hour - back] !== valuesMw[hour]) return false;
  return true;
}

/** Before the first hour there is none: a read outside an array would make an object of every number. */
function logAt(logMw: Float64Array, hour: number): number {
  return hour < 0 ? Number.NaN : logMw[hour]!;
}

function isCalm(logMw: Float64Array, hour: number, level: number, change: number): boolean {
  if (hour < WEEK) return false;
  const nearDay = Math.abs(level - logMw[hour - DAY]!) < CALM_LEVEL;
  const nearWeek = Math.abs(level - logMw[hour - WEEK]!) < CALM_LEVEL;
  const dayChange = logMw[hour - DAY]! - logMw[hour - DAY - 1]!;
  const weekChange = logMw[hour - WEEK]! - logAt(logMw, hour - WEEK - 1);
  const usualChange = Math.abs(change - dayChange) < CALM_CHANGE || Math.abs(change - weekChange) < CALM_CHANGE;
  return nearDay && nearWeek && usualChange;
}

const sample = new Float64Array(MEDIAN_DAYS);

/**
 * Gathers the sample: levels (`difference` 0) or changes (1) of the same hour on the 28 days before.
 *
 * @returns how many are known
 */
export function gatherDays(logMw: Float64Array, hour: number, difference: 0 | 1): number {
  let count = 0;
  for (let day = 1; day <= MEDIAN_DAYS; day++) {
    const at = hour - day * DAY;
    if (at < difference) break;
    const value = difference === 0 ? logMw[at]! : logMw[at]! - logMw[at - 1]!;
    if (!Number.isNaN(value)) sample[count++] = value;
  }
  return count;
}

/**
 * Whether a value is not farther than `within` from the median of the sample, or there is no median. Counting the
 * values on either side usually suffices, and costs less than the order.
 */
function isNearMedian(count: number, value: number, within: number): boolean {
  let [below, above] = [0, 0];
  for (let i = 0; i < count; i++) {
    const distance = sample[i]! - value;
    if (distance < CERTAIN - within) below++;
    else if (distance > within - CERTAIN) above++;
  }
  if (count < MIN_MEDIAN_DAYS || Math.max(below, above) <= (count - 1) >> 1) return true;
  return !(Math.abs(value - median(count)) > within);
}

/** Median distance of the sample from a value, which the sample becomes. */
function medianDistance(count: number, from: number): number {
  for (let i = 0; i < count; i++) sample[i] = Math.abs(sample[i]! - from);
  return median(count);
}

/**
 * The median of the first `count` values of the sample, which it sorts; NaN with fewer than seven. With so few values
 * an insertion is cheaper than the sort of the language.
 */
export function median(count: number): number {
  if (count < MIN_MEDIAN_DAYS) return Number.NaN;
  for (let next = 1; next < count; next++) {
    const value = sample[next]!;
    let at = next;
    for (; at > 0 && sample[at - 1]! > value; at--) sample[at] = sample[at - 1]!;
    sample[at] = value;
  }
  return count % 2 === 1 ? sample[count >> 1]! : (sample[count / 2 - 1]! + sample[count / 2]!) / 2;
}

function runLength(flags: Uint8Array, hour: number, flag: number, limit: number): number {
  let run = 0;
  while (run < limit && flags[hour - 1 - run] === flag) run++;
  return run;
}

function filledLog({ flags, logMw }: ScreenedHours, hour: number): number {
  const before = logAt(logMw, hour - 1);
  // The hour before has no log only at the start or in a long gap, which then continues: no need to count its hours.
  if (Number.isNaN(before) || isLongGap(flags, hour)) return Number.NaN;
  const usual = logAt(logMw, hour - WEEK) + 0.98 * (before - logAt(logMw, hour - WEEK - 1));
  return Number.isNaN(usual) ? before : usual;
}

function isLongGap(flags: Uint8Array, hour: number): boolean {
  for (let back = 1; back <= WEEK; back++) {
    if (hour - back < 0) return true;
    if (flags[hour - back] === FLAG.good) return false;
  }
  return true;
}
