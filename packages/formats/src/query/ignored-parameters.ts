import { nearestName } from './nearest-name.js';
import { queryPairs } from './query.js';

export const MOST_IGNORED_NAMES = 20;
const LONGEST_NAME = 64;

/** What may be written in a header, and in the quotes of a warning. Never a key: a header is logged in more places than a body. */
function cleaned(name: string): string {
  const plain = name.replace(/lc_live_\w*/gi, 'lc_live_[cut]').replace(/[^\w.[\]-]/g, '?');
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}...` : plain;
}

/**
 * The names of a query that an endpoint does not know, each once, as written and in order; `region[]` is `region`.
 *
 * @param rawQuery without `?`. One that does not decode is refused elsewhere, and has none
 * @example
 * ignoredNames('horizn=7d&region=PJM', ['region', 'horizon']) // => ['horizn']
 */
export function ignoredNames(
  rawQuery: string,
  known: readonly string[],
  options: { readonly anyCase?: boolean } = {},
): string[] {
  if (rawQuery === '') return [];
  const isKnown = (name: string): boolean => known.includes(options.anyCase ? name.toLowerCase() : name);
  try {
    const names = queryPairs(rawQuery).map(([name]) => name);
    return [...new Set(names)].filter((name) => !isKnown(name.replace(/\[.*$/, '')));
  } catch {
    return [];
  }
}

/**
 * The headers that name what an answer does not depend on: `X-Ignored-Parameters`, and a `Warning` for names that are
 * near known ones. None when nothing was ignored.
 *
 * @param names as the caller wrote them; at most 20 are listed, without anything that a header or a log must not hold
 * @example
 * ignoredHeaders(['horizn'], ['horizon']).warning // => '299 - "horizn: did you mean horizon?"'
 */
export function ignoredHeaders(names: readonly string[], known: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {};
  const listed = names.slice(0, MOST_IGNORED_NAMES);
  const warnings = listed.flatMap((name) => {
    const meant = nearestName(name.slice(0, LONGEST_NAME), known);
    return meant === undefined ? [] : [`299 - "${cleaned(name)}: did you mean ${meant}?"`];
  });
  return {
    'x-ignored-parameters': listed.map(cleaned).join(', '),
    ...(warnings.length > 0 && { warning: warnings.join(', ') }),
  };
}
