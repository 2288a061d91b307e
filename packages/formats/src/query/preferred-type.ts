import { LIMITS } from '@loadcast/core/budgets';

/**
 * The media type that an `Accept` header prefers among some; undefined where it names none of them. The first of equally
 * preferred types wins.
 *
 * @param known keys in lower case
 * @see RFC 9110, section 12.5.1
 * @example
 * preferredType('text/csv;q=0.5, application/json', new Set(['text/csv', 'application/json'])) // => 'application/json'
 */
export function preferredType(accept: string | undefined, known: { has(type: string): boolean }): string | undefined {
  let best: string | undefined;
  let bestQuality = 0;
  for (const range of (accept ?? '').split(',', LIMITS.accept_entries.bound)) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (!known.has(type) || !(quality > bestQuality)) continue;
    best = type;
    bestQuality = quality;
  }
  return best;
}
