import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { ceilToHour, type EpochMs, HOUR_MS } from '../../time/instant.js';
import { VINTAGE_HOURS } from '../../vintages/vintage.js';
import { localDayNumber, localHour } from './local-days.js';

/** Lead day and local hour of each hour of a forecast run. */
export interface LocalHours {
  /** Start of the first hour. */
  readonly start: EpochMs;
  /** Lead day of each hour, counted from the issue day. */
  readonly leadDays: Uint8Array;
  readonly hours: Uint8Array;
}

/**
 * Lead days and local hours of a forecast run.
 *
 * @param issueDay the local day that is lead day 0
 */
export function localHoursOf(zone: string, issuedAt: EpochMs, issueDay: DayNumber): LocalHours {
  const start = ceilToHour(issuedAt);
  const leads = new Uint8Array(VINTAGE_HOURS);
  const hours = new Uint8Array(VINTAGE_HOURS);
  for (let i = 0; i < VINTAGE_HOURS; i++) {
    leads[i] = localDayNumber(zone, start + i * HOUR_MS) - issueDay;
    hours[i] = localHour(zone, start + i * HOUR_MS);
  }
  return { start, leadDays: leads, hours };
}

/** Megawatts to the hundredth, as in an issued forecast. */
export function toHundredths(valueMw: number): number {
  return Math.round(valueMw * 100) / 100;
}
