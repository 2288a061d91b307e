import type { Area } from '../areas/area.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, instantOnDay } from '../time/operating-day.js';

/** A market run: which issue of the forecast speaks for an operating day. */
export type MarketRun = 'DAM' | '2DA' | '7DA' | '15DA';

/** How many days before the operating day each run's gate lies. */
export const MARKET_RUN_DAYS = { DAM: 1, '2DA': 2, '7DA': 7, '15DA': 15 } as const satisfies Record<MarketRun, number>;

export const MARKET_RUNS = Object.keys(MARKET_RUN_DAYS) as readonly MarketRun[];

/** The gate: 09:00 on the market's clock. */
export const GATE_TIME_OF_DAY_MS = 9 * HOUR_MS;

/**
 * The gate of a market run for an operating day: the run is the last vintage available at this instant, for ever.
 *
 * @param operatingDay `YYYY-MM-DD` on the area's market clock
 * @param gateTimeOfDayMs wall-clock time of the gate, ms after midnight
 */
export function gateInstant(
  area: Area,
  run: MarketRun,
  operatingDay: string,
  gateTimeOfDayMs: number = GATE_TIME_OF_DAY_MS,
): EpochMs {
  return instantOnDay(area.marketTimezone, addDays(operatingDay, -MARKET_RUN_DAYS[run]), gateTimeOfDayMs);
}
