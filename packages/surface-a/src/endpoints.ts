import type { VintageStore } from '@loadcast/core';
import type { AccuracyDeps } from '@loadcast/core/accuracy';
import type { Endpoint } from '@loadcast/formats';
import type { BulkStore } from './bulk/bulk-file.js';
import { type FileDeps, fileEndpoint } from './bulk/file.js';
import { manifestEndpoint } from './bulk/manifest.js';
import { type ForecastRouteDeps, forecastEndpoint } from './forecast.js';
import { type HealthDeps, healthEndpoint } from './health.js';
import { historyEndpoint } from './history.js';
import { compareEndpoint } from './insight/compare.js';
import { proofEndpoint } from './insight/proof.js';
import { revisionsEndpoint } from './insight/revisions.js';
import { runEndpoint } from './insight/run.js';
import { runsEndpoint } from './insight/runs.js';
import { accuracyEndpoint } from './insight/scores/accuracy.js';
import { scoresEndpoint } from './insight/scores/scores.js';
import { snapshotEndpoint } from './insight/snapshot.js';
import {
  checkpointEndpoint,
  type SubmissionLogDeps,
  submissionProofEndpoint,
} from './insight/submissions/submission-log.js';
import { driversEndpoint } from './insight/why/drivers.js';
import { peaksEndpoint } from './insight/why/peaks.js';
import { scenariosEndpoint } from './insight/why/scenarios.js';
import { withheldEndpoint } from './insight/withheld.js';
import { latestEndpoint } from './latest.js';
import type { ForecasterDeps } from './parameters/forecaster.js';
import { regionsEndpoint } from './regions.js';

export interface SurfaceADeps extends AccuracyDeps, ForecasterDeps, SubmissionLogDeps, Omit<HealthDeps, 'vintages'> {
  readonly vintages: Pick<VintageStore, 'newest' | 'issued' | 'headers' | 'links' | 'count'>;
  /** Monthly files; absent: `/bulk` is not there. */
  readonly files?: BulkStore | undefined;
}

/** Stores and caches that the handlers share. */
export type RouteDeps = Omit<SurfaceADeps, 'files'> & Pick<ForecastRouteDeps, 'bodies'>;
export type BulkRouteDeps = RouteDeps & FileDeps;

/** Endpoints that read load and forecasts. An endpoint is a file, and a line in one of these lists. */
export const DEMAND: readonly Endpoint<RouteDeps>[] = [
  forecastEndpoint,
  historyEndpoint,
  latestEndpoint,
  accuracyEndpoint,
  snapshotEndpoint,
  compareEndpoint,
  scoresEndpoint,
  runsEndpoint,
  runEndpoint,
  driversEndpoint,
  scenariosEndpoint,
  peaksEndpoint,
  proofEndpoint,
  revisionsEndpoint,
  withheldEndpoint,
];
export const BULK: readonly Endpoint<BulkRouteDeps>[] = [manifestEndpoint, fileEndpoint];
export const OPEN: readonly Endpoint<RouteDeps>[] = [
  regionsEndpoint,
  healthEndpoint,
  checkpointEndpoint,
  submissionProofEndpoint,
];
