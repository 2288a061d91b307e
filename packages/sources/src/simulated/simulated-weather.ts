import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import { bell, smooth } from './noise.js';
import type { SimulatedArea } from './simulated-areas.js';

const WEATHER_STREAM = 1_000;
const FORECAST_STREAM = 2_000;
const HOTTEST_DAY = 200;
const HOTTEST_HOUR = 15;

/** Air temperature of the simulated world, degrees C, mean over the hour that starts at `start`. */
export function temperatureC({ area, shape }: SimulatedArea, seed: number, start: EpochMs): number {
  const { stream } = shape;
  const hours = start / HOUR_MS;
  const local = (start + offsetMs(area.timezone, start)) / HOUR_MS;
  const season = Math.cos((2 * Math.PI * (start / DAY_MS - HOTTEST_DAY)) / 365.2425);
  const day = Math.cos((2 * Math.PI * (local - HOTTEST_HOUR)) / 24);
  const passing =
    2.6 * smooth(seed, WEATHER_STREAM + stream, hours, 60) +
    2 * smooth(seed, WEATHER_STREAM + 100 + stream, hours, 190) +
    0.7 * smooth(seed, WEATHER_STREAM + 200 + stream, hours, 9);
  return shape.meanC + shape.seasonC * season + shape.dayC * day + passing;
}

/**
 * The forecast of that temperature made `leadHours` before: the error grows from about 0.8 C in a day to 3 C in two
 * weeks, and drifts from hour to hour as real errors do.
 *
 * @param issue start of the hour of the issue
 */
export function forecastTemperatureC(simulated: SimulatedArea, seed: number, start: EpochMs, issue: EpochMs): number {
  const { stream } = simulated.shape;
  const leadHours = Math.max(0, (start - issue) / HOUR_MS);
  const spread = 0.3 + 0.55 * Math.sqrt(leadHours / 24) * (1 + leadHours / 600);
  const run = Math.round(issue / (6 * HOUR_MS));
  const drift = smooth(seed ^ run, FORECAST_STREAM + stream, leadHours, 18);
  const shared = bell(seed, FORECAST_STREAM + 100 + stream, Math.round(start / DAY_MS));
  return temperatureC(simulated, seed, start) + spread * (0.8 * drift + 0.5 * shared);
}
