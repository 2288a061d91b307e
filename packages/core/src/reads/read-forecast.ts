import type { Area } from '../areas/area.js';
import { type Horizon, horizonHours, type Resolution } from '../horizons/horizon.js';
import { type EntitlementClass, entitlementClass } from '../plans/entitlement.js';
import type { Plan } from '../plans/plan.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { ceilToHour, type EpochMs, HOUR_MS, MINUTE_MS } from '../time/instant.js';
import { disaggregateForecast } from '../vintages/disaggregate.js';
import type { ForecastLines, Vintage } from '../vintages/vintage.js';
import { instantText, noData } from './missing/no-data.js';
import { neverIssued } from './missing/why-no-run.js';

export interface ForecastDeps {
  readonly vintages: Pick<VintageStore, 'newest'>;
}

export interface ForecastQuery {
  readonly area: Area;
  readonly horizon: Horizon;
  readonly resolution: Resolution;
  readonly plan: Plan;
  /** Epoch ms: later values are left out, and rows start at the first full hour after it. */
  readonly asOf: EpochMs;
}

/** The part of a vintage that answers a query, and the parts of it that the plan may show. */
export interface ForecastView {
  readonly area: Area;
  readonly horizon: Horizon;
  readonly resolution: Resolution;
  readonly vintage: Vintage;
  /** Start of the first row. */
  readonly start: EpochMs;
  readonly stepMs: number;
  readonly rows: number;
  readonly entitlement: EntitlementClass;
}

const STEPS_AN_HOUR = { '1h': 1, '15min': 4 } as const satisfies Record<Resolution, number>;

/**
 * The newest forecast of an area that was available at `asOf`, from the first full hour after it: as many hours as the
 * horizon has, or four times as many quarters. Never a part of a horizon, never a value that no vintage holds.
 *
 * @throws {ServiceError} `no_data`
 */
export async function readForecast(deps: ForecastDeps, query: ForecastQuery): Promise<ForecastView> {
  const { area, horizon, resolution, plan, asOf } = query;
  const start = ceilToHour(asOf);
  const hours = horizonHours(horizon);
  const vintage = await deps.vintages.newest(area.id, asOf);
  const subject = `the forecast of ${area.codes.a[0]?.code ?? area.id}`;
  if (!vintage) throw noData(subject, neverIssued(asOf));
  const end = vintage.start + vintage.valueMw.length * HOUR_MS;
  if (start < vintage.start || start + hours * HOUR_MS > end) {
    const because = `the newest forecast, issued at ${instantText(vintage.issuedAt)}, does not reach so far`;
    throw noData(`${subject}, ${horizon}`, { reason: 'not_covered', because });
  }
  const steps = STEPS_AN_HOUR[resolution];
  return {
    area,
    horizon,
    resolution,
    vintage,
    start,
    stepMs: (60 / steps) * MINUTE_MS,
    rows: hours * steps,
    entitlement: entitlementClass(plan),
  };
}

/** The rows of a view, MW. Bounds are absent where the plan does not include them, NaN on rows that carry none. */
export interface ForecastRows {
  readonly valueMw: Float64Array;
  readonly bounds?: { readonly p10Mw: Float64Array; readonly p90Mw: Float64Array };
}

/**
 * The rows of a view, one value per step from `view.start`.
 *
 * Quarters are made from the whole vintage, so they do not depend on the time or horizon of the request.
 */
export function forecastRows(view: ForecastView): ForecastRows {
  const { vintage, start, stepMs, rows } = view;
  const lines: ForecastLines = view.resolution === '1h' ? vintage : disaggregateForecast(vintage);
  const first = Math.round((start - vintage.start) / stepMs);
  const cut = (valuesMw: Float64Array): Float64Array => valuesMw.subarray(first, first + rows);
  const valueMw = cut(lines.valueMw);
  return view.entitlement === 'bounds'
    ? { valueMw, bounds: { p10Mw: cut(lines.p10Mw), p90Mw: cut(lines.p90Mw) } }
    : { valueMw };
}
