import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { type KnownSeries, newestHour, readAsOf } from './known-series.js';

/** The load that an area needs before it is forecast. */
export interface LoadNeeds {
  /** Days from its first hour of load to the newest. */
  readonly days: number;
  /** Share of the newest 60 days’ hours that have a load, 0 to 1. */
  readonly share: number;
}

const SHARE_DAYS = 60;

/**
 * Why the load known at an instant is too little for an honest forecast.
 *
 * @returns undefined: it is enough
 */
export function loadShortfall(load: KnownSeries, needs: LoadNeeds, asOf: EpochMs): string | undefined {
  const newest = newestHour(load, asOf);
  if (newest === undefined) return 'no load is known yet';
  const known = readAsOf(load, { start: load.start, end: newest + HOUR_MS }, asOf).valuesMw;
  const hours = known.subarray(known.findIndex((mw) => !Number.isNaN(mw)));
  const days = Math.floor(hours.length / 24);
  if (days < needs.days) return `${days} days of load are known; a first forecast needs ${needs.days}`;
  const recent = hours.subarray(-SHARE_DAYS * 24);
  const missing = recent.filter(Number.isNaN).length / recent.length;
  if (missing < 1 - needs.share) return undefined;
  return `${Math.round(100 * missing)} % of the hours of its last ${Math.round(recent.length / 24)} days have no load`;
}
