import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import { smooth } from './noise.js';
import type { SimulatedArea } from './simulated-areas.js';

const WEATHER_STREAM = 1_000;
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
