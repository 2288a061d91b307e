import {
  AREAS,
  type AreaId,
  DAY_MS,
  type EpochMs,
  floorToHour,
  HOUR_MS,
  type WeatherBlock,
  type WeatherSource,
  type Window,
} from '@loadcast/core';
import { bell, smooth } from '../simulated/noise.js';
import { type SimulatedArea, simulatedParts } from '../simulated/simulated-areas.js';
import { DEFAULT_SEED, type SimulatedOptions } from '../simulated/simulated-batch.js';
import { temperatureC } from '../simulated/simulated-load.js';

const FORECAST_REACH_MS = 16 * DAY_MS;
const FORECAST_STREAM = 2_000;

/**
 * The weather that drives the simulated grid: hours past as they were, known at their end; hours to come as forecast
 * at `now`, with errors that grow with the lead.
 */
export function simulatedWeather({ seed = DEFAULT_SEED }: SimulatedOptions = {}): WeatherSource {
  return {
    name: 'simulated-weather',
    async fetch(window, now, signal) {
      signal.throwIfAborted();
      const present = floorToHour(now);
      const past = { start: window.start, end: Math.max(window.start, Math.min(window.end, present)) };
      const future = { start: past.end, end: Math.min(window.end, present + FORECAST_REACH_MS) };
      const blocks = AREAS.flatMap((area) =>
        simulatedParts(area).flatMap((part) => [
          ...block(area.id, part, past, { kind: 'lag', lagMs: 0 }, (at) => temperatureC(part, seed, at)),
          ...block(area.id, part, future, { kind: 'at', at: now }, (at) =>
            forecastTemperatureC(part, seed, at, present),
          ),
        ]),
      );
      return { source: 'simulated-weather', attribution: '', blocks };
    },
  };
}

function block(
  areaId: AreaId,
  { area, shape }: SimulatedArea,
  { start, end }: Window,
  known: WeatherBlock['known'],
  valueAt: (at: EpochMs) => number,
): WeatherBlock[] {
  if (start >= end) return [];
  const values = Float64Array.from({ length: (end - start) / HOUR_MS }, (_, i) => valueAt(start + i * HOUR_MS));
  return [{ areaId, point: area.series, weight: shape.baseMw, variable: 'temperatureC', start, values, known }];
}

/**
 * The forecast of the temperature, degrees C, made `leadHours` before: the error grows from about 0.8 C in a day to 3 C in two
 * weeks, and drifts from hour to hour as real errors do.
 *
 * @param issue start of the hour of the issue
 */
function forecastTemperatureC(simulated: SimulatedArea, seed: number, start: EpochMs, issue: EpochMs): number {
  const { stream } = simulated.shape;
  const leadHours = Math.max(0, (start - issue) / HOUR_MS);
  const spread = 0.3 + 0.55 * Math.sqrt(leadHours / 24) * (1 + leadHours / 600);
  const run = Math.round(issue / (6 * HOUR_MS));
  const drift = smooth(seed ^ run, FORECAST_STREAM + stream, leadHours, 18);
  const shared = bell(seed, FORECAST_STREAM + 100 + stream, Math.round(start / DAY_MS));
  return temperatureC(simulated, seed, start) + spread * (0.8 * drift + 0.5 * shared);
}
