import type { Measure, ObservationBatch, SeriesKey } from '../ports/actuals-store.js';
import type { WeatherBlock } from '../ports/weather-source.js';
import type { KnownRule } from '../series/known-rule.js';
import type { ObservationBlock } from '../series/known-series.js';
import type { LoadSeries } from '../series/series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Vintage } from '../vintages/vintage.js';

/**
 * An hourly series from a UTC start such as `2026-07-01T07:00Z`; NaN is missing.
 *
 * @example
 * hourly('1970-01-01T01:00Z', 10, 20).start // => 3600000
 */
export function hourly(start: string, ...valuesMw: readonly number[]): LoadSeries {
  return { start: Date.parse(start), stepMs: HOUR_MS, valuesMw: Float64Array.from(valuesMw) };
}

/**
 * One block of a batch: values of a series from a UTC start, all known by one rule, two hours after each hour's end
 * unless given.
 */
export function buildBlock(
  start: string,
  valuesMw: readonly number[],
  options: { series?: string; measure?: Measure; known?: KnownRule } = {},
): ObservationBlock & { readonly key: SeriesKey } {
  const { series = 'CISO', measure = 'demand', known = { kind: 'lag', lagMs: 2 * HOUR_MS } } = options;
  return { key: { series, measure }, start: Date.parse(start), values: Float64Array.from(valuesMw), known };
}

/**
 * A batch of blocks. Its source is `test` and it was ingested at the epoch unless given.
 */
export function buildBatch(
  blocks: ObservationBatch['blocks'],
  options: Partial<Omit<ObservationBatch, 'blocks'>> = {},
): ObservationBatch {
  return { source: 'test', ingestedAt: 0, provenance: {}, ...options, blocks };
}

/**
 * A valid vintage: `caiso`, issued on 2026-07-01T16:00Z, available a minute later, 24 hours around 25 GW from the next
 * hour, with quantiles 1 GW to each side. Values given without quantiles get the same, and instants follow `issuedAt`.
 *
 * @example
 * buildVintage({ areaId: 'nyiso' }).valueMw.length // => 24
 */
export function buildVintage(fields: Partial<Vintage> = {}): Vintage {
  const issuedAt: EpochMs = fields.issuedAt ?? Date.parse('2026-07-01T16:00Z');
  const hour = Math.floor(issuedAt / HOUR_MS) * HOUR_MS;
  const valueMw = fields.valueMw ?? Float64Array.from({ length: 24 }, (_, i) => 25_000.25 + 100 * i);
  return {
    areaId: 'caiso',
    issuedAt,
    availableAt: issuedAt + 60_000,
    dataCutoff: hour - 2 * HOUR_MS,
    model: { name: 'test', version: '1' },
    start: hour + HOUR_MS,
    p10Mw: valueMw.map((mw) => Math.round((mw - 1000) * 100) / 100),
    p90Mw: valueMw.map((mw) => Math.round((mw + 1000) * 100) / 100),
    ...fields,
    valueMw,
  };
}

/**
 * A valid block of weather: two temperatures of one place of `caiso` from 2026-07-01T07:00Z, issued at the fifth ms of
 * the epoch unless given.
 *
 * @example
 * buildWeatherBlock({ point: 'Fresno' }).values.length // => 2
 */
export function buildWeatherBlock(fields: Partial<WeatherBlock> = {}): WeatherBlock {
  return {
    areaId: 'caiso',
    point: 'place 0',
    weight: 1,
    variable: 'temperatureC',
    start: Date.parse('2026-07-01T07:00Z'),
    values: Float64Array.of(20.5, 21),
    known: { kind: 'at', at: 5 },
    ...fields,
  };
}
