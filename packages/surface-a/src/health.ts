import { codedAreas, type EpochMs, HOUR_MS, type Vintage, type VintageStore } from '@loadcast/core';
import { isoUtc, json, noEffect, type Prepared, readQuery, type SurfaceRequest } from '@loadcast/formats';
import * as z from 'zod';

export interface HealthDeps {
  readonly vintages: Pick<VintageStore, 'newest'>;
  readonly isDegraded?: (now: EpochMs) => boolean;
}

/** Every area has a run at its gate once a day, whatever the source does: later than that, something is wrong. */
const STALE_AFTER_MS = 26 * HOUR_MS;

export const healthQuery = z.object({ as_of: noEffect('health is that of now') });

/** GET /v1/health: 200 while the process answers; `degraded` when forecasts are missing or stale, or a store fails. */
export async function prepareHealth(deps: HealthDeps, request: SurfaceRequest): Promise<Prepared> {
  readQuery(healthQuery, request.query);
  const now = request.receivedAt;
  const runs = await newestRuns(deps, now);
  const grids = codedAreas('a').filter(({ area }) => area.status === 'active').length;
  const last = runs?.reduce<Vintage | undefined>(
    (best, run) => (best && best.issuedAt >= run.issuedAt ? best : run),
    undefined,
  );
  const isCurrent = runs?.length === grids && runs.every(({ issuedAt }) => now - issuedAt <= STALE_AFTER_MS);
  const body = {
    status: isCurrent && !deps.isDegraded?.(now) ? 'ok' : 'degraded',
    model: { name: last?.model.name ?? null, version: last?.model.version ?? null },
    active_grids: grids,
    last_forecast_run: last ? isoUtc(last.issuedAt) : null,
  };
  return { regions: [], free: true, reply: () => json(200, body, { 'cache-control': 'no-store' }) };
}

/** The newest run of each grid that has one; undefined when the store cannot be read. */
async function newestRuns({ vintages }: HealthDeps, now: EpochMs): Promise<Vintage[] | undefined> {
  try {
    const runs = await Promise.all(codedAreas('a').map(({ area }) => vintages.newest(area.id, now)));
    return runs.filter((run) => run !== undefined);
  } catch {
    return undefined; // reported as degraded
  }
}
