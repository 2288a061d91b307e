import { textParameter } from '@loadcast/formats';
import type * as z from 'zod';

/** Allowed items of a list, next to its pattern. */
const LIST_OF = 'x-list';

/**
 * A parameter that takes a list of a few words, separated by commas; trimmed, case ignored. Each word comes out once, in
 * the order of `words`, so that the same list is the same answer.
 *
 * @example
 * listOf(['operator', 'actual']).parse('ACTUAL, operator') // => ['operator', 'actual']
 */
export function listOf<const W extends string>(words: readonly W[]): z.ZodType<readonly W[], string> {
  const schema = textParameter((text) => {
    const given = text.split(',').map((word) => word.trim().toLowerCase());
    if (given.every((word) => words.some((each) => each === word))) return words.filter((word) => given.includes(word));
    return { expected: `a list out of ${words.join(', ')}` };
  });
  const word = `(${words.join('|')})`;
  return schema.meta({
    pattern: `^${word}(,${word})*$`,
    examples: [words[0]!, words.join(',')],
    [LIST_OF]: [...words],
  });
}

const STEPS = 20;

/** The levels that `quantiles` takes: 0.05, 0.10, ... 0.95. */
export const ANSWERED_LEVELS: readonly number[] = Array.from({ length: STEPS - 1 }, (_, i) => (i + 1) / STEPS);

/** `quantiles`: levels of the distribution of the load, ascending, each once. */
export function quantilesParameter(): z.ZodType<readonly number[], string> {
  const schema = textParameter((text) => {
    const given = text.split(',').map((level) => (/^\s*0\.\d{1,2}\s*$/.test(level) ? Number(level) : Number.NaN));
    if (given.every((level) => ANSWERED_LEVELS.includes(level)))
      return ANSWERED_LEVELS.filter((level) => given.includes(level));
    return { expected: 'a list out of 0.05, 0.1, 0.15, ... 0.95' };
  });
  const level = String.raw`0\.(05|[1-9]|[1-9][05])`;
  return schema.meta({
    pattern: `^${level}(,${level})*$`,
    examples: ['0.05,0.95', ANSWERED_LEVELS.join(',')],
    [LIST_OF]: ANSWERED_LEVELS,
  });
}

/** The column of a level: `p05`, `p10`, ... */
export const quantileName = (level: number): string => `p${String(Math.round(level * 100)).padStart(2, '0')}`;
