import { gatherDays, median, type ScreenedHours } from './causal-screen.js';
import { FLAG } from './flags.js';
import type { ScreenPolicy } from './policy.js';

/** Hours after a doubtful one that may show that its step stayed. */
export const SECOND_LOOK_HOURS = 5;

/** Series over the same hours as the screened one, MW, NaN where nothing is known. All are optional. */
export interface Witnesses {
  /** The operator's own forecast of the load. */
  readonly operatorMw?: Float64Array;
  /** Load of the parts that the series is the sum of. If most of them did not move, it did not either. */
  readonly partsMw?: readonly Float64Array[];
  /** Load of neighbors: they can confirm, but an event of one area need not show in the next. */
  readonly neighboursMw?: readonly Float64Array[];
  /** Whether the source stated an hour again, at another time, and stayed near the value. */
  readonly isRepeated?: (hour: number) => boolean;
}

/**
 * Finds hours that screening flagged as a jump or a spike and that are true load after all.
 *
 * A level that was reached by degrees is true, as load that a hurricane takes down over a day. So is a jump whose step
 * stays: the hour after the run continues from it by a usual change. Otherwise a witness has to confirm the hour: the
 * operator's forecast is near it, most parts or neighbors moved alike since the hour before the run, or the source
 * repeated it. Parts that did not move refute a step that stays.
 *
 * @param hours screened causally, and left as it is
 * @param end hours from here on are not known yet
 * @param from first hour that is looked at: a run of doubtful hours begins there, or the hour before is not doubtful
 * @returns hours, ascending
 */
export function findTrueHours(
  hours: ScreenedHours,
  policy: ScreenPolicy,
  end: number,
  witnesses: Witnesses = {},
  from = 0,
): number[] {
  const found: number[] = [];
  for (let hour = from; hour < end; hour++) {
    if (!isDoubtful(hours.flags, hour)) continue;
    const run = { first: hour, end: hour + 1 };
    while (run.end < end && isDoubtful(hours.flags, run.end)) run.end++;
    const stays = stepStays(hours, policy, run, end);
    for (; hour < run.end; hour++) {
      const isAfterTrue = hour > 0 && (hours.flags[hour - 1] === FLAG.good || found.at(-1) === hour - 1);
      if (isAfterTrue && Math.abs(surpriseAt(hours, hour)) <= policy.jumpFloor) {
        found.push(hour);
        continue;
      }
      const verdict = hear(hours, policy, run.first, hour, witnesses);
      if (verdict === 'confirmed' || (stays && verdict !== 'refuted')) found.push(hour);
    }
  }
  return found;
}

/** Whether more could be said of an hour by a second look. */
export function isDoubtful(flags: Uint8Array, hour: number): boolean {
  return flags[hour] === FLAG.jump || flags[hour] === FLAG.spike;
}

/** How far the change from the hour before is from the usual one, in logs; by default from its reported value. */
function surpriseAt({ valuesMw, logMw }: ScreenedHours, hour: number, before = Math.log(valuesMw[hour - 1]!)): number {
  return Math.log(valuesMw[hour]!) - before - median(gatherDays(logMw, hour, 1));
}

/** No change from the first hour of the run to the first good one after it is a jump, or takes half of the step back. */
function stepStays(
  hours: ScreenedHours,
  policy: ScreenPolicy,
  run: { readonly first: number; readonly end: number },
  end: number,
): boolean {
  if (run.end >= end || run.first === 0 || hours.flags[run.end] !== FLAG.good) return false;
  const step = surpriseAt(hours, run.first, hours.logMw[run.first - 1]!);
  for (let hour = run.first + 1; hour <= run.end; hour++) {
    if (hours.flags[hour - 1] !== FLAG.jump) return false;
    const change = surpriseAt(hours, hour);
    if (!(Math.abs(change) <= policy.jumpFloor && change / step >= -0.5)) return false;
  }
  return true;
}

type Verdict = 'confirmed' | 'refuted' | 'unknown';

function hear(
  { valuesMw, logMw }: ScreenedHours,
  policy: ScreenPolicy,
  first: number,
  hour: number,
  { operatorMw, partsMw = [], neighboursMw = [], isRepeated }: Witnesses,
): Verdict {
  const near = policy.jumpFloor / 2;
  const level = Math.log(valuesMw[hour]!);
  const operator = Math.log(operatorMw?.[hour] ?? Number.NaN);
  if (Math.abs(level - operator) <= near && Math.abs(level - operator) < Math.abs(logMw[hour]! - operator)) {
    return 'confirmed';
  }
  if (isRepeated?.(hour)) return 'confirmed';
  const moved = level - Math.log(valuesMw[first - 1] ?? Number.NaN);
  if (!(Math.abs(moved) > policy.jumpFloor)) return 'unknown';
  const apart = (group: readonly Float64Array[]) => Math.abs(moved - usualMove(group, first - 1, hour));
  if (apart(partsMw) <= near || apart(neighboursMw) <= near) return 'confirmed';
  return apart(partsMw) > policy.jumpFloor ? 'refuted' : 'unknown';
}

/** The median move of a group between two hours; NaN if fewer than half of the group, or than three, have both. */
function usualMove(group: readonly Float64Array[], from: number, to: number): number {
  const moves = group
    .map((mw) => Math.log(mw[to]! / mw[from]!))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  if (moves.length < Math.max(3, group.length / 2)) return Number.NaN;
  return (moves[(moves.length - 1) >> 1]! + moves[moves.length >> 1]!) / 2;
}
