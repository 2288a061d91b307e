import { KEYBOARDS, SHIFTED_DIGITS } from './keyboards.data.js';

/** Average length of the walks that a text is made of, from which on it is one pattern and no phrase. */
const LEAST_AVERAGE = 3;

/**
 * Whether a text follows neighboring keys of a keyboard, with few jumps.
 *
 * @example
 * isKeyboardWalk('1qaz2wsx3edc') // => true
 * isKeyboardWalk('correct horse battery') // => false
 */
export function isKeyboardWalk(text: string): boolean {
  const keys = [...text].map(unshifted);
  return KEYBOARDS.some((rows) => keys.length / walksIn(keys, rows) >= LEAST_AVERAGE);
}

function walksIn(keys: readonly string[], rows: readonly string[]): number {
  return 1 + keys.slice(1).filter((key, at) => !areNeighbors(keys[at] ?? '', key, rows)).length;
}

function areNeighbors(one: string, two: string, rows: readonly string[]): boolean {
  const [first, second] = [placeOf(one, rows), placeOf(two, rows)];
  if (!first || !second) return false;
  const [upper, lower] = first.row <= second.row ? [first, second] : [second, first];
  const right = upper.column - lower.column;
  if (upper.row === lower.row) return Math.abs(right) <= 1;
  return lower.row - upper.row === 1 && (right === 0 || right === 1);
}

function placeOf(key: string, rows: readonly string[]): { readonly row: number; readonly column: number } | undefined {
  const row = rows.findIndex((keys) => keys.includes(key));
  return row < 0 ? undefined : { row, column: rows[row]!.indexOf(key) };
}

function unshifted(sign: string): string {
  const at = SHIFTED_DIGITS.indexOf(sign);
  return at < 0 ? sign : '1234567890'.charAt(at);
}
