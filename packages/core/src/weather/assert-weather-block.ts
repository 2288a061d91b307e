import type { WeatherBlock } from '../ports/weather-source.js';
import { HOUR_MS } from '../time/instant.js';

/**
 * Refuses a block that no store keeps.
 *
 * @throws {RangeError} no hours, a start off the hour, an infinite value, a weight that is not above zero, or no name
 */
export function assertWeatherBlock({ areaId, point, variable, start, values, weight }: WeatherBlock): void {
  const refuse = (what: string): never => {
    throw new RangeError(`weather of ${areaId} ${point} ${variable}: ${what}`);
  };
  if (point === '') refuse('its place has no name');
  if (values.length === 0) refuse('it has no hours');
  if (!Number.isSafeInteger(start) || start % HOUR_MS !== 0) refuse('its start is off the hour');
  if (values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)) refuse('a value is infinite');
  if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) refuse('its weight is not above zero');
}
