import type { Area } from '../areas/area.js';
import { gateLeadDays, type MarketRun } from '../horizons/horizon.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, instantOnDay } from '../time/operating-day.js';

/** The gate: 09:00 on the market's clock. */
export const GATE_TIME_OF_DAY_MS = 9 * HOUR_MS;

/**
 * The gate of a market run for an operating day: the run is the last vintage available at this instant, for ever.
 *
 * @param operatingDay `YYYY-MM-DD` on the area's market clock
 */
export function gateInstant(area: Area, run: MarketRun, operatingDay: string): EpochMs {
  return instantOnDay(area.marketTimezone, addDays(operatingDay, -gateLeadDays(run)), GATE_TIME_OF_DAY_MS);
}
