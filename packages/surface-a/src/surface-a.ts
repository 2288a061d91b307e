import type { EpochMs, VintageStore } from '@loadcast/core';
import { keyRoute, publicRoute, routesOf, type Surface } from '@loadcast/formats';
import { type AccuracyRouteDeps, prepareAccuracy } from './accuracy.js';
import type { BulkStore } from './bulk/bulk-file.js';
import { fileEndpoint, manifestEndpoint } from './bulk/endpoints.data.js';
import { prepareFile } from './bulk/file.js';
import { prepareManifest } from './bulk/manifest.js';
import {
  accuracyEndpoint,
  forecastEndpoint,
  healthEndpoint,
  historyEndpoint,
  latestEndpoint,
  regionsEndpoint,
} from './endpoints/endpoints.data.js';
import { prepareForecast } from './forecast.js';
import { prepareHealth } from './health.js';
import { prepareHistory } from './history.js';
import { prepareCompare } from './insight/compare.js';
import {
  compareEndpoint,
  proofEndpoint,
  revisionsEndpoint,
  runEndpoint,
  runsEndpoint,
  scoresEndpoint,
  snapshotEndpoint,
} from './insight/endpoints.data.js';
import { prepareProof } from './insight/proof.js';
import { prepareRevisions } from './insight/revisions.js';
import { prepareRun } from './insight/run.js';
import { prepareRuns } from './insight/runs.js';
import { prepareScores } from './insight/scores/scores.js';
import { prepareSnapshot } from './insight/snapshot.js';
import { prepareDrivers } from './insight/why/drivers.js';
import { driversEndpoint, peaksEndpoint, scenariosEndpoint } from './insight/why/endpoints.data.js';
import { preparePeaks } from './insight/why/peaks.js';
import { prepareScenarios } from './insight/why/scenarios.js';
import { createBodies } from './json/bodies.js';
import { prepareLatest } from './latest.js';
import { prepareRegions } from './regions.js';

export interface SurfaceADeps extends AccuracyRouteDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'issued' | 'headers' | 'links' | 'count'>;
  /** Monthly files; absent: `/bulk` is not there. */
  readonly files?: BulkStore | undefined;
  /** Why something that the service needs is broken, in words for everybody. Staleness of the forecasts is seen without it. */
  readonly degradedBecause?: (now: EpochMs) => string | undefined;
}

/**
 * Surface A: REST, JSON, mounted under `/v1`.
 *
 * @param deps stores, read on every request: caches around them are the caller's (`cachedVintageStore`)
 */
export function createSurfaceA(deps: SurfaceADeps): Surface {
  const bodies = createBodies();
  const { files } = deps;
  return {
    id: 'a',
    ...routesOf([
      keyRoute(forecastEndpoint, (request) => prepareForecast({ ...deps, bodies }, request)),
      keyRoute(historyEndpoint, (request) => prepareHistory({ ...deps, bodies }, request)),
      keyRoute(latestEndpoint, (request) => prepareLatest(deps, request)),
      keyRoute(accuracyEndpoint, (request) => prepareAccuracy(deps, request)),
      keyRoute(snapshotEndpoint, (request) => prepareSnapshot(deps, request)),
      keyRoute(compareEndpoint, (request) => prepareCompare(deps, request)),
      keyRoute(scoresEndpoint, (request) => prepareScores(deps, request)),
      keyRoute(runsEndpoint, (request) => prepareRuns(deps, request)),
      keyRoute(runEndpoint, (request) => prepareRun(deps, request)),
      keyRoute(driversEndpoint, (request) => prepareDrivers(deps, request)),
      keyRoute(scenariosEndpoint, (request) => prepareScenarios(deps, request)),
      keyRoute(peaksEndpoint, (request) => preparePeaks(deps, request)),
      keyRoute(proofEndpoint, (request) => prepareProof(deps, request)),
      keyRoute(revisionsEndpoint, (request) => prepareRevisions(deps, request)),
      ...(files
        ? [
            keyRoute(manifestEndpoint, (request) => prepareManifest(files, request)),
            keyRoute(fileEndpoint, (request) => prepareFile({ ...deps, files }, request)),
          ]
        : []),
      publicRoute(regionsEndpoint, prepareRegions),
      publicRoute(healthEndpoint, (request) => prepareHealth(deps, request)),
    ]),
    dialect: () => 'json',
  };
}
