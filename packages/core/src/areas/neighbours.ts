import { AREAS } from './area.js';
import type { Neighbours } from './area-row.js';

const bySeries = new Map(AREAS.map((area) => [area.series, area]));

/**
 * Written-out neighbor series of one model: `X-` replaced by X's sub-areas, the area's own series left out.
 *
 * @param series the area's own EIA-930 series id
 * @param kind `grids` (few, long history) or `adjacent` (many, from 2018-10)
 * @returns series ids, each once, in a fixed order; empty for a series without an entry
 * @example
 * neighbourSeries('NYIS', 'grids') // => ['PJM', 'MISO', 'ISNE']
 */
export function neighbourSeries(series: string, kind: keyof Neighbours): string[] {
  const listed = bySeries.get(series)?.neighbours[kind] ?? [];
  const written = listed.flatMap((id) => (id.endsWith('-') ? subAreaSeries(id.slice(0, -1)) : [id]));
  return [...new Set(written)].filter((id) => id !== series);
}

function subAreaSeries(authority: string): string[] {
  return (bySeries.get(authority)?.subAreas ?? []).map((subArea) => `${authority}-${subArea}`);
}
