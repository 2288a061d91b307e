import type { EpochMs } from '@loadcast/core';
import { readInstant } from '@loadcast/core/time';
import { parseDuration } from '@loadcast/observe';
import { UsageError } from '../command.js';

/** When something ends: an instant, or a duration that begins when the command is run. */
export type Expiry = { readonly at: EpochMs } | { readonly afterMs: number };

/** @throws {UsageError} naming the option, the given text and the allowed ones */
export function readExpiry(option: string, text: string): Expiry {
  const afterMs = parseDuration(text);
  if (afterMs !== undefined) return { afterMs };
  const parsed = readInstant(text);
  if ('instant' in parsed) return { at: parsed.instant };
  throw new UsageError(`${option}: ${text}: expected ${parsed.expected}, or a duration such as 90d`);
}
