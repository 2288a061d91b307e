import { expect, test } from 'vitest';
import type { LoadSource } from '../ports/load-source.js';
import { HOUR_MS } from '../time/instant.js';
import { combineSources } from './combine-sources.js';

const HOUR = { start: 0, end: HOUR_MS };
const never = new AbortController().signal;

/** A source of one hour of one series. */
const sourceOf = (name: string, series: string, loadMw: number): LoadSource => ({
  name,
  fetch: async ({ start }) => ({
    source: name,
    provenance: { pages: 1 },
    series: [{ key: { series, measure: 'demand' }, start, valuesMw: Float64Array.of(loadMw) }],
  }),
});
const eia = sourceOf('eia-api', 'PJM', 90_000);
const ieso = sourceOf('ieso', 'IESO', 16_000);

test('two sources give the series of both, with provenance under their names', async () => {
  const both = await combineSources([eia, ieso]).fetch(HOUR, HOUR_MS, never);
  expect(both.source).toBe('eia-api+ieso');
  expect(both.provenance).toEqual({ 'eia-api.pages': 1, 'ieso.pages': 1 });
  expect(both.series.map(({ key, valuesMw }) => [key.series, valuesMw[0]])).toEqual([
    ['PJM', 90_000],
    ['IESO', 16_000],
  ]);
});

test('a fetch fails when one of the sources fails', async () => {
  const down: LoadSource = { name: 'ieso', fetch: () => Promise.reject(new Error('503')) };
  await expect(combineSources([eia, down]).fetch(HOUR, HOUR_MS, never)).rejects.toThrow('503');
});

test('one source is itself, and none is refused', () => {
  expect(combineSources([eia])).toBe(eia);
  expect(() => combineSources([])).toThrow(RangeError);
});
