import { DAY_MS, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { UsageError } from '../command.js';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', MINUTE_MS],
  ['min', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
]);

/**
 * A duration as written on the command line, in ms: `0s`, `90m`, `1.5h`, `7d`.
 *
 * @throws {UsageError} naming the option and what was given
 */
export function readDuration(option: string, text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs !== undefined) return durationMs;
  throw new UsageError(`${option} ${text} is not a duration (90m, 2h, 7d)`);
}

/** A duration in whole ms, or undefined where the text is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?)(s|m|min|h|d)$/.exec(text) ?? [];
  const unitMs = UNIT_MS.get(unit);
  return count === undefined || unitMs === undefined ? undefined : Math.round(Number(count) * unitMs);
}
