import { type EpochMs, HOUR_MS, type IncomingSeries, type Observations, type Window } from '@loadcast/core';
import { GRIDS, UTILITIES } from './areas.data.js';
import { bell, smooth } from './noise.js';
import { isForecastOut, publishedLoadMw } from './publication.js';
import { simulatedLoadMw } from './simulated-load.js';

/** The grid that everyone gets who names no seed. */
export const DEFAULT_SEED = 930;

const OPERATOR_STREAM = 6_000;
const CALIFORNIA = 'CISO';

export interface SimulatedOptions {
  readonly seed?: number;
}

/**
 * What the simulated upstream says at `asOf` about the hours of a window: load of all eleven areas, and the operators'
 * own forecasts of the seven grids. A pure function: any window, in any order of calls, gives the same hours.
 *
 * @param window both ends on whole UTC hours
 */
export function simulatedBatch(window: Window, asOf: EpochMs, options: SimulatedOptions = {}): Observations {
  const seed = options.seed ?? DEFAULT_SEED;
  const series: IncomingSeries[] = [];
  for (const [stream, [id, loadMw]] of trueLoads(window, seed).entries()) {
    series.push(published(id, loadMw, { stream, seed, start: window.start, asOf }));
    if (!id.includes('-')) series.push(operatorForecast(id, loadMw, { stream, seed, start: window.start, asOf }));
  }
  return { source: 'simulated', provenance: { simulated: true, seed }, series };
}

/** Every series with its true load; CAISO is the sum of its utilities. */
function trueLoads({ start, end }: Window, seed: number): [string, Float64Array][] {
  const hours = Math.max(0, Math.round((end - start) / HOUR_MS));
  const own = [...UTILITIES, ...GRIDS].map((area, stream): [string, Float64Array] => [
    area.series,
    simulatedLoadMw(area, stream, seed, start, hours),
  ]);
  const utilities = own.slice(0, UTILITIES.length).map(([, loadMw]) => loadMw);
  const sum = Float64Array.from({ length: hours }, (_, i) =>
    utilities.reduce((total, loadMw) => total + loadMw[i]!, 0),
  );
  return [...own, [CALIFORNIA, sum]];
}

interface Telling {
  readonly stream: number;
  readonly seed: number;
  readonly start: EpochMs;
  readonly asOf: EpochMs;
}

function published(id: string, loadMw: Float64Array, { stream, seed, start, asOf }: Telling): IncomingSeries {
  const valuesMw = loadMw.map((mw, i) => publishedLoadMw(mw, stream, seed, start + i * HOUR_MS, asOf));
  return { key: { series: id, measure: 'demand' }, start, valuesMw };
}

/** About 2 % off: a bias of the operator's own, an error of the day, and one that drifts within it. */
function operatorForecast(id: string, loadMw: Float64Array, { stream, seed, start, asOf }: Telling): IncomingSeries {
  const bias = 0.012 * bell(seed, OPERATOR_STREAM, stream);
  const valuesMw = loadMw.map((mw, i) => {
    const at = start + i * HOUR_MS;
    const hour = at / HOUR_MS;
    const error =
      bias +
      0.013 * smooth(seed, OPERATOR_STREAM + 100 + stream, hour, 24) +
      0.008 * smooth(seed, OPERATOR_STREAM + 200 + stream, hour, 6);
    return isForecastOut(at, asOf) ? Math.round(mw * (1 + error)) : Number.NaN;
  });
  return { key: { series: id, measure: 'day_ahead_forecast' }, start, valuesMw };
}
