import {
  type Area,
  type Areas,
  type EpochMs,
  HOUR_MS,
  type IncomingSeries,
  type Observations,
  type Window,
} from '@loadcast/core';
import { knownAt } from '@loadcast/core/series';
import { bell, smooth } from './noise.js';
import { operatorForecastKnown, publishedLoadMw } from './publication.js';
import { simulatedAreas, simulatedSums } from './simulated-areas.js';
import { simulatedLoadMw } from './simulated-load.js';

/** The grid that everyone gets who names no seed. */
export const DEFAULT_SEED = 930;

const OPERATOR_STREAM = 6_000;

export interface SimulatedOptions {
  readonly seed?: number;
}

/**
 * What the simulated upstream says at `asOf` about the hours of a window: load of all areas, and the operators' own
 * forecasts of the grids. A pure function: any window, in any order of calls, gives the same hours.
 *
 * @param window both ends on whole UTC hours
 */
export function simulatedBatch(
  areas: Areas,
  window: Window,
  asOf: EpochMs,
  options: SimulatedOptions = {},
): Observations {
  const seed = options.seed ?? DEFAULT_SEED;
  const series: IncomingSeries[] = [];
  for (const { area, stream, loadMw } of trueLoads(areas, window, seed)) {
    const publication = { stream, seed, start: window.start, asOf };
    series.push(published(area.series, loadMw, publication));
    if (area.kind === 'grid') series.push(operatorForecast(area, loadMw, publication));
  }
  return { source: 'simulated', provenance: { simulated: true, seed }, series };
}

/** Every area with its true load: loads of their own first, then sums of them. */
function trueLoads(areas: Areas, { start, end }: Window, seed: number) {
  const hours = Math.max(0, Math.round((end - start) / HOUR_MS));
  const own = simulatedAreas(areas).map((simulated) => ({
    area: simulated.area,
    stream: simulated.shape.stream,
    loadMw: simulatedLoadMw(simulated, seed, start, hours),
  }));
  const loadOf = new Map<Area, Float64Array>(own.map(({ area, loadMw }) => [area, loadMw]));
  const sums = simulatedSums(areas).map(({ area, stream, parts }) => ({
    area,
    stream,
    loadMw: Float64Array.from({ length: hours }, (_, i) =>
      parts.reduce((total, part) => total + loadOf.get(part.area)![i]!, 0),
    ),
  }));
  return [...own, ...sums];
}

interface Publication {
  readonly stream: number;
  readonly seed: number;
  readonly start: EpochMs;
  readonly asOf: EpochMs;
}

function published(id: string, loadMw: Float64Array, { stream, seed, start, asOf }: Publication): IncomingSeries {
  const valuesMw = loadMw.map((mw, i) => publishedLoadMw(mw, stream, seed, start + i * HOUR_MS, asOf));
  return { key: { series: id, measure: 'demand' }, start, valuesMw };
}

/** A forecast about 2 % off: the operator's own bias, an error of the day, and an error that drifts within it. */
function operatorForecast(
  area: Area,
  loadMw: Float64Array,
  { stream, seed, start, asOf }: Publication,
): IncomingSeries {
  const known = operatorForecastKnown(area);
  const bias = 0.012 * bell(seed, OPERATOR_STREAM, stream);
  const valuesMw = loadMw.map((mw, i) => {
    const at = start + i * HOUR_MS;
    const hour = at / HOUR_MS;
    const error =
      bias +
      0.013 * smooth(seed, OPERATOR_STREAM + 100 + stream, hour, 24) +
      0.008 * smooth(seed, OPERATOR_STREAM + 200 + stream, hour, 6);
    return knownAt(known, at) <= asOf ? Math.round(mw * (1 + error)) : Number.NaN;
  });
  return { key: { series: area.series, measure: 'day_ahead_forecast' }, start, valuesMw, known };
}
