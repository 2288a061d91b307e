import { routesOf, type Surface } from '@loadcast/formats';
import { BULK, type BulkRouteDeps, DEMAND, OPEN, type SurfaceADeps } from './endpoints.js';

import { createBodies } from './json/bodies.js';

/**
 * Surface A: REST, JSON, mounted under `/v1`.
 *
 * @param deps stores, read on every request: caches around them are the caller's (`cachedVintageStore`)
 */
export function createSurfaceA({ files, ...stores }: SurfaceADeps): Surface {
  const deps = { ...stores, bodies: createBodies() };
  const routes = files
    ? routesOf<BulkRouteDeps>([...DEMAND, ...BULK, ...OPEN], { ...deps, files })
    : routesOf([...DEMAND, ...OPEN], deps);
  return { id: 'a', ...routes, dialect: () => 'json' };
}
