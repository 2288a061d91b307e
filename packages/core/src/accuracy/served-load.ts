import { type Area, partsOf } from '../areas/area.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import type { KnownSeries } from '../series/known-series.js';
import type { EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { type ScreenedWindow, screenWindow } from './screened-actuals.js';

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
