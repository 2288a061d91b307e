import type { Horizon } from '../horizons/horizon.js';
import { HORIZONS, type HorizonRow } from '../horizons/horizons.data.js';
import type { Sight } from '../plans/entitlement.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, instantOnDay } from '../time/operating-day.js';
import type { Window } from '../time/window.js';
import type { ForecastLines, Vintage } from '../vintages/vintage.js';
import type { RunQuery } from './missing/why-no-run.js';
import { operatingDaysOf } from './runs-issues.js';
import { type InstantDeps, vintagesAt } from './vintages-at.js';

/**
 * Which run counts for an hour.
 *
 * `gate`: the newest one available a number of days before the operating day, at a time of the market's clock. `lead`:
 * the newest one that was available so long before the hour began. `newest`: the newest one of all.
 */
export type RunChoice =
  | { readonly kind: 'gate'; readonly daysBefore: number; readonly timeOfDayMs: number }
  | { readonly kind: 'lead'; readonly leadMs: number }
  | { readonly kind: 'newest' };

export interface ForecastWindowQuery extends Omit<RunQuery, 'version'> {
  readonly choice: RunChoice;
}

/** Forecasts of a window, one value an hour from `start`, MW; NaN, and no vintage, where no run counts. */
export interface ForecastWindow extends ForecastLines {
  readonly start: EpochMs;
  /** The run that each hour is from. */
  readonly vintages: readonly (Vintage | undefined)[];
}

/**
 * The forecasts of each hour of a window, by the run that counts for it.
 *
 * An hour whose gate or lead lies after `asOf` has no run yet; one that no run reaches has no value. Later runs never
 * change what a gate or a lead gives.
 */
export async function readForecastWindow(deps: InstantDeps, query: ForecastWindowQuery): Promise<ForecastWindow> {
  return forecastWindowOf(query.window, await vintagesAt(deps, query.area.id, pastInstants(query)));
}

/** The data an answer with these windows shows: from the earliest hour on, up to the longest horizon. */
export function forecastWindowSight(
  queries: readonly Pick<ForecastWindowQuery, 'window' | 'asOf' | 'choice'>[],
): Sight {
  const horizons = queries.map(chooseHorizon);
  return {
    asOf: Math.min(...queries.map(({ asOf }) => asOf)),
    from: Math.min(...queries.map(({ window }) => window.start)),
    horizon: HORIZONS.findLast(({ id }) => horizons.includes(id))?.id,
  };
}

/**
 * What runs say of a window.
 *
 * @param runs the run of each hour; one that does not reach its hour counts as none
 */
export function forecastWindowOf(window: Window, runs: readonly (Vintage | undefined)[]): ForecastWindow {
  const missing = () => new Float64Array(runs.length).fill(Number.NaN);
  const vintages: (Vintage | undefined)[] = new Array(runs.length).fill(undefined);
  const result = { start: window.start, valueMw: missing(), p10Mw: missing(), p90Mw: missing(), vintages };
  runs.forEach((vintage, i) => {
    const at = vintage ? Math.round((window.start + i * HOUR_MS - vintage.start) / HOUR_MS) : -1;
    if (!vintage || !(at >= 0 && at < vintage.valueMw.length) || Number.isNaN(vintage.valueMw[at]!)) return;
    result.valueMw[i] = vintage.valueMw[at]!;
    result.p10Mw[i] = vintage.p10Mw[at]!;
    result.p90Mw[i] = vintage.p90Mw[at]!;
    vintages[i] = vintage;
  });
  return result;
}

/** Finds, for each hour, the instant at which the newest available run is the one that counts. */
export function decidingInstants({ area, window, asOf, choice }: ForecastWindowQuery): readonly EpochMs[] {
  const hours = Math.max(0, Math.round((window.end - window.start) / HOUR_MS));
  if (choice.kind === 'newest') return new Array<EpochMs>(hours).fill(asOf);
  if (choice.kind === 'lead') {
    return Array.from({ length: hours }, (_, i) => window.start + i * HOUR_MS - choice.leadMs);
  }
  return operatingDaysOf(area, window).flatMap(({ day, hours: { start, end } }) => {
    const gate = instantOnDay(area.marketTimezone, addDays(day, -choice.daysBefore), choice.timeOfDayMs);
    const count = (Math.min(end, window.end) - Math.max(start, window.start)) / HOUR_MS;
    return new Array<EpochMs>(count).fill(gate);
  });
}

/** The same; NaN where it lies after `asOf`. */
export function pastInstants(query: ForecastWindowQuery): readonly EpochMs[] {
  return decidingInstants(query).map((at) => (at > query.asOf ? Number.NaN : at));
}

/** The shortest horizon that looks as far ahead as a query; the longest where none does. */
function chooseHorizon({ choice, window, asOf }: Pick<ForecastWindowQuery, 'window' | 'asOf' | 'choice'>): Horizon {
  const reaches = ({ hours, gateDays }: HorizonRow): boolean => {
    if (choice.kind === 'gate') return gateDays >= choice.daysBefore;
    return hours * HOUR_MS >= (choice.kind === 'lead' ? choice.leadMs : window.end - asOf);
  };
  return (HORIZONS.find(reaches) ?? HORIZONS.at(-1)!).id;
}
