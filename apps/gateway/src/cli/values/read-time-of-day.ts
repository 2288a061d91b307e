import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { UsageError } from '../command.js';

/**
 * A time of day as written on the command line, `HH:MM`, in ms after midnight.
 *
 * @throws {UsageError} naming the option and the given text
 */
export function readTimeOfDay(option: string, text: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (!match) throw new UsageError(`${option} ${text} is not a time of day (HH:MM)`);
  return Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS;
}
