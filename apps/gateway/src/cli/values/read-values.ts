import type { Area, Areas, EpochMs } from '@loadcast/core';
import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { normaliseEmail } from '@loadcast/core/quota';
import { parseEpochMs, readInstant as readWritten } from '@loadcast/core/time';
import { areaNames, parseDate } from '@loadcast/formats';
import { parseDuration } from '@loadcast/observe';
import { UsageError } from '../command.js';
import type { ReadValue } from '../options.js';

/** @throws {UsageError} naming the option, the given text and the expected one */
function refuse(option: string, text: string, expected: string): never {
  throw new UsageError(`${option} ${text} is not ${expected}`);
}

/** A whole number, 0 or more. */
export function readCount(option: string, text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : refuse(option, text, 'a whole number');
}

/** `YYYY-MM-DD`. */
export function readDate(option: string, text: string): string {
  const parsed = parseDate(text);
  return 'date' in parsed ? parsed.date : refuse(option, text, 'a date (YYYY-MM-DD)');
}

export const readDay: ReadValue<EpochMs> = (option, text) => parseEpochMs(`${readDate(option, text)}T00:00Z`);

/** A duration in ms: `0s`, `90m`, `1.5h`, `7d`. */
export function readDuration(option: string, text: string): number {
  return parseDuration(text) ?? refuse(option, text, 'a duration (90m, 2h, 7d)');
}

/** `HH:MM`, in ms after midnight. */
export function readTimeOfDay(option: string, text: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? refuse(option, text, 'a time of day (HH:MM)');
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
}

/** ISO 8601 with an offset. @param otherwise what else may be given */
export function readInstant(option: string, text: string, otherwise = ''): EpochMs {
  const parsed = readWritten(text);
  if ('instant' in parsed) return parsed.instant;
  throw new UsageError(`${option}: ${text}: expected ${parsed.expected}${otherwise}`);
}

/** An instant, or a duration from or to the run of the command. */
type Moment = { readonly at: EpochMs } | { readonly durationMs: number };

export function readMoment(option: string, text: string): Moment {
  const durationMs = parseDuration(text);
  return durationMs === undefined ? { at: readInstant(option, text, ', or a duration such as 90d') } : { durationMs };
}

export const momentOf = (moment: Moment, from: (durationMs: number) => EpochMs): EpochMs =>
  'at' in moment ? moment.at : from(moment.durationMs);

/** An e-mail address in the form in which accounts keep it. */
export function readEmail(option: string, text: string): string {
  const address = normaliseEmail(text);
  if (address) return address;
  throw new UsageError(`${option}: expected an e-mail address, ana@example.com; got '${text}'`);
}

/** One word of a list of words. @throws {UsageError} naming the option and the allowed words */
export function readWord<W extends string>(option: string, text: string, allowed: readonly W[]): W {
  const word = allowed.find((each) => each === text);
  if (word !== undefined) return word;
  throw new UsageError(`${option}: '${text}' is none of ${allowed.join(', ')}`);
}

/**
 * The entries that a comma separated list names, in the order of `allowed`, each once. Case does not matter.
 *
 * @param namesOf the names of an entry; messages use the first
 * @throws {UsageError} naming the option, the first unknown word and the allowed ones
 */
export function readList<T>(
  option: string,
  text: string,
  allowed: readonly T[],
  namesOf: (entry: T) => readonly string[],
): readonly T[] {
  const wanted = text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  const isNamed = (entry: T, word: string): boolean => namesOf(entry).some((name) => name.toLowerCase() === word);
  const unknown = wanted.find((word) => !allowed.some((entry) => isNamed(entry, word)));
  if (unknown !== undefined || wanted.length === 0) {
    const names = allowed.map((entry) => namesOf(entry)[0]);
    throw new UsageError(`${option}: '${unknown ?? text}' is none of ${names.join(', ')}`);
  }
  return allowed.filter((entry) => wanted.some((word) => isNamed(entry, word)));
}

/** The areas that a list names by the codes of any surface, once the store's areas are known. */
export const readAreas =
  (option: string, text: string) =>
  ({ list }: Areas): readonly Area[] =>
    readList(option, text, list, areaNames);
