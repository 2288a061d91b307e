import { NEIGHBOURS, SUB_AREAS } from './neighbours.data.js';

/**
 * Written-out neighbour series of one model: `X-` replaced by X's sub-areas, the area's own series left out.
 *
 * @param series the area's own EIA-930 series id
 * @param kind `grids` (few, long history) or `adjacent` (many, from 2018-10)
 * @returns series ids, each once, in a fixed order; empty for a series without an entry
 * @example
 * neighbourSeries('NYIS', 'grids') // => ['PJM', 'MISO', 'ISNE']
 */
export function neighbourSeries(series: string, kind: 'grids' | 'adjacent'): string[] {
  const listed = NEIGHBOURS[series]?.[kind] ?? [];
  const written = listed.flatMap((id) =>
    id.endsWith('-') ? (SUB_AREAS[id.slice(0, -1)] ?? []).map((sub) => `${id}${sub}`) : [id],
  );
  return [...new Set(written)].filter((id) => id !== series);
}

/** Every EIA-930 series that some model reads: the areas' own and all their neighbours. Sorted. */
export const MODEL_SERIES: readonly string[] = [
  ...new Set(
    Object.keys(NEIGHBOURS).flatMap((own) => [
      own,
      ...neighbourSeries(own, 'grids'),
      ...neighbourSeries(own, 'adjacent'),
    ]),
  ),
].sort();

const modelSeries = new Set(MODEL_SERIES);

/**
 * Whether some model reads a series: what an ingest should keep.
 *
 * @param series EIA-930 id, `BPAT` or `PJM-CE`
 * @example
 * usesSeries('PJM-CE') // => true
 */
export function usesSeries(series: string): boolean {
  return modelSeries.has(series);
}
