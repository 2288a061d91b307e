import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { TIER_SELECTION } from '../settings.data.js';
import type { MemberKind } from './ensemble.js';
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
 * Nor may a tier be worse than the next usable one that does without one of its inputs.
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
  const forecasts = tiers.map(() => undefined as TierForecasts | undefined);
  const forecastsOf = (tier: InputTier) => {
    const at = tiers.indexOf(tier);
    forecasts[at] ??= tier.forecasts(recentLogs, day, actual);
    return forecasts[at];
  };
  const errorOf = (tier: InputTier) => recentError(forecastsOf(tier), actual, day);
  const excludedInputs: string[] = [];
  for (const tier of tiers.slice(0, -1)) {
    if (!tier.coversTomorrow(recentLogs)) {
      excludedInputs.push(`${tier.name}: ${tier.faultOn(day) ?? 'not known for tomorrow'}`);
      continue;
    }
    const better = tiersWithout(tiers, tier, recentLogs).find(
      (without) => errorOf(tier) > TIER_SELECTION.worstErrorRatio * errorOf(without),
    );
    if (!better) return { forecasts: forecastsOf(tier), excludedInputs };
    const name = better === tiers.at(-1) ? 'load alone' : better.name;
    excludedInputs.push(`${tier.name}: worse than ${name} in the last four weeks`);
  }
  return { forecasts: forecastsOf(tiers.at(-1)!), excludedInputs };
}

/** Finds, for each input of a tier, the next usable tier that does without it; load alone is the last. */
function tiersWithout(
  tiers: readonly InputTier[],
  tier: InputTier,
  recentLogs: ReadonlyMap<Member, readonly Float64Array[]>,
): InputTier[] {
  const below = tiers.slice(tiers.indexOf(tier) + 1);
  const without = INPUTS.filter((input) => reads(tier, input)).map(
    (input) => below.find((each) => !reads(each, input) && each.coversTomorrow(recentLogs))!,
  );
  return [...new Set([...without, tiers.at(-1)!])];
}

/** Inputs by the member that reads each. */
const INPUTS: readonly MemberKind[] = ['weather', 'multiDay', 'operator', 'operatorToday'];

function reads({ members }: InputTier, input: MemberKind): boolean {
  return members.some(({ kind, isFallback }) => kind === input && !isFallback);
}
