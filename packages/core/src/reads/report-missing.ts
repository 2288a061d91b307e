import type { Area } from '../areas/area.js';
import { type NoDataReason, ServiceError } from '../errors/service-error.js';
import type { MarketRun } from '../horizons/horizon.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { newestHour } from '../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { gateInstant } from '../vintages/market-run.js';
import type { RunDeps } from './runs-forecast.js';
import { operatingDaysOf } from './runs-issues.js';

/** Why a query found nothing, and when it is worth asking again. */
export interface Missing {
  readonly reason: NoDataReason;
  readonly expectedAt?: EpochMs;
}

/**
 * Why a run says nothing of a window.
 *
 * - `not_covered` with the next gate, when some of its days have a gate still to come;
 * - `before_history`, when no vintage existed at the last of the gates;
 * - `not_covered` otherwise: vintages existed and did not reach these hours, or had no such issue.
 */
export async function whyNoRun(
  deps: RunDeps,
  area: Area,
  run: MarketRun | 'RTM',
  window: Window,
  asOf: EpochMs,
): Promise<Missing> {
  const gates =
    run === 'RTM' ? [window.end] : [...operatingDaysOf(area, window)].map(({ day }) => gateInstant(area, run, day));
  const ahead = run === 'RTM' ? [] : gates.filter((gate) => gate > asOf);
  const last = gates.filter((gate) => gate <= asOf).at(-1) ?? asOf;
  if (ahead.length > 0) return { reason: 'not_covered', expectedAt: ahead[0]! };
  const existed = await deps.vintages.newest(area.id, Math.min(last, asOf));
  return { reason: existed ? 'not_covered' : 'before_history' };
}

/**
 * Why there are no actuals in a window: not measured yet, late from the source, older than what is kept, or a gap.
 */
export async function whyNoActuals(
  deps: { readonly actuals: Pick<ActualsStore, 'read'> },
  area: Area,
  window: Window,
  asOf: EpochMs,
): Promise<Missing> {
  if (window.start + HOUR_MS > asOf) return { reason: 'not_covered', expectedAt: window.start + HOUR_MS };
  const series = await deps.actuals.read({ series: area.series, measure: 'demand' });
  const newest = newestHour(series, asOf);
  if (newest === undefined || window.end <= series.start) return { reason: 'before_history' };
  return { reason: window.start > newest ? 'source_late' : 'source_gap' };
}

const SENTENCES: Record<NoDataReason, string> = {
  source_late: 'the source has not published these hours yet',
  source_gap: 'the source published no value for these hours',
  not_covered: 'no forecast or measurement covers these hours yet',
  before_history: 'these hours lie before the first kept data',
};

/** The failure that a caller gets then. `subject` is made of our own codes: no text of the caller's. */
export function noData(subject: string, missing: Missing): ServiceError<'no_data'> {
  return new ServiceError('no_data', `No data for ${subject}: ${SENTENCES[missing.reason]}`, missing);
}
