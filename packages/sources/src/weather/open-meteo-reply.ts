import { type EpochMs, HOUR_MS, type WeatherVariable, type Window } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { z } from 'zod';

interface MeteoVariable {
  readonly name: string;
  readonly unit: string;
  readonly variable: WeatherVariable;
  /** `instant`: the value at the label; `preceding`: the mean over the hour before it. */
  readonly label: 'instant' | 'preceding';
}

export const METEO_VARIABLES: readonly MeteoVariable[] = [
  { name: 'temperature_2m', unit: '°C', variable: 'temperatureC', label: 'instant' },
  { name: 'shortwave_radiation', unit: 'W/m²', variable: 'solarWm2', label: 'preceding' },
  { name: 'relative_humidity_2m', unit: '%', variable: 'humidityPct', label: 'instant' },
  { name: 'cloud_cover', unit: '%', variable: 'cloudPct', label: 'instant' },
];

const location = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    utc_offset_seconds: z.literal(0),
    hourly_units: z.record(z.string(), z.string()),
    hourly: z.intersection(
      z.object({ time: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:00$/)) }),
      z.record(z.string(), z.array(z.union([z.string(), z.number(), z.null()]))),
    ),
  })
  .refine(({ hourly }) => Object.values(hourly).every((list) => list.length === hourly.time.length), 'parallel lists');

/** One point gives an object, several a list. */
export const meteoReply = z.union([z.array(location), location.transform((one) => [one])]);

export type MeteoLocation = z.output<typeof location>;

/** Where in a location's lists each instant stands. */
export function indexOfTimes({ hourly }: MeteoLocation): Map<EpochMs, number> {
  return new Map(hourly.time.map((time, i) => [parseEpochMs(`${time}Z`), i]));
}

/**
 * One variable of a location as hourly means over a window.
 *
 * Open-Meteo labels instants: the mean of an hour is the mean of its two ends. Radiation is the mean of the hour
 * before.
 *
 * @param index of the location's times
 * @returns NaN where the reply has nothing, also for a variable that the model lacks: its unit is then the text `undefined`
 *   and every value null; undefined when the unit is not the one documented
 */
export function hourlyMeans(
  { hourly, hourly_units }: MeteoLocation,
  index: ReadonlyMap<EpochMs, number>,
  { start, end }: Window,
  { unit, label }: MeteoVariable,
  column: string,
): Float64Array | undefined {
  const list = hourly[column];
  const isAbsent = !list || (hourly_units[column] === 'undefined' && list.every((value) => value === null));
  if (isAbsent) return new Float64Array((end - start) / HOUR_MS).fill(Number.NaN);
  if (hourly_units[column] !== unit) return undefined;
  const read = (instant: EpochMs): number => {
    const value = list[index.get(instant) ?? -1];
    return typeof value === 'number' ? value : Number.NaN;
  };
  return Float64Array.from({ length: (end - start) / HOUR_MS }, (_, i) => {
    const hour = start + i * HOUR_MS;
    return label === 'preceding' ? read(hour + HOUR_MS) : (read(hour) + read(hour + HOUR_MS)) / 2;
  });
}
