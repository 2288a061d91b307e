import { type Areas, type CodedArea, type EpochMs, HOUR_MS, type Vintage, type VintageStore } from '@loadcast/core';
import { count, endpoint, isoUtc, json, noEffect, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { jsonAnswer } from './answers/answer-forms.js';

export interface HealthDeps {
  readonly vintages: Pick<VintageStore, 'newest'>;
  /** Why the service is degraded although its forecasts are not, in words for everybody; undefined when it is not. */
  readonly degradedBecause?: (now: EpochMs) => string | undefined;
  /** `X-Loadcast-Version` and `X-Interface-Version` give the release that answers and the version of `/openapi.json`. */
  readonly versions?: { readonly release: string; readonly interface: string };
}

/** Every area has a run at its gate once a day, even without a source: later than that, something is wrong. */
const STALE_AFTER_MS = 26 * HOUR_MS;

const healthQuery = z.object({ as_of: noEffect('health is always current') });

export const healthAnswer = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  model: z.strictObject({ name: z.string().nullable(), version: z.string().nullable() }),
  active_grids: count('Grids with forecasts.'),
  last_forecast_run: utcText().nullable(),
});

/**
 * GET /v1/health: 200 while the process answers; `degraded` when forecasts are missing or stale, or something that the service
 * needs is broken. The header `X-Degraded-Because` says which.
 */
export const healthEndpoint = endpoint({
  path: '/health',
  name: 'getHealth',
  title: 'Health of the service',
  notes: [
    'The HTTP status is 200 as long as the process can answer. `X-Degraded-Because` says why the status is `degraded`, `X-Loadcast-Version` which release answers, `X-Interface-Version` which interface.',
  ],
  access: 'public',
  query: healthQuery,
  headers: {
    'X-Degraded-Because': 'Why the status is `degraded`.',
    'X-Loadcast-Version': 'The release that answers.',
    'X-Interface-Version': 'The version of `/openapi.json`.',
  },
  answers: [jsonAnswer(healthAnswer)],
  examples: [''],
  async prepare(deps: HealthDeps, _query, request) {
    const now = request.receivedAt;
    const grids = contractGrids(request.areas);
    const newest = grids.map(async ({ area }) => deps.vintages.newest(area.id, now));
    const found = await Promise.all(newest).catch(() => undefined); // reported as degraded
    const runs = found?.filter((run) => run !== undefined);
    const last = runs?.reduce<Vintage | undefined>(
      (best, run) => (best && best.issuedAt >= run.issuedAt ? best : run),
      undefined,
    );
    const because = forecastsBecause(grids, runs, now) ?? deps.degradedBecause?.(now);
    const body = {
      status: because === undefined ? 'ok' : 'degraded',
      model: { name: last?.model.name ?? null, version: last?.model.version ?? null },
      active_grids: grids.length,
      last_forecast_run: last ? isoUtc(last.issuedAt) : null,
    };
    const headers = {
      'cache-control': 'no-store',
      ...(because !== undefined && { 'x-degraded-because': because }),
      ...(deps.versions && {
        'x-loadcast-version': deps.versions.release,
        'x-interface-version': deps.versions.interface,
      }),
    };
    return { regions: [], free: true, reply: () => json(200, body, headers) };
  },
});

/** The grids that everybody counts on. One that an operator added may have too little data yet. */
const contractGrids = (areas: Areas): readonly CodedArea[] =>
  areas.coded('a').filter(({ area }) => area.addedAt === undefined);

/** The fault in the forecasts themselves, in words. */
function forecastsBecause(
  grids: readonly CodedArea[],
  runs: readonly Vintage[] | undefined,
  now: EpochMs,
): string | undefined {
  if (!runs) return 'forecasts cannot be read';
  const codesWhere = (isSo: (run: Vintage | undefined) => boolean): string =>
    grids
      .filter(({ area }) => isSo(runs.find(({ areaId }) => areaId === area.id)))
      .map(({ code }) => code)
      .join(', ');
  const missing = codesWhere((run) => run === undefined);
  if (missing) return `${missing} has no forecast yet`;
  const stale = codesWhere((run) => run !== undefined && now - run.issuedAt > STALE_AFTER_MS);
  return stale ? `the newest forecast of ${stale} is more than ${STALE_AFTER_MS / HOUR_MS} h old` : undefined;
}
