import { parseJsonText } from '@loadcast/core/budgets';

/** Texts, which are kept, and what Python, C and Swift write for a number that is missing, which JSON does not have. */
const TEXT_OR_NAN = /"(?:[^"\\]|\\.)*"|-?\b(?:nan|inf|infinity)\b/gi;

/**
 * An upstream's JSON. A bare `NaN` or `Infinity` is null: the values beside it are kept.
 *
 * @throws {Error} no JSON, or more of it than the budget
 */
export function parseUpstreamJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    const repaired = text.replace(TEXT_OR_NAN, (found) => (found.startsWith('"') ? found : 'null'));
    if (repaired === text) throw error;
    return parseJsonText(repaired);
  }
}
