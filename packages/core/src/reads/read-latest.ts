import type { Area } from '../areas/area.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { newestHour } from '../series/known-series.js';
import { ceilToHour, type EpochMs, HOUR_MS } from '../time/instant.js';
import { noData } from './missing/no-data.js';
import { neverIssued } from './missing/why-no-run.js';
import { type MeasuredHour, newestMeasured } from './screened-hours.js';

export interface LatestDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly vintages: Pick<VintageStore, 'newest'>;
}

/** The newest measured hour, and the forecast of the first full hour from now. */
export interface LatestView {
  readonly area: Area;
  readonly actual: MeasuredHour;
  readonly forecast: { readonly start: EpochMs; readonly valueMw: number; readonly issuedAt: EpochMs };
}

/**
 * The newest measured hour of an area that screening lets pass, and the newest forecast of the first full hour after
 * `asOf`.
 *
 * @throws {ServiceError} `no_data` when either is missing
 */
export async function readLatest(deps: LatestDeps, area: Area, asOf: EpochMs): Promise<LatestView> {
  const subject = area.codes.a[0]?.code ?? area.id;
  const known = await deps.actuals.read({ series: area.series, measure: 'demand' });
  if (newestHour(known, asOf) === undefined) throw noData(`the load of ${subject}`, { reason: 'not_loaded' });
  const actual = await newestMeasured(deps.actuals, area, known, asOf);
  if (actual === undefined) throw noData(`the load of ${subject}`, { reason: 'source_gap' });

  const vintage = await deps.vintages.newest(area.id, asOf);
  const start = ceilToHour(asOf);
  const valueMw = vintage?.valueMw[Math.round((start - vintage.start) / HOUR_MS)];
  if (!vintage || valueMw === undefined) {
    throw noData(`the forecast of ${subject}`, vintage ? { reason: 'not_covered' } : neverIssued(asOf));
  }
  return {
    area,
    actual,
    forecast: { start, valueMw, issuedAt: vintage.issuedAt },
  };
}
