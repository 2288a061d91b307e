import { BudgetMap } from '@loadcast/core/budgets';

/** Longer texts are rare, and callers choose them: nothing is kept of them. */
const LONGEST_TEXT = 256;

/**
 * Caches the results of a function of a text for the most recent texts. The result must depend on the text alone, and
 * must not be changed.
 */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const results = new BudgetMap<string, T>('kept_texts');
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = of(text);
    if (text.length <= LONGEST_TEXT) results.set(text, result);
    return result;
  };
}
