import { type OwnSeries, ownSubject } from '../forecast/forecast-series.js';
import type { Forecaster } from '../forecast/forecaster.js';
import { type AreaBacktest, backtestArea } from './backtest-area.js';
import type { BacktestPlan } from './gate-days.js';

/**
 * Replays the gates of a span of days for a series of the caller's own; see `backtestArea`. Days and gates are on its clock.
 *
 * @param own its `issuedAt` is not used
 * @param knownLagMs ms after its end from which an hour counts as known
 */
export function backtestSeries(
  own: OwnSeries,
  forecaster: Forecaster,
  plan: BacktestPlan,
  {
    knownLagMs = 0,
    onIssue,
  }: { knownLagMs?: number | undefined; onIssue?: (done: number, total: number) => void } = {},
): Promise<AreaBacktest<string>> {
  const { target, data, known } = ownSubject(own, knownLagMs);
  const area = { ...target, marketTimezone: target.timezone };
  return backtestArea({ area, forecaster, data, truth: known }, plan, onIssue);
}
