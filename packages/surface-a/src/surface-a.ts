import type { EpochMs, VintageStore } from '@loadcast/core';
import type { Route, Surface } from '@loadcast/formats';
import { type AccuracyRouteDeps, prepareAccuracy } from './accuracy.js';
import { prepareForecast } from './forecast.js';
import { prepareHealth } from './health.js';
import { prepareHistory } from './history.js';
import { createBodies } from './json/bodies.js';
import { prepareLatest } from './latest.js';
import { prepareRegions } from './regions.js';

export interface SurfaceADeps extends AccuracyRouteDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'headers' | 'count'>;
  /** Whether something that the service needs is broken. Staleness of the forecasts is seen without it. */
  readonly isDegraded?: (now: EpochMs) => boolean;
}

/**
 * Surface A: REST, JSON, mounted under `/v1`.
 *
 * @param deps stores, read on every request: caches around them are the caller's (`cachedVintageStore`)
 */
export function createSurfaceA(deps: SurfaceADeps): Surface {
  const bodies = createBodies();
  const routes = new Map<string, Route>([
    ['/demand/forecast', { access: 'key', prepare: (request) => prepareForecast({ ...deps, bodies }, request) }],
    ['/demand/history', { access: 'key', prepare: (request) => prepareHistory({ ...deps, bodies }, request) }],
    ['/demand/latest', { access: 'key', prepare: (request) => prepareLatest(deps, request) }],
    ['/demand/accuracy', { access: 'key', prepare: (request) => prepareAccuracy(deps, request) }],
    ['/regions', { access: 'public', prepare: prepareRegions }],
    ['/health', { access: 'public', prepare: (request) => prepareHealth(deps, request) }],
  ]);
  return {
    id: 'a',
    route: ({ path }) => routes.get(path),
    dialect: () => 'json',
  };
}
