import {
  type Area,
  clockLagHours,
  DAY_MS,
  type EpochMs,
  floorToHour,
  HOUR_MS,
  type KnownSeries,
  readAsOf,
  readMarketRun,
  type VintageStore,
  type Window,
} from '@loadcast/core';
import { ACCURACY_WINDOW_DAYS, type AccuracyDeps, accuracyOf } from '@loadcast/core/accuracy';
import { newestHour } from '@loadcast/core/series';
import { GATE_LEAD_MS, newestGateIssue } from '../schedule/due-issue.js';

/** Load is due about two hours after its hour ended; this much later something is wrong. */
export const LATE_AFTER_MS = 6 * HOUR_MS;
/** The interval from p10 to p90 should hold 80 % of the hours. */
export const COVERAGE_PCT = { least: 62, most: 95 } as const;
/** Fewer hours say little about coverage: the hours of a day are wrong together, and a week has too few days. */
const LEAST_COVERAGE_HOURS = 21 * 24;
/** A gate's forecast is made two minutes before it; one made earlier than this was made for something else. */
const MADE_FOR_GATE_MS = 70 * 60_000;
const MONTH_MS = 30 * DAY_MS;

type VintageReads = Pick<VintageStore, 'newest' | 'headers' | 'count'>;

/** How long ago the newest hour with a value ended, ms; undefined without any. */
export function dataAgeMs(load: KnownSeries, now: EpochMs): number | undefined {
  const newest = newestHour(load, now);
  return newest === undefined ? undefined : Math.max(0, now - newest - HOUR_MS);
}

/** How many of the newest hours carry one and the same value. */
export function frozenHours(load: KnownSeries, now: EpochMs): number {
  const newest = newestHour(load, now);
  if (newest === undefined) return 0;
  const { valuesMw } = readAsOf(load, { start: newest - 7 * DAY_MS, end: newest + HOUR_MS }, now);
  const last = valuesMw.at(-1);
  let hours = 0;
  while (hours < valuesMw.length && valuesMw[valuesMw.length - 1 - hours] === last) hours++;
  return hours;
}

/** Whether that many equal hours are a frozen meter: twice what screening calls one, so that no short pause alarms. */
export function isFrozen(area: Area, hours: number): boolean {
  return hours >= 2 * area.screening.frozenRunHours;
}

/**
 * Hours by which load of the last 30 days lags behind our own forecasts; undefined when it cannot be determined.
 *
 * The forecasts are those made 15 days ahead: a nearer one has seen the first days of a clock that is wrong, and follows
 * it within weeks.
 */
export async function clockLag(
  vintages: VintageReads,
  area: Area,
  load: KnownSeries,
  now: EpochMs,
): Promise<number | undefined> {
  const window = lastMonth(now);
  const { valueMw } = await readMarketRun({ vintages }, '15DA', { area, window, asOf: now });
  return clockLagHours(readAsOf(load, window, now), { start: window.start, valuesMw: valueMw });
}

/** The same behind the operator's forecast: a second witness, which does not learn from our load. */
export function operatorClockLag(load: KnownSeries, operatorForecast: KnownSeries, now: EpochMs): number | undefined {
  const window = lastMonth(now);
  return clockLagHours(readAsOf(load, window, now), readAsOf(operatorForecast, window, now));
}

function lastMonth(now: EpochMs): Window {
  return { start: floorToHour(now) - MONTH_MS, end: floorToHour(now) };
}

/** Share of the last 30 days' hours inside the day-ahead interval, percent; undefined with less than a week of them. */
export async function coveragePct(deps: AccuracyDeps, area: Area, now: EpochMs): Promise<number | undefined> {
  const { scores } = await accuracyOf(deps, { area, asOf: now, windowDays: ACCURACY_WINDOW_DAYS });
  return scores.intervalHours < LEAST_COVERAGE_HOURS ? undefined : scores.coveragePct;
}

/**
 * The newest gate at or before `now` for which no forecast was made in time; undefined when it was kept, or when no
 * forecast of the area is older than the gate by an hour: then the service was not there yet.
 */
export async function missedGate(
  vintages: Pick<VintageStore, 'headers' | 'count'>,
  area: Area,
  now: EpochMs,
): Promise<EpochMs | undefined> {
  const gate = newestGateIssue(area, now - GATE_LEAD_MS) + GATE_LEAD_MS;
  const made = await vintages.headers(area.id, { start: gate - MADE_FOR_GATE_MS, end: gate + 1 });
  if (made.some(({ issuedAt }) => issuedAt >= gate - MADE_FOR_GATE_MS)) return undefined;
  return (await vintages.count(area.id, gate - MADE_FOR_GATE_MS)) > 0 ? gate : undefined;
}
