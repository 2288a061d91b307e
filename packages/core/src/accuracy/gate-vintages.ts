import type { Area } from '../areas/area.js';
import { BudgetMap } from '../budgets/budget-map.js';
import type { MarketRun } from '../horizons/horizon.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { sliceSeries } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';
import { gateInstant } from '../vintages/market-run.js';
import { type ForecastLines, type ModelId, VINTAGE_HOURS, type Vintage } from '../vintages/vintage.js';

/** What a market run said about one operating day. */
export interface DayForecast extends ForecastLines {
  readonly issuedAt: EpochMs;
  readonly model: ModelId;
}

export type VintageReads = Pick<VintageStore, 'newest' | 'headers' | 'count'>;

interface Cache {
  /** Forecasts by area, run and day. */
  readonly days: Map<string, DayForecast | undefined>;
  /** Number of vintages at the last lookup of all of them, by area, run, first and last day. */
  readonly verified: Map<string, number>;
}

const caches = new WeakMap<VintageReads, Cache>();

/**
 * What a market run said about each of some operating days: the day's hours of the newest vintage available at the
 * day's gate, NaN where it does not reach.
 *
 * Days are kept in memory. One count of the store shows whether a vintage was added before the last gate since then;
 * only if so are the headers read again, and only days that have another vintage now are loaded.
 *
 * @param days consecutive operating days, `YYYY-MM-DD` on the market clock, ascending, at least one
 * @returns one entry per day; undefined where no vintage was available at the gate
 */
export async function gateVintages(
  vintages: VintageReads,
  area: Area,
  run: MarketRun,
  days: readonly string[],
): Promise<(DayForecast | undefined)[]> {
  const cache = caches.get(vintages) ?? { days: new BudgetMap('gate_days'), verified: new BudgetMap('gate_spans') };
  caches.set(vintages, cache);
  const keyOf = (day: string): string => `${area.id} ${run} ${day}`;
  const span = `${keyOf(days[0]!)} ${days.at(-1)}`;
  const firstGate = gateInstant(area, run, days[0]!);
  const lastGate = gateInstant(area, run, days.at(-1)!);

  const count = await vintages.count(area.id, lastGate);
  if (cache.verified.get(span) === count && days.every((day) => cache.days.has(keyOf(day)))) {
    return days.map((day) => cache.days.get(keyOf(day)));
  }
  const headers = await vintages.headers(area.id, { start: firstGate - DAY_MS, end: lastGate + 1 });
  const forecasts: (DayForecast | undefined)[] = [];
  for (const day of days) {
    const gate = gateInstant(area, run, day);
    const header = headers.findLast(({ availableAt }) => availableAt <= gate);
    let forecast = cache.days.get(keyOf(day));
    if (!header || forecast?.issuedAt !== header.issuedAt) {
      forecast = dayOf(await vintages.newest(area.id, gate), area, day);
      cache.days.set(keyOf(day), forecast);
    }
    forecasts.push(forecast);
  }
  cache.verified.set(span, count);
  return forecasts;
}

function dayOf(vintage: Vintage | undefined, area: Area, day: string): DayForecast | undefined {
  const hours = operatingDayWindow(area.marketTimezone, day);
  if (!vintage || vintage.start + VINTAGE_HOURS * HOUR_MS <= hours.start) return undefined;
  const slice = (valuesMw: Float64Array): Float64Array =>
    sliceSeries({ start: vintage.start, stepMs: HOUR_MS, valuesMw }, hours).valuesMw;
  return {
    valueMw: slice(vintage.valueMw),
    p10Mw: slice(vintage.p10Mw),
    p90Mw: slice(vintage.p90Mw),
    issuedAt: vintage.issuedAt,
    model: vintage.model,
  };
}
