import { type Area, partsOf } from '../areas/area.js';
import { BudgetMap } from '../budgets/budget-map.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { KnownSeries } from '../series/known-series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { SCREEN_AHEAD_MS, SCREEN_WARM_UP_MS, type ScreenedWindow, screenWindow } from './screened-actuals.js';

/** Load as it is served, with its witnesses. There are none if no hour needed one. */
export type ServedLoad = ScreenedWindow & { readonly witnesses: readonly KnownSeries[] };

/**
 * Load as every answer serves it: `screenWindow`, which hears witnesses where an hour needs one. They are read only
 * then.
 */
export async function screenServedLoad(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
  known: KnownSeries,
  window: Window,
  asOf: EpochMs,
): Promise<ServedLoad> {
  const alone = screenWindow(area, known, window, asOf);
  if (!alone.isDoubtful) return { ...alone, witnesses: [] };
  const witnesses = await readWitnesses(actuals, area);
  const [operator, ...loads] = witnesses;
  const parts = loads.slice(0, partsOf(area).length);
  const neighbours = loads.slice(parts.length);
  return { ...screenWindow(area, known, window, asOf, { operator, parts, neighbours }), witnesses };
}

/** The operator's forecast of an area, then load: the parts that it is the sum of, and its neighbors. */
export async function readWitnesses(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
): Promise<readonly [KnownSeries, ...KnownSeries[]]> {
  const operator = await actuals.read({ series: area.series, measure: 'day_ahead_forecast' });
  const ids = [...partsOf(area), ...findNeighbours(area)];
  const loads = await Promise.all(ids.map((id) => actuals.read({ series: id, measure: 'demand' })));
  return [operator, ...loads];
}

/** The neighboring grids; of a utility the others of its operator. */
function findNeighbours(own: Area): readonly string[] {
  if (own.kind !== 'utility') return own.neighbours.grids;
  const others = own.areas.list.filter(({ kind, iso }) => kind === own.kind && iso === own.iso);
  return others.flatMap(({ id, series }) => (id === own.id ? [] : series));
}

/** Served load, and the instants `[from, until)` at which its series and the witnesses hold the same values. */
interface ServedLoadCacheEntry {
  readonly served: ServedLoad;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const cache = new WeakMap<KnownSeries, Map<string, ServedLoadCacheEntry>>();

/**
 * `screenServedLoad`, cached for as long as the series object lives: with a store that keeps its series in memory, the
 * same window is screened once per arrival of data and not once per answer.
 *
 * @param window both ends on whole UTC hours
 * @returns shared, so not to be changed
 */
export async function readServedLoad(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
  known: KnownSeries,
  window: Window,
  asOf: EpochMs,
): Promise<ServedLoad> {
  const windows = cache.get(known) ?? new BudgetMap<string, ServedLoadCacheEntry>('screened_windows');
  cache.set(known, windows);
  const name = `${area.series} ${window.start} ${window.end}`;
  const found = windows.get(name);
  if (found && asOf >= found.from && asOf < found.until && (await isCurrent(actuals, area, found.served))) {
    return found.served;
  }
  const served = await screenServedLoad(actuals, area, known, window, asOf);
  const spans = [known, ...served.witnesses].map((each) => unchangedAround(each, window, asOf));
  const from = Math.max(...spans.map((span) => span.from));
  windows.set(name, { served, from, until: Math.min(...spans.map(({ until }) => until)) });
  return served;
}

/** Whether the witnesses are the same objects, so that nothing was added to them. */
async function isCurrent(actuals: Pick<ActualsStore, 'read'>, area: Area, { witnesses }: ServedLoad) {
  if (witnesses.length === 0) return true;
  const now = await readWitnesses(actuals, area);
  return now.every((each, i) => each === witnesses[i]);
}

/** The longest span `[from, until)` around `asOf` in which no value of the window, or of what screening looks at around it, became known. */
export function unchangedAround(known: KnownSeries, window: Window, asOf: EpochMs): { from: EpochMs; until: EpochMs } {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const narrow = (at: EpochMs): void => {
    if (at <= asOf) from = Math.max(from, at);
    else if (at > asOf) until = Math.min(until, at);
  };
  const first = Math.max(0, Math.round((window.start - SCREEN_WARM_UP_MS - known.start) / HOUR_MS));
  const end = Math.min(known.knownAtMs.length, Math.round((window.end + SCREEN_AHEAD_MS - known.start) / HOUR_MS));
  for (let hour = first; hour < end; hour++) {
    narrow(known.knownAtMs[hour]!);
    for (const older of known.replaced.get(hour) ?? []) narrow(older.knownAtMs);
  }
  return { from, until };
}
