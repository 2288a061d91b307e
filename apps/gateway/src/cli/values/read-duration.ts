import { parseDuration } from '@loadcast/observe';
import { UsageError } from '../command.js';

/**
 * A duration as written on the command line, in ms: `0s`, `90m`, `1.5h`, `7d`.
 *
 * @throws {UsageError} naming the option and the given text
 */
export function readDuration(option: string, text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs !== undefined) return durationMs;
  throw new UsageError(`${option} ${text} is not a duration (90m, 2h, 7d)`);
}
