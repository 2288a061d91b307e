import { UsageError } from '../command.js';

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

/** One word of a list of words. @throws {UsageError} naming the option and the allowed words */
export function readWord<W extends string>(option: string, text: string, allowed: readonly W[]): W {
  const word = allowed.find((each) => each === text);
  if (word === undefined) throw new UsageError(`${option}: '${text}' is none of ${allowed.join(', ')}`);
  return word;
}
