import type { ActualsStore, ObservationBatch, SeriesKey } from '../ports/actuals-store.js';
import { assertBatch } from '../ports/assert-batch.js';
import { foldBlocks, foldOnto, type ObservationBlock } from '../series/known-series.js';

/**
 * Observations in memory: the reference adapter of `ActualsStore`, and a store for tests and embedding.
 *
 * @example
 * typeof memoryActualsStore().append // => 'function'
 */
export function memoryActualsStore(): ActualsStore {
  const written = new Map<string, { key: SeriesKey; blocks: ObservationBlock[] }>();

  return {
    async append(batch: ObservationBatch) {
      assertBatch(batch);
      for (const { key, start, values, known } of batch.blocks) {
        const name = nameOf(key);
        const entry = written.get(name) ?? { key: { series: key.series, measure: key.measure }, blocks: [] };
        entry.blocks.push({ start, values: values.slice(), known: { ...known } });
        written.set(name, entry);
      }
    },
    async read(key, held = foldBlocks([])) {
      return foldOnto(held, (written.get(nameOf(key))?.blocks ?? []).slice(held.blocks));
    },
    async keys() {
      return [...written.values()].map(({ key }) => key).sort(bySeriesAndMeasure);
    },
  };
}

function nameOf({ series, measure }: SeriesKey): string {
  return JSON.stringify([series, measure]);
}

function bySeriesAndMeasure(a: SeriesKey, b: SeriesKey): number {
  if (a.series !== b.series) return a.series < b.series ? -1 : 1;
  return a.measure < b.measure ? -1 : 1;
}
