import {
  type Area,
  addDays,
  type EpochMs,
  GATE_TIME_OF_DAY_MS,
  HOUR_MS,
  localDay,
  MINUTE_MS,
  type VintageHeader,
} from '@loadcast/core';
import { instantOnDay } from '@loadcast/core/time';
import type { NewestLoadKnown } from './newest-actuals.js';

/** A gate's forecast is made this long before the gate, so that it is available when the gate comes. */
export const GATE_LEAD_MS = 2 * MINUTE_MS;

/** Without new actuals a forecast is still made this often: its first hours would otherwise run out of sight. */
export const LONGEST_SILENCE_MS = 6 * HOUR_MS;

export type IssueReason = 'first' | 'gate' | 'new_actuals' | 'silence';

/** The instant at which the newest gate forecast at or before `now` was due to be made. */
export function newestGateIssue(area: Area, now: EpochMs): EpochMs {
  const today = localDay(area.marketTimezone, now + GATE_LEAD_MS);
  const due = gateIssueOn(area, today);
  return due <= now ? due : gateIssueOn(area, addDays(today, -1));
}

/** When the gate forecast of a market day is made. @param day `YYYY-MM-DD` on the market clock */
export function gateIssueOn(area: Area, day: string): EpochMs {
  return instantOnDay(area.marketTimezone, day, GATE_TIME_OF_DAY_MS) - GATE_LEAD_MS;
}

/**
 * Whether a forecast of an area is due, and why.
 *
 * @param newest the newest vintage's header, if any
 * @param known the known state of the area's newest load
 * @returns undefined when none is due
 */
export function dueIssue(
  area: Area,
  now: EpochMs,
  newest: VintageHeader | undefined,
  { reported, feedCameAt }: NewestLoadKnown,
): IssueReason | undefined {
  if (!newest) return reported === undefined ? undefined : 'first';
  if (newest.issuedAt < newestGateIssue(area, now)) return 'gate';
  if (reported !== undefined && reported > newest.dataCutoff) return 'new_actuals';
  // An hour of the operator's own feed is in no cutoff: it is new once.
  if (feedCameAt !== undefined && feedCameAt > newest.issuedAt) return 'new_actuals';
  if (now - newest.issuedAt >= LONGEST_SILENCE_MS) return 'silence';
  return undefined;
}
