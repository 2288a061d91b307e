import type { Area } from '../areas/area.js';
import { BudgetMap } from '../budgets/budget-map.js';
import {
  decidingInstants,
  type ForecastWindowQuery,
  forecastWindowOf,
  type RunChoice,
} from '../reads/forecast-window.js';
import type { RunDeps } from '../reads/runs-forecast.js';
import { vintagesAt } from '../reads/vintages-at.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import type { ForecastLines } from '../vintages/vintage.js';

export interface ForecastHoursQuery extends ForecastWindowQuery {
  readonly choice: Exclude<RunChoice, { readonly kind: 'newest' }>;
}

/** Forecasts one value an hour, and when their runs were issued; NaN where no run counts. */
interface ForecastColumns extends ForecastLines {
  readonly issuedAt: Float64Array;
}

/**
 * The forecasts read for a window: the runs that were available at `lastInstant`, `count` in all. `instants` are those
 * at which the runs of the hours were chosen, NaN where that is after `asOf`; the first of those is `nextInstant`.
 */
export interface ForecastHours extends ForecastColumns {
  readonly instants: Float64Array;
  readonly lastInstant: EpochMs;
  readonly nextInstant: EpochMs;
  readonly count: number;
}

/** Hours read for earlier windows of an area and choice; `instants` is NaN for hours that were not read. */
interface KeptHours extends Omit<ForecastHours, 'nextInstant'> {
  readonly window: Window;
}

/** 13 months. */
const LONGEST_KEPT_HOURS = (400 * DAY_MS) / HOUR_MS;

const caches = new WeakMap<RunDeps['vintages'], Map<string, KeptHours>>();

/**
 * The forecasts of a window's hours, by the runs that count for them. Which run counts depends on the hour alone, so
 * hours read for another window, or for another `asOf`, are not read again while no run was added to the runs that were
 * available when the last of them was chosen.
 */
export async function forecastHours(deps: RunDeps, query: ForecastHoursQuery): Promise<ForecastHours> {
  const { area, window, asOf } = query;
  const all = decidingInstants(query);
  const instants = Float64Array.from(all, (at) => (at > asOf ? Number.NaN : at));
  const lastInstant = all.reduce((last, at) => (at <= asOf ? Math.max(last, at) : last), Number.NEGATIVE_INFINITY);
  const nextInstant = all.reduce((next, at) => (at > asOf ? Math.min(next, at) : next), Number.POSITIVE_INFINITY);
  // Counted before it is read: a run that comes between is seen the next time.
  const count = await runsAt(deps, area, lastInstant);
  const cache = caches.get(deps.vintages) ?? new BudgetMap<string, KeptHours>('forecast_hours');
  caches.set(deps.vintages, cache);
  const key = `${area.id} ${JSON.stringify(query.choice)}`;
  const found = cache.get(key);
  const kept = found && (await holds(deps, area, found, { lastInstant, count })) ? found : undefined;
  await deps.pause?.();
  const columns = await readColumns(deps, query, instants, kept);
  await deps.pause?.();
  const last = kept && kept.lastInstant > lastInstant ? kept : { lastInstant, count };
  const read = { ...columns, window, instants, lastInstant: last.lastInstant, count: last.count };
  cache.delete(key);
  cache.set(key, joined(kept, read));
  return { ...columns, instants, lastInstant, nextInstant, count };
}

/** How many runs of an area were available at an instant; none before all time. */
export async function runsAt({ vintages }: RunDeps, area: Area, instant: EpochMs): Promise<number> {
  return Number.isFinite(instant) ? vintages.count(area.id, instant) : 0;
}

/**
 * Whether no run was added to the runs that cached hours were chosen from. Both counts must cover the same runs, so
 * runs that came between the two instants are counted too: a count may be older than the other.
 */
async function holds(
  deps: RunDeps,
  area: Area,
  kept: KeptHours,
  { lastInstant, count }: { readonly lastInstant: EpochMs; readonly count: number },
): Promise<boolean> {
  if ((await runsAt(deps, area, kept.lastInstant)) !== kept.count) return false;
  if (lastInstant <= kept.lastInstant) return true;
  if (!Number.isFinite(kept.lastInstant)) return false;
  const since = await deps.vintages.headers(area.id, { start: kept.lastInstant + 1, end: lastInstant + 1 });
  return kept.count + since.length === count;
}

async function readColumns(
  deps: RunDeps,
  { area, window }: ForecastHoursQuery,
  instants: Float64Array,
  kept: KeptHours | undefined,
): Promise<ForecastColumns> {
  const shift = kept ? Math.round((window.start - kept.window.start) / HOUR_MS) : 0;
  const isKept = (hour: number): boolean => kept !== undefined && kept.instants[hour + shift] === instants[hour];
  const missing = Array.from(instants, (at, hour) => (isKept(hour) ? Number.NaN : at));
  const vintages = await vintagesAt(deps, area.id, missing);
  await deps.pause?.();
  const read = forecastWindowOf(window, vintages);
  const issuedAt = Float64Array.from(read.vintages, (vintage) => vintage?.issuedAt ?? Number.NaN);
  const columns = { valueMw: read.valueMw, p10Mw: read.p10Mw, p90Mw: read.p90Mw, issuedAt };
  for (let hour = 0; kept && hour < instants.length; hour++) {
    if (!isKept(hour)) continue;
    columns.valueMw[hour] = kept.valueMw[hour + shift]!;
    columns.p10Mw[hour] = kept.p10Mw[hour + shift]!;
    columns.p90Mw[hour] = kept.p90Mw[hour + shift]!;
    columns.issuedAt[hour] = kept.issuedAt[hour + shift]!;
  }
  return columns;
}

/** The hours of both where they touch, at most 400 days of them; else the longer ones. */
function joined(kept: KeptHours | undefined, read: KeptHours): KeptHours {
  if (!kept || read.window.end <= read.window.start) return kept ?? read;
  const isApart = kept.window.end < read.window.start || read.window.end < kept.window.start;
  if (isApart) return lengthOf(kept) > lengthOf(read) ? { ...kept, ...lastOf(read) } : read;
  const end = Math.max(kept.window.end, read.window.end);
  const start = Math.max(Math.min(kept.window.start, read.window.start), end - LONGEST_KEPT_HOURS * HOUR_MS);
  const hours = Math.round((end - start) / HOUR_MS);
  const column = (name: keyof ForecastColumns | 'instants'): Float64Array => {
    const values = new Float64Array(hours).fill(Number.NaN);
    for (const part of [kept, read]) {
      const shift = Math.round((part.window.start - start) / HOUR_MS);
      for (let hour = Math.max(0, -shift); hour < part.instants.length; hour++) {
        if (!Number.isNaN(part.instants[hour]!)) values[hour + shift] = part[name][hour]!;
      }
    }
    return values;
  };
  const bounds = { p10Mw: column('p10Mw'), p90Mw: column('p90Mw') };
  const chosen = { issuedAt: column('issuedAt'), instants: column('instants') };
  return { window: { start, end }, valueMw: column('valueMw'), ...bounds, ...chosen, ...lastOf(read) };
}

const lengthOf = ({ window }: KeptHours): number => window.end - window.start;
const lastOf = ({ lastInstant, count }: KeptHours) => ({ lastInstant, count });
