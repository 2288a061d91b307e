import type { Area } from '../areas/area.js';
import { MARKET_RUNS } from '../horizons/horizon.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, localDay } from '../time/operating-day.js';
import { gateInstant } from './market-run.js';

/**
 * The gates of the days of a run that had closed when it arrived, each with its day: `DAM 2026-11-22`. It does not count
 * for them.
 *
 * @param gates market runs that count, comma separated
 */
export function closedGates(
  area: Area,
  gates: string,
  { startAt, endAt, receivedAt }: { readonly startAt: EpochMs; readonly endAt: EpochMs; readonly receivedAt: EpochMs },
): string[] {
  const last = localDay(area.marketTimezone, endAt - HOUR_MS);
  const closed: string[] = [];
  for (let day = localDay(area.marketTimezone, startAt); day <= last; day = addDays(day, 1))
    for (const run of MARKET_RUNS)
      if (gates.split(',').includes(run) && receivedAt > gateInstant(area, run, day)) closed.push(`${run} ${day}`);
  return closed;
}
