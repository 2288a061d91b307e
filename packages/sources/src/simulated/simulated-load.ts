import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { type LocalCalendar, offsetMs, weekdayOf } from '@loadcast/core/time';
import { DAY_OFF, WORKDAY } from './day-shapes.data.js';
import { smooth, uniform } from './noise.js';
import type { SimulatedArea } from './simulated-areas.js';

const LOAD_STREAM = 3_000;
const MEMORY_HOURS = 24;
const GROWTH_PER_YEAR = 0.008;
const GROWTH_START = Date.UTC(2020, 0, 1);
const YEAR_HOURS = 8_766;

/**
 * Load of consecutive hours, whole MW: the day's shape, less on weekends and holidays, growth, cooling and heating
 * after a day's weather, and noise. A pure function of area, seed and hour.
 *
 * @param start first hour
 * @param hours how many
 */
export function simulatedLoadMw(simulated: SimulatedArea, seed: number, start: EpochMs, hours: number): Float64Array {
  const { area, shape } = simulated;
  const temperatures = new Float64Array(hours + MEMORY_HOURS);
  for (let i = 0; i < temperatures.length; i++) {
    temperatures[i] = temperatureC(simulated, seed, start + (i - MEMORY_HOURS) * HOUR_MS);
  }
  const load = new Float64Array(hours);
  for (let i = 0; i < hours; i++) {
    const felt = 0.55 * temperatures[i + MEMORY_HOURS]! + 0.45 * dayMean(temperatures, i);
    const weather = 1 + shape.coolingPerC * Math.max(0, felt - 19) + shape.heatingPerC * Math.max(0, 13 - felt);
    const at = start + i * HOUR_MS;
    const growth = 1 + (GROWTH_PER_YEAR * (at - GROWTH_START)) / (YEAR_HOURS * HOUR_MS);
    load[i] = Math.round(
      shape.baseMw * dayShape(area, at) * weather * growth * (1 + noise(seed, shape.stream, at / HOUR_MS)),
    );
  }
  return load;
}

function dayMean(temperatures: Float64Array, hour: number): number {
  let sum = 0;
  for (let k = 0; k < MEMORY_HOURS; k += 3) sum += temperatures[hour + k]!;
  return sum / (MEMORY_HOURS / 3);
}

function dayShape({ timezone, calendar }: LocalCalendar, at: EpochMs): number {
  const localHours = Math.floor((at + offsetMs(timezone, at)) / HOUR_MS);
  const day = Math.floor(localHours / 24);
  const weekday = weekdayOf(day);
  const isOff = weekday === 0 || weekday === 6 || calendar.isMajor(day);
  return (isOff ? DAY_OFF : WORKDAY)[localHours - day * 24]!;
}

function noise(seed: number, stream: number, hour: number): number {
  return (
    0.008 * smooth(seed, LOAD_STREAM + stream, hour, 40) +
    0.004 * smooth(seed, LOAD_STREAM + 100 + stream, hour, 5) +
    0.003 * (uniform(seed, LOAD_STREAM + 200 + stream, hour) - 0.5)
  );
}

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
