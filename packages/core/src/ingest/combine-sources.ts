import type { LoadSource } from '../ports/load-source.js';

/**
 * One source that reads several: a fetch asks all at once and gives their series together, or fails when one fails.
 *
 * Provenance is kept apart by the name of the source: `eia-api.clock_moved_hours`.
 *
 * @param sources each with different series; a single one is returned unchanged
 * @throws {RangeError} there is none
 */
export function combineSources(sources: readonly LoadSource[]): LoadSource {
  const [first] = sources;
  if (first === undefined) throw new RangeError('no load source');
  if (sources.length === 1) return first;
  const name = sources.map((source) => source.name).join('+');
  return {
    name,
    async fetch(window, now, signal) {
      const read = await Promise.all(sources.map((source) => source.fetch(window, now, signal)));
      const provenance = read.flatMap((observations) =>
        Object.entries(observations.provenance).map(([key, value]) => [`${observations.source}.${key}`, value]),
      );
      return {
        source: name,
        provenance: Object.fromEntries(provenance),
        series: read.flatMap(({ series }) => series),
      };
    },
  };
}
