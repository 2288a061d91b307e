import {
  type Area,
  type Areas,
  addDays,
  type EpochMs,
  localDay,
  ServiceError,
  type VintageStore,
} from '@loadcast/core';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import { untilAvailable } from '../stores/until-available.js';
import { gateIssueOn } from './due-issue.js';

/** Days of gates that 30 days of every market run need: the runs of 15 days before the oldest of them included. */
export const BACKFILL_DAYS = 46;

interface BackfillDeps {
  areas(): Areas;
  readonly runner: ForecastRunner;
  readonly vintages: VintageStore;
}

export interface BackfillOptions {
  readonly signal?: AbortSignal;
  onMade?(): void;
  /** Called when a store that is busy is waited for. */
  waits?(error: Error): void;
  readonly pauseMs?: number;
}

/**
 * Issues the forecasts of past gates, each from the data known then, the newest gate first.
 *
 * Only for worlds that are not the record: a simulated or recorded grid, and a replay, whose vintages live in memory. Forecasts
 * are never added to the past of a real store.
 *
 * @param now gates up to this instant; gates already played are left alone
 * @returns how many forecasts were made
 */
export async function backfillGates(
  { areas, runner, vintages }: BackfillDeps,
  now: EpochMs,
  options: BackfillOptions = {},
): Promise<number> {
  const made = await Promise.all(areas().list.map((area) => backfillGatesOf(area, runner, vintages, now, options)));
  return made.reduce((sum, count) => sum + count, 0);
}

async function backfillGatesOf(
  area: Area,
  runner: ForecastRunner,
  vintages: VintageStore,
  now: EpochMs,
  options: BackfillOptions,
): Promise<number> {
  const { signal, onMade } = options;
  const waiting = { ...options, waits: (error: Error) => options.waits?.(error) };
  const today = localDay(area.marketTimezone, now);
  let made = 0;
  try {
    const from = gateIssueOn(area, addDays(today, -BACKFILL_DAYS));
    const headers = await untilAvailable(() => vintages.headers(area.id, { start: from, end: now + 1 }), waiting);
    const held = new Set(headers.map((row) => row.issuedAt));
    // The newest come first: tomorrow's DAM is requested first.
    for (let back = 0; back <= BACKFILL_DAYS && !signal?.aborted; back++) {
      const issuedAt = gateIssueOn(area, addDays(today, -back));
      if (issuedAt > now || held.has(issuedAt)) continue;
      const isNew = await untilAvailable(() => issueGate(area, runner, vintages, issuedAt), waiting);
      if (!isNew) continue;
      made += 1;
      onMade?.();
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return made;
}

/** @returns whether it was new; false where too little was known at that gate */
async function issueGate(
  area: Area,
  runner: ForecastRunner,
  vintages: VintageStore,
  issuedAt: EpochMs,
): Promise<boolean> {
  try {
    return await publish(vintages, area.id, issuedAt, issuedAt, await runner.issue(area.id, issuedAt));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'no_data') return false;
    throw error;
  }
}
