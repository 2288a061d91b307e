import { type DayNumber, dayNumber } from '../../calendar/holiday-calendar.js';
import { type KnownSeries, readAsOf } from '../../series/known-series.js';
import { DAY_MS, type EpochMs, floorToHour, HOUR_MS } from '../../time/instant.js';
import type { Window } from '../../time/window.js';
import { INPUTS, ISSUE } from '../settings.data.js';

/**
 * The instant of a fit, and the first local day that is not in its training data.
 *
 * Fits are made at the first UTC instant of a month. At that instant the day before has not ended in American
 * time zones, so the training data are the local days before `trainingCutoff`, the last day of the month before.
 */
export interface Refit {
  readonly refitAt: EpochMs;
  readonly trainingCutoff: DayNumber;
}

/** The refit at an instant: whole local days before it, in any American zone, end before `trainingCutoff`. */
export function refitOn(instant: EpochMs): Refit {
  return { refitAt: instant, trainingCutoff: Math.floor(instant / DAY_MS) - 1 };
}

/** The first UTC instant of the month that contains `instant`. */
export function monthlyRefit(instant: EpochMs): Refit {
  const date = new Date(instant);
  return refitOn(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

const YEAR_HOURS = 366 * 24;

/** Days a first forecast needs, plus the newest two, which no fit covers completely. */
const FEWEST_HOURS = (ISSUE.fewestDays + 2) * 24;

/**
 * The refit of an issue: the start of its month. When most of the history became known later (a store that has just been
 * filled), or it had too little for a first fit (one that has just begun), the start of its day,
 * of its hour, or the issue itself.
 *
 * @param load the area's own load
 */
export function refitFor(load: KnownSeries, issuedAt: EpochMs): Refit {
  const month = monthlyRefit(issuedAt);
  const day = refitOn(Math.floor(issuedAt / DAY_MS) * DAY_MS);
  const hour = refitOn(floorToHour(issuedAt));
  return [month, day, hour].find((refit) => knewEnough(load, refit.refitAt, issuedAt)) ?? refitOn(issuedAt);
}

function knewEnough(load: KnownSeries, refit: EpochMs, issuedAt: EpochMs): boolean {
  const window = { start: floorToHour(refit) - YEAR_HOURS * HOUR_MS, end: floorToHour(refit) };
  const known = knownHours(load, window, refit);
  return known >= FEWEST_HOURS && known >= INPUTS.fewestKnownShare * knownHours(load, window, issuedAt);
}

function knownHours(load: KnownSeries, window: Window, asOf: EpochMs): number {
  return readAsOf(load, window, asOf).valuesMw.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
}

/** The training cutoff at the start of the month that contains the day after `day`. */
export function monthlyCutoff(day: DayNumber): DayNumber {
  const date = new Date((day + 1) * DAY_MS);
  return dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1;
}

/** The training cutoff one month after a month's training cutoff. */
export function nextMonthlyCutoff(trainingCutoff: DayNumber): DayNumber {
  return monthlyCutoff(trainingCutoff + 32 - new Date((trainingCutoff + 32) * DAY_MS).getUTCDate());
}

/** Training cutoffs from the month of `from` to the refit's own, ascending. */
export function cutoffsUpTo(refit: Refit, from: DayNumber): DayNumber[] {
  const cutoffs: DayNumber[] = [];
  for (let at = monthlyCutoff(from); at < refit.trainingCutoff; at = nextMonthlyCutoff(at)) cutoffs.push(at);
  return [...cutoffs, refit.trainingCutoff];
}
