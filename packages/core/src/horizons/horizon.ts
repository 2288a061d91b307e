import { HORIZONS, type HorizonRow, type RESOLUTIONS } from './horizons.data.js';

export type Horizon = (typeof HORIZONS)[number]['id'];

/** A market run: which issue of the forecast counts for an operating day. */
export type MarketRun = (typeof HORIZONS)[number]['run'];

export type Resolution = (typeof RESOLUTIONS)[number];

/** The ids of all horizons, the nearest first. */
export const HORIZON_IDS: readonly Horizon[] = HORIZONS.map(({ id }) => id);

/** All market runs, the nearest first. */
export const MARKET_RUNS: readonly MarketRun[] = HORIZONS.map(({ run }) => run);

const byName = new Map<string, HorizonRow>(
  HORIZONS.flatMap((row) => [[row.id, row] as const, [row.run, row] as const]),
);

/**
 * How many hours of a forecast a horizon is.
 *
 * @example
 * horizonHours('7d') // => 168
 */
export function horizonHours(horizon: Horizon): number {
  return byName.get(horizon)!.hours;
}

/**
 * How many days before the operating day the gate of a market run lies.
 *
 * @example
 * gateLeadDays('2DA') // => 2
 */
export function gateLeadDays(run: MarketRun): number {
  return byName.get(run)!.gateDays;
}
