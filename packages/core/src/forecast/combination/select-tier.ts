import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { TIER_SELECTION } from '../settings.data.js';
import { type InputTier, recentError, type TierForecasts } from './input-tier.js';

/** The selected tier's forecasts, and why the tiers before it were excluded. */
export interface TierSelection {
  readonly forecasts: TierForecasts;
  readonly excludedInputs: readonly string[];
}

/**
 * The first tier in the fallback order whose inputs are known for tomorrow and whose recent errors are small enough.
 *
 * An input that is present but faulty (an operator's forecast that is frozen or shifted in time, stale weather) shows
 * in the errors of the last four weeks: its tier then forecast tomorrow worse than load alone, and is excluded.
 *
 * The operator's forecasts of several days must not be worse than the next usable tier that does without them, either.
 *
 * @param tiers in fallback order; the last reads load alone and is never excluded
 * @param recentLogs each member's forecasts of the last days up to the issue day
 * @param actual the series as known at the issue
 */
export function selectTier(
  tiers: readonly InputTier[],
  recentLogs: ReadonlyMap<Member, readonly Float64Array[]>,
  actual: DayTable,
  day: DayNumber,
): TierSelection {
  const loadForecasts = tiers.at(-1)!.forecasts(recentLogs, day, actual);
  const highestError = TIER_SELECTION.worstErrorRatio * recentError(loadForecasts, actual, day);
  const excludedInputs: string[] = [];
  for (const tier of tiers.slice(0, -1)) {
    if (!tier.coversTomorrow(recentLogs)) {
      excludedInputs.push(`${tier.name}: ${tier.faultOn(day) ?? 'not known for tomorrow'}`);
      continue;
    }
    const forecasts = tier.forecasts(recentLogs, day, actual);
    const without = tierWithout(tiers, tier, recentLogs);
    const worst =
      without && TIER_SELECTION.worstErrorRatio * recentError(without.forecasts(recentLogs, day, actual), actual, day);
    if (worst !== undefined && recentError(forecasts, actual, day) > worst)
      excludedInputs.push(`${tier.name}: worse than ${without!.name} in the last four weeks`);
    else if (recentError(forecasts, actual, day) > highestError)
      excludedInputs.push(`${tier.name}: worse than load alone in the last four weeks`);
    else return { forecasts, excludedInputs };
  }
  return { forecasts: loadForecasts, excludedInputs };
}

/** Replaces a tier that uses multi-day forecasts by the next tier that does not and whose inputs are known for tomorrow. */
function tierWithout(
  tiers: readonly InputTier[],
  tier: InputTier,
  recentLogs: ReadonlyMap<Member, readonly Float64Array[]>,
): InputTier | undefined {
  if (!readsMultiDay(tier)) return undefined;
  return tiers.slice(tiers.indexOf(tier) + 1).find((each) => !readsMultiDay(each) && each.coversTomorrow(recentLogs));
}

function readsMultiDay({ members }: InputTier): boolean {
  return members.some(({ kind }) => kind === 'multiDay');
}
