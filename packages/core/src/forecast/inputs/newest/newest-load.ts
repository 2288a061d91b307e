import { type KnownSeries, newestHour, readAsOf } from '../../../series/known-series.js';
import type { LoadSeries } from '../../../series/series.js';
import { DAY_MS, type EpochMs, floorToHour, HOUR_MS } from '../../../time/instant.js';
import { MULTI_DAY } from '../../settings.data.js';
import { FAULTS } from '../faults/faults.data.js';
import { medianOf } from '../faults/published-runs.js';
import { NEWEST_LOAD } from './newest-load.data.js';

/** What an operator's own feed adds to reported load at an issue. */
export interface NewestHours {
  /** Hours after the newest reported one, MW as they would be reported; undefined where none is used. */
  readonly hours?: LoadSeries | undefined;
  /** Why none is used, in words; undefined also where none was to be expected. */
  readonly fault?: string | undefined;
}

/** The newest hours of several series, each worked out once an issue. */
export class NewestLoads {
  private readonly last = new Map<string, { key: readonly unknown[]; found: NewestHours }>();

  after(id: string, load: KnownSeries, newest: KnownSeries | undefined, issuedAt: EpochMs): NewestHours {
    const key = [load, newest, issuedAt];
    const held = this.last.get(id);
    if (held?.key.every((part, i) => part === key[i])) return held.found;
    const found = newest && newest.values.length > 0 ? newestHoursAfter(load, newest, issuedAt) : {};
    this.last.set(id, { key, found });
    return found;
  }

  /** The first hour that the feed added to a series, if any. */
  startOf(id: string): EpochMs | undefined {
    return this.last.get(id)?.found.hours?.start;
  }

  faultOf(id: string): string | undefined {
    return this.last.get(id)?.found.fault;
  }
}

/** Both series as known at an issue, hour by hour of the compared days; of the reported one the last hours have no value. */
interface LoadComparison {
  readonly start: EpochMs;
  readonly reported: Float64Array;
  readonly feed: Float64Array;
  /** Index of the newest reported hour. */
  readonly last: number;
}

/**
 * The operator's hours after the newest reported one, as they would be reported: less the usual ratio of both at that hour of the
 * day. A feed that is wrong adds nothing, with the reason.
 *
 * Only values known at the issue are read.
 */
export function newestHoursAfter(load: KnownSeries, newest: KnownSeries, issuedAt: EpochMs): NewestHours {
  const end = floorToHour(issuedAt);
  const newestReported = newestHour(load, issuedAt);
  const firstKnown = newestHour(newest, issuedAt);
  if (newestReported === undefined || firstKnown === undefined || newestReported + HOUR_MS >= end) return {};
  if (end - newestReported - HOUR_MS > NEWEST_LOAD.mostHours * HOUR_MS)
    return { fault: `no reported load for ${NEWEST_LOAD.mostHours} hours to compare it with` };
  const start = end - NEWEST_LOAD.comparedDays * DAY_MS;
  const window = { start, end };
  const compared = {
    start,
    reported: readAsOf(load, window, issuedAt).valuesMw,
    feed: readAsOf(newest, window, issuedAt).valuesMw,
    last: (newestReported - start) / HOUR_MS,
  };
  const { usual, usualError } = usualRatio(compared);
  const hours = correctedHours(compared, usual);
  const fault = faultOf(compared, usual, usualError, hours);
  if (fault !== undefined) return { fault };
  // An hour that has just ended may not be out yet.
  if (hours.every(Number.isNaN)) return {};
  return { hours: { start: newestReported + HOUR_MS, stepMs: HOUR_MS, valuesMw: hours } };
}

/** Median log ratio of reported load to the feed by hour of the UTC day, NaN with too few days; and the usual distance from it. */
function usualRatio({ reported, feed }: LoadComparison): { usual: Float64Array; usualError: number } {
  const byHour: number[][] = Array.from({ length: 24 }, () => []);
  for (let hour = 0; hour < reported.length; hour++) {
    const ratio = logRatio(reported[hour]!, feed[hour]!);
    if (!Number.isNaN(ratio)) byHour[hour % 24]!.push(ratio);
  }
  const usual = Float64Array.from(byHour, (ratios) =>
    ratios.length < NEWEST_LOAD.fewestDays ? Number.NaN : medianOf(ratios),
  );
  const distances = byHour.flatMap((ratios, hour) => ratios.map((ratio) => Math.abs(ratio - usual[hour]!)));
  return { usual, usualError: medianOf(distances.filter((distance) => !Number.isNaN(distance))) };
}

/** Hours after the newest reported one; NaN where the feed has none, or its usual ratio is not known. */
function correctedHours({ feed, last }: LoadComparison, usual: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(feed.subarray(last + 1), (mw, i) =>
    mw > 0 ? mw * Math.exp(usual[(last + 1 + i) % 24]!) : Number.NaN,
  );
}

function faultOf(
  compared: LoadComparison,
  usual: Float64Array,
  usualError: number,
  hours: Float64Array,
): string | undefined {
  const { feed, last } = compared;
  const given = feed.subarray(last + 1);
  if (given.every(Number.isNaN)) return given.length > 1 ? 'no hour is newer than reported load' : undefined;
  if (hours.every(Number.isNaN)) return `fewer than ${NEWEST_LOAD.fewestDays} days to compare with reported load`;
  if (!(usualError <= NEWEST_LOAD.mostUsualError)) return 'usually differs from reported load by more than 2 %';
  if (isFrozen(feed)) return 'one value for several hours';
  for (let days = 1; days <= NEWEST_LOAD.repeatedDays; days++)
    if (isRepeated(compared, days)) return 'the values of an earlier day';
  const change = (mw: number, i: number) => Math.abs(logRatio(mw, compared.reported[last + 1 + i - 168]!));
  if (hours.some((mw, i) => change(mw, i) > MULTI_DAY.mostLevelChange)) return FAULTS.unit;
  const error = recentError(compared, usual, 0);
  if (error > Math.max(NEWEST_LOAD.leastError, NEWEST_LOAD.mostErrorRatio * usualError)) {
    const moved = Math.min(recentError(compared, usual, -1), recentError(compared, usual, 1));
    return moved < MULTI_DAY.displacedErrorRatio * error ? FAULTS.displaced : FAULTS.miss;
  }
  return hasNewStep(compared, hours) ? 'a step that the load has not made for four weeks' : undefined;
}

/** Whether the newest hour has the very value of the one before it: means of many minutes never do. */
function isFrozen(feed: Float64Array): boolean {
  const newest = feed.findLastIndex((mw) => !Number.isNaN(mw));
  return newest > 0 && feed[newest] === feed[newest - 1];
}

/** Whether all hours after the reported ones have the very values of some days before. */
function isRepeated({ feed, last }: LoadComparison, days: number): boolean {
  const hours = feed.subarray(last + 1);
  return hours.every((mw, i) => Number.isNaN(mw) || mw === feed[last + 1 + i - 24 * days]);
}

/**
 * Whether an hour-to-hour step, the first counted from the newest reported hour, lies outside the range of that hour's
 * steps on the compared days.
 */
function hasNewStep({ reported, last }: LoadComparison, hours: Float64Array): boolean {
  return hours.some((mw, i) => {
    const step = logRatio(mw, i === 0 ? reported[last]! : hours[i - 1]!);
    if (Number.isNaN(step)) return false;
    const usual: number[] = [];
    for (let hour = last + 1 + i - 24; hour > 0; hour -= 24) usual.push(logRatio(reported[hour]!, reported[hour - 1]!));
    const known = usual.filter((each) => !Number.isNaN(each));
    return step < Math.min(...known) - NEWEST_LOAD.newStep || step > Math.max(...known) + NEWEST_LOAD.newStep;
  });
}

/** Mean distance from the usual ratio in the newest hours that both have, the feed moved by some hours; NaN without any. */
function recentError({ reported, feed, last }: LoadComparison, usual: Float64Array, moved: number): number {
  let [sum, count] = [0, 0];
  for (let hour = last; hour > last - 24 && count < NEWEST_LOAD.agreementHours; hour--) {
    const at = hour + moved;
    const distance = Math.abs(logRatio(reported[hour]!, feed[at] ?? Number.NaN) - usual[((at % 24) + 24) % 24]!);
    if (Number.isNaN(distance)) continue;
    sum += distance;
    count++;
  }
  return sum / count;
}

function logRatio(a: number, b: number): number {
  return a > 0 && b > 0 ? Math.log(a / b) : Number.NaN;
}
