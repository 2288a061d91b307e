import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { type InputTier, type TierForecasts, trialError } from './input-tier.js';

/** A tier must not have been worse than load alone by more than this, lately. */
const TOLERANCE = 1.05;

/** The tier an issue stands on, and why higher ones were left out. */
export interface Choice {
  readonly forecasts: TierForecasts;
  readonly excludedInputs: readonly string[];
}

/**
 * The highest tier whose inputs are there and have lately been worth having.
 *
 * An input that is there but faulty (a frozen or misplaced operator's forecast, weather gone stale) shows itself in the
 * last four weeks: its tier then forecast tomorrow worse than load alone, and is left out.
 *
 * @param tiers highest first; the last stands on load alone and is always good enough
 * @param issueView each member's forecasts of the last days up to the issue day
 * @param actual the series as known at the issue
 */
export function selectTier(
  tiers: readonly InputTier[],
  issueView: ReadonlyMap<Member, readonly Float64Array[]>,
  actual: DayTable,
  day: DayNumber,
): Choice {
  const lowest = tiers.at(-1)!.forecasts(issueView, day);
  const bar = TOLERANCE * trialError(lowest, actual, day);
  const excludedInputs: string[] = [];
  for (const tier of tiers.slice(0, -1)) {
    if (!tier.coversTomorrow(issueView)) {
      excludedInputs.push(`${tier.name}: not known for tomorrow`);
      continue;
    }
    const forecasts = tier.forecasts(issueView, day);
    if (trialError(forecasts, actual, day) > bar)
      excludedInputs.push(`${tier.name}: worse than load alone in the last four weeks`);
    else return { forecasts, excludedInputs };
  }
  return { forecasts: lowest, excludedInputs };
}
