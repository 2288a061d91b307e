import type { Area } from '../areas/area.js';
import type { MarketRun } from '../horizons/horizon.js';
import type { EpochMs } from '../time/instant.js';
import { addDays, localDay, operatingDayWindow } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
import { gateInstant } from '../vintages/market-run.js';
import type { RunDeps } from './runs-forecast.js';

/**
 * When the issues of a market run for an operating day became available: after the gate of the day before, up to the
 * run's own gate. The last of them is the run itself.
 *
 * @returns a window of availability, `[start, end)`, whose last millisecond is the gate
 */
export function issueWindow(area: Area, run: MarketRun, operatingDay: string): Window {
  return {
    start: gateInstant(area, run, addDays(operatingDay, -1)) + 1,
    end: gateInstant(area, run, operatingDay) + 1,
  };
}

/**
 * The issues in a window of availability, oldest first: each vintage that was the newest when it became available.
 *
 * When none became available in the window, the one that was current at its start, if any, is the only issue.
 *
 * @param asOf nothing that became available later is listed
 * @param standing whether the vintage that was in force when the window opened is the first issue in any case
 * @returns the instants at which `newest` gives each issue: the n-th at `[n - 1]`
 */
export async function issuesIn(
  deps: RunDeps,
  area: Area,
  available: Window,
  asOf: EpochMs,
  { standing = false }: { readonly standing?: boolean } = {},
): Promise<EpochMs[]> {
  const end = Math.min(available.end, asOf + 1);
  if (end <= available.start) return [];
  const headers = await deps.vintages.headers(area.id, { start: available.start, end });
  const byAvailability = [...headers].sort((a, b) => a.availableAt - b.availableAt || a.issuedAt - b.issuedAt);
  const instants: EpochMs[] = [];
  let newestIssued = Number.NEGATIVE_INFINITY;

  const before = await deps.vintages.newest(area.id, available.start - 1);
  if (before) {
    newestIssued = before.issuedAt;
    if (standing) instants.push(available.start - 1);
  }
  for (const { issuedAt, availableAt } of byAvailability) {
    if (issuedAt <= newestIssued) continue;
    if (instants.at(-1) === availableAt) instants.pop();
    instants.push(availableAt);
    newestIssued = issuedAt;
  }
  if (instants.length === 0 && before) instants.push(available.start - 1);
  return instants;
}

export interface OperatingDay {
  /** `YYYY-MM-DD` on the area's market clock. */
  readonly day: string;
  readonly hours: Window;
}

/** The operating days that a window touches, ascending, on the area's market clock; each with all of its hours. */
export function operatingDaysOf(area: Area, window: Window): OperatingDay[] {
  const days: OperatingDay[] = [];
  if (window.end <= window.start) return days;
  for (let day = localDay(area.marketTimezone, window.start); ; day = addDays(day, 1)) {
    const hours = operatingDayWindow(area.marketTimezone, day);
    if (hours.start >= window.end) return days;
    days.push({ day, hours });
  }
}
