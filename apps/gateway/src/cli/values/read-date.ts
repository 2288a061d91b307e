import { parseDate } from '@loadcast/formats';
import { UsageError } from '../command.js';

/**
 * A date as written on the command line, `YYYY-MM-DD`.
 *
 * @throws {UsageError} naming the option and the given text
 */
export function readDate(option: string, text: string): string {
  const parsed = parseDate(text);
  if ('date' in parsed) return parsed.date;
  throw new UsageError(`${option} ${text} is not a date (YYYY-MM-DD)`);
}
