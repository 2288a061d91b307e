import type { DayNumber } from '../../calendar/holidays.js';
import type { DayTable } from '../inputs/day-table.js';
import type { Member } from '../regression/member.js';
import { type Rung, type RungForecasts, trialError } from './input-tier.js';

/** A rung must not have been worse than load alone by more than this, lately. */
const TOLERANCE = 1.05;

/** The rung an issue stands on, and why higher ones were left out. */
export interface Choice {
  readonly forecasts: RungForecasts;
  readonly leftOut: readonly string[];
}

/**
 * The highest rung whose inputs are there and have lately been worth having.
 *
 * An input that is there but faulty (a frozen or misplaced operator's forecast, weather gone stale) shows itself in the
 * last four weeks: its rung then forecast tomorrow worse than load alone, and is left out.
 *
 * @param rungs highest first; the last stands on load alone and is always good enough
 * @param recent each member's forecasts of the last days up to the issue day
 * @param actual the series as known at the issue
 */
export function chooseRung(
  rungs: readonly Rung[],
  recent: ReadonlyMap<Member, readonly Float64Array[]>,
  actual: DayTable,
  day: DayNumber,
): Choice {
  const lowest = rungs.at(-1)!.forecasts(recent, day);
  const bar = TOLERANCE * trialError(lowest, actual, day);
  const leftOut: string[] = [];
  for (const rung of rungs.slice(0, -1)) {
    if (!rung.speaks(recent)) {
      leftOut.push(`${rung.name}: not known for tomorrow`);
      continue;
    }
    const forecasts = rung.forecasts(recent, day);
    if (trialError(forecasts, actual, day) > bar)
      leftOut.push(`${rung.name}: worse than load alone in the last four weeks`);
    else return { forecasts, leftOut };
  }
  return { forecasts: lowest, leftOut };
}
