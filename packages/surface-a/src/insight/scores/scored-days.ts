import {
  type Area,
  addDays,
  type EpochMs,
  GATE_TIME_OF_DAY_MS,
  gateLeadDays,
  localDay,
  type Window,
} from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';

export const DAM = { kind: 'gate', daysBefore: gateLeadDays('DAM'), timeOfDayMs: GATE_TIME_OF_DAY_MS } as const;

/** Four weeks: every plan with history of 30 days has them whole. */
export const DEFAULT_WINDOW_DAYS = 28;

/** The last operating days of an area that were over at `asOf`. */
export function scoredDays({ marketTimezone: zone }: Area, asOf: EpochMs, days: number): Window {
  const lastDay = addDays(localDay(zone, asOf), -1);
  const { start } = operatingDayWindow(zone, addDays(lastDay, 1 - days));
  return { start, end: operatingDayWindow(zone, lastDay).end };
}
