import { AREAS, type Area, addDays, type EpochMs, localDay, ServiceError, type VintageStore } from '@loadcast/core';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import { gateIssueOn } from './due-issue.js';

/** Days of gates that 30 days of every market run need: the runs of 15 days before the oldest of them included. */
export const BACKFILL_DAYS = 46;

export interface BackfillOptions {
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Called with each forecast that was made. */
  onMade?(): void;
}

/**
 * Issues what would have been issued at past gates, each from what was known then, the newest gate first.
 *
 * Only for worlds that are not the record: a simulated grid, and a replay, whose vintages live in memory. Forecasts
 * are never added to the past of a real store.
 *
 * @param now gates up to this instant; those that were played before are left alone
 * @returns how many forecasts were made
 */
export async function backfillGates(
  runner: ForecastRunner,
  vintages: VintageStore,
  now: EpochMs,
  options: BackfillOptions = {},
): Promise<number> {
  const made = await Promise.all(AREAS.map((area) => backfillGatesOf(area, runner, vintages, now, options)));
  return made.reduce((sum, count) => sum + count, 0);
}

async function backfillGatesOf(
  area: Area,
  runner: ForecastRunner,
  vintages: VintageStore,
  now: EpochMs,
  { signal, onMade }: BackfillOptions,
): Promise<number> {
  const today = localDay(area.marketTimezone, now);
  let made = 0;
  const from = gateIssueOn(area, addDays(today, -BACKFILL_DAYS));
  const held = new Set((await vintages.headers(area.id, { start: from, end: now + 1 })).map((row) => row.issuedAt));
  // The newest first: tomorrow's DAM is what is asked for first.
  for (let back = 0; back <= BACKFILL_DAYS && !signal?.aborted; back++) {
    const issuedAt = gateIssueOn(area, addDays(today, -back));
    if (issuedAt > now || held.has(issuedAt)) continue;
    try {
      const forecast = await runner.issue(area.id, issuedAt);
      if (!(await publish(vintages, area.id, issuedAt, issuedAt, forecast))) continue;
      made += 1;
      onMade?.();
    } catch (error) {
      const hasNoData = error instanceof ServiceError && error.code === 'no_data';
      if (!hasNoData && !signal?.aborted) throw error;
    }
  }
  return made;
}
