import { type ActualsStore, type Areas, DAY_MS, type EpochMs, floorToHour, HOUR_MS } from '@loadcast/core';
import { newestHour } from '@loadcast/core/series';
import { createPause } from '@loadcast/formats';
import type { Clock } from '@loadcast/observe';

/** The engine makes no forecast of an area whose newest measured hour is older than this. */
export const OLDEST_LOAD_MS = 30 * DAY_MS;

/**
 * The start of the newest known hour of load of any area; undefined where none is known. Load of many years takes milliseconds
 * to read: requests are answered between two areas, and once one has load that is not old, no further ones are read.
 */
async function newestLoadHour({ areas, actuals }: DatedLoad, now: EpochMs): Promise<EpochMs | undefined> {
  const pause = createPause();
  let newest: EpochMs | undefined;
  for (const { series } of areas().list) {
    const hour = newestHour(await actuals.read({ series, measure: 'demand' }), now);
    if (hour !== undefined) newest = Math.max(newest ?? hour, hour);
    if (newest !== undefined && !isOld(newest, now)) return newest;
    await pause();
  }
  return newest;
}

const isOld = (hour: EpochMs, now: EpochMs): boolean => now - hour > OLDEST_LOAD_MS;

interface DatedLoad {
  areas(): Areas;
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly clock: Clock;
}

/** A notice for people that the load of a store is too old to forecast from it, and how to replay it. Undefined when it is not. */
export async function oldLoadNotice(load: DatedLoad): Promise<string | undefined> {
  const now = load.clock.now();
  const newest = await newestLoadHour(load, now);
  if (newest === undefined || !isOld(newest, now)) return undefined;
  const days = Math.round((now - newest) / DAY_MS);
  const then = new Date(floorToHour(newest) + 2 * HOUR_MS).toISOString().slice(0, 16);
  return (
    `The newest load is of ${new Date(newest).toISOString().slice(0, 16)}Z, ${days} days old: too old to forecast from it now. ` +
    `"serve --now ${then}Z" plays that time again; with EIA_API_KEY the days since are read.`
  );
}
