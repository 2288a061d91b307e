import type { EpochMs } from '@loadcast/core';
import { readInstant as readWritten } from '@loadcast/core/time';
import { UsageError } from '../command.js';

/**
 * An instant as written on the command line: ISO 8601 with an offset.
 *
 * @throws {UsageError} naming the option, the given text and the allowed form
 */
export function readInstant(option: string, text: string): EpochMs {
  const parsed = readWritten(text);
  if ('instant' in parsed) return parsed.instant;
  throw new UsageError(`${option}: ${text}: expected ${parsed.expected}`);
}
